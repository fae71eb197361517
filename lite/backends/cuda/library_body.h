// What convolutions and products of libraries need before and after them: operands as half, and
// what the library does not fuse.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/epilogue_body.h"

namespace paddle::lite::cuda {

// Sizes of images, or of a filter whose outputs are the images.
struct ImageSize {
  int32_t count, channels, height, width;
};

// NCHW or NHWC to NHWC in half, with zeros around each image, after its channels and after all
// images.
template <typename T>
struct ToHalfBody {
  const T* x;
  uint16_t* out;
  ImageSize from, to;
  int32_t top, left;
  bool channels_last;  // in x

  int64_t items() const { return int64_t{to.count} * to.channels * to.height * to.width; }
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i % to.channels;
    const int32_t position = i / to.channels;
    const int32_t column = position % to.width - left;
    const int32_t row = position / to.width % to.height - top;
    const int32_t number = position / to.width / to.height;
    const bool inside = number < from.count && channel < from.channels && row >= 0 &&
                        row < from.height && column >= 0 && column < from.width;
    const int32_t plane = channels_last ? number : number * from.channels + channel;
    const int32_t at = (plane * from.height + row) * from.width + column;
    const int32_t source = channels_last ? at * from.channels + channel : at;
    out[i] = inside ? ToHalfBits(Number(x[source])) : uint16_t{0};
  }
};

// Numbers of another type, in the same order.
template <typename From, typename To>
struct ConvertBody {
  const From* x;
  To* out;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { Store(Number(x[i]), out + i); }
};

// The bias of element i is bias[i / step % count].
template <typename T>
struct BiasOperand {
  const T* bias;  // null if there is none
  int32_t step, count;

  LITE_CUDA_FUNCTION float Of(int32_t i) const {
    return bias != nullptr ? Number(bias[i / step % count]) : 0;
  }
};

// Sums in NHWC, of more channels, to a result in NCHW.
struct FromHalfBody {
  const uint16_t* sums;
  float* out;
  int32_t channels, area, sum_channels;
  BiasOperand<float> bias;
  Epilogue epilogue;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t position = i % area;
    const int32_t channel = i / area % channels;
    const int32_t number = i / area / channels;
    const float sum = FromHalfBits(sums[(number * area + position) * sum_channels + channel]);
    out[i] = epilogue(sum + bias.Of(i), i);
  }
};

// Sums of more channels, both with channels last.
struct NarrowBody {
  const Half* sums;
  Half* out;
  int32_t channels, sum_channels;
  const Half* bias;  // null if there is none
  EpilogueOf<Half> epilogue;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i % channels;
    const float sum = Number(sums[i / channels * sum_channels + channel]);
    Store(epilogue(sum + (bias != nullptr ? Number(bias[channel]) : 0), i), out + i);
  }
};

// Sums in place.
template <typename T>
struct FinishBody {
  T* out;
  BiasOperand<T> bias;
  EpilogueOf<T> epilogue;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    Store(epilogue(Number(out[i]) + bias.Of(i), i), out + i);
  }
};

}  // namespace paddle::lite::cuda
