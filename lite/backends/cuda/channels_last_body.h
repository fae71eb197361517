// Convolutions of images in NHWC, of half. Filters are in OIHW, those of depthwise convolutions in
// HWO.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/convolution_body.h"

namespace paddle::lite::cuda {

using HalfConvOperands = ConvOperandsOf<Half>;

// Neighbours in a row of the result are not neighbours in memory: this is for what cuDNN does not
// compute.
using HalfConvSource = ConvSourceOf<Half, true>;

// Consecutive channels, in one access of the memory.
template <int kCount>
struct alignas(kCount * sizeof(Half)) HalfPack {
  Half of[kCount];
};

// kCount channels of a pixel of a depthwise convolution, which divide the channels.
template <int kCount>
struct DepthwiseHalfBody : HalfConvOperands {
  using Pack = HalfPack<kCount>;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t packs = w.out_channels / kCount;
    const int32_t pixel = i / packs;
    const int32_t channel = (i - pixel * packs) * kCount;
    const WindowAt window(w, pixel);
    const Half* const image = x + window.number * w.in_area() * w.in_channels + channel;
    float sums[kCount] = {};
    window.ForEachTap(w, [&](int32_t from, int32_t tap) {
      const Pack values = At(image + from * w.in_channels);
      const Pack weights = At(filter + tap * w.out_channels + channel);
      LITE_CUDA_UNROLL
      for (int c = 0; c < kCount; ++c) sums[c] += Number(values.of[c]) * Number(weights.of[c]);
    });
    const int32_t to = pixel * w.out_channels + channel;
    Pack result;
    LITE_CUDA_UNROLL
    for (int c = 0; c < kCount; ++c) {
      Store(epilogue(sums[c] + BiasOf(channel + c), to + c), &result.of[c]);
    }
    *reinterpret_cast<Pack*>(out + to) = result;
  }

 private:
  LITE_CUDA_FUNCTION static const Pack& At(const Half* at) {
    return *reinterpret_cast<const Pack*>(at);
  }
};

}  // namespace paddle::lite::cuda
