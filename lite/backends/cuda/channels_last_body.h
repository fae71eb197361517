// Convolutions of images in NHWC, of half. Filters are in OIHW, those of depthwise convolutions in
// HWO, of transposed ones as their body says.
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

// One element of a transposed convolution; neighbours are channels of a pixel. The filter is [taps,
// input channels, output channels per group].
struct ConvTransposeHalfBody : HalfConvOperands {
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t pixel = i / w.out_channels;
    const int32_t channel = i - pixel * w.out_channels;
    const ScatterAt at(w, pixel);
    const int32_t group = channel / w.out_per_group;
    const int32_t first = group * w.in_per_group;
    const Half* const image = x + at.number * w.in_area() * w.in_channels + first;
    const Half* const weights =
        filter + first * w.out_per_group + channel - group * w.out_per_group;
    float sum = 0;
    at.ForEachTap(w, [&](int32_t from, int32_t tap) {
      const Half* const values = image + from * w.in_channels;
      const Half* const weight = weights + tap * w.in_channels * w.out_per_group;
      for (int32_t c = 0; c < w.in_per_group; ++c) {
        sum += Number(values[c]) * Number(weight[c * w.out_per_group]);
      }
    });
    Store(epilogue(sum + BiasOf(channel), i), out + i);
  }
};

}  // namespace paddle::lite::cuda
