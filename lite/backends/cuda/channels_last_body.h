// Convolutions of images in NHWC, of half. Filters are in OIHW, those of depthwise convolutions in
// HWO.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/convolution_body.h"

namespace paddle::lite::cuda {

struct HalfConvOperands {
  const Half* x;
  const Half* filter;
  const Half* bias;  // null if there is none
  Half* out;
  ConvWindow w;
  EpilogueOf<Half> epilogue;

  LITE_CUDA_FUNCTION float BiasOf(int32_t channel) const {
    return bias != nullptr ? Number(bias[channel]) : 0;
  }
};

// As in ConvSource, columns of b are windows, so that neighbours in a row of the result are not
// neighbours in memory: this is for what cuDNN does not compute.
struct HalfConvSource : HalfConvOperands {
  struct Column {
    const Half* weights;  // of the group
    const Half* image;    // its first channel of the group
    int32_t y, x;         // of the window's first tap, may be outside
  };
  struct Place {};
  static constexpr bool kWalks = false;
  static constexpr LoadOrder kOrderOfB = LoadOrder::kExtent;

  LITE_CUDA_FUNCTION int32_t m() const { return w.out_per_group; }
  LITE_CUDA_FUNCTION int32_t n() const { return w.batch * w.out_area(); }
  LITE_CUDA_FUNCTION int32_t k() const { return w.in_per_group * w.taps(); }
  LITE_CUDA_FUNCTION int32_t matrices() const { return w.groups; }
  LITE_CUDA_FUNCTION static LoadOrder a_order() { return LoadOrder::kDepth; }
  LITE_CUDA_FUNCTION static LoadOrder b_order() { return LoadOrder::kExtent; }
  LITE_CUDA_FUNCTION const Half* A(const Column& column, int32_t i, int32_t at) const {
    return column.weights + i * k() + at;
  }
  LITE_CUDA_FUNCTION Column ColumnOf(int32_t group, int32_t j) const {
    const int32_t number = j / w.out_area();
    const int32_t position = j - number * w.out_area();
    const int32_t row = position / w.out_width;
    const int32_t column = position - row * w.out_width;
    // Beyond the last column nothing is read.
    const int32_t first = number * w.in_area() * w.in_channels + group * w.in_per_group;
    return {filter + group * m() * k(), j < n() ? x + first : x, row * w.stride_y - w.top,
            column * w.stride_x - w.left};
  }
  LITE_CUDA_FUNCTION const Half* B(const Column& column, int32_t at, int32_t) const {
    const int32_t channel = at / w.taps();
    const int32_t tap = at - channel * w.taps();
    const int32_t down = tap / w.kernel_width;
    const int32_t y = column.y + down * w.dilation_y;
    const int32_t right = column.x + (tap - down * w.kernel_width) * w.dilation_x;
    const bool inside = y >= 0 && y < w.in_height && right >= 0 && right < w.in_width;
    return inside ? column.image + (y * w.in_width + right) * w.in_channels + channel : nullptr;
  }
  LITE_CUDA_FUNCTION void Finish(int32_t group, int32_t i, int32_t j, float sum) const {
    const int32_t channel = group * w.out_per_group + i;
    const int32_t to = j * w.out_channels + channel;
    Store(epilogue(sum + BiasOf(channel), to), out + to);
  }
};

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
    const int32_t number = pixel / w.out_area();
    const int32_t position = pixel - number * w.out_area();
    const int32_t row = position / w.out_width;
    const int32_t top = row * w.stride_y - w.top;
    const int32_t left = (position - row * w.out_width) * w.stride_x - w.left;
    const Half* const image = x + number * w.in_area() * w.in_channels + channel;
    float sums[kCount] = {};
    for (int32_t down = 0; down < w.kernel_height; ++down) {
      const int32_t y = top + down * w.dilation_y;
      if (y < 0 || y >= w.in_height) continue;
      for (int32_t right = 0; right < w.kernel_width; ++right) {
        const int32_t column = left + right * w.dilation_x;
        if (column < 0 || column >= w.in_width) continue;
        const Pack values = At(image + (y * w.in_width + column) * w.in_channels);
        const Pack weights =
            At(filter + (down * w.kernel_width + right) * w.out_channels + channel);
        LITE_CUDA_UNROLL
        for (int c = 0; c < kCount; ++c) sums[c] += Number(values.of[c]) * Number(weights.of[c]);
      }
    }
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
