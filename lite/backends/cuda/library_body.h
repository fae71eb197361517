// What convolutions and products of libraries need before and after them: operands as half, and
// what the library does not fuse.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/epilogue_body.h"
#ifdef __CUDACC__
#include <cuda_fp16.h>
#else
#include "lite/base/half.h"
#endif

namespace paddle::lite::cuda {

LITE_CUDA_FUNCTION uint16_t ToHalfBits(float value) {
#ifdef __CUDACC__
  return __half_as_ushort(__float2half_rn(value));
#else
  return FloatToHalfBits(value);
#endif
}

LITE_CUDA_FUNCTION float FromHalfBits(uint16_t bits) {
#ifdef __CUDACC__
  return __half2float(__ushort_as_half(bits));
#else
  return HalfBitsToFloat(bits);
#endif
}

// Sizes of images, or of a filter whose outputs are the images.
struct ImageSize {
  int32_t count, channels, height, width;
};

// NCHW to NHWC in half, with zeros around each image, after its channels and after all images.
struct ToHalfBody {
  const float* x;
  uint16_t* out;
  ImageSize from, to;
  int32_t top, left;

  int64_t items() const { return int64_t{to.count} * to.channels * to.height * to.width; }
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i % to.channels;
    const int32_t position = i / to.channels;
    const int32_t column = position % to.width - left;
    const int32_t row = position / to.width % to.height - top;
    const int32_t number = position / to.width / to.height;
    const bool inside = number < from.count && channel < from.channels && row >= 0 &&
                        row < from.height && column >= 0 && column < from.width;
    out[i] =
        inside
            ? ToHalfBits(
                  x[((number * from.channels + channel) * from.height + row) * from.width + column])
            : uint16_t{0};
  }
};

// Numbers to half, in the same order.
struct NumbersToHalfBody {
  const float* x;
  uint16_t* out;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = ToHalfBits(x[i]); }
};

// The bias of element i is bias[i / step % count].
struct BiasOperand {
  const float* bias;  // null if there is none
  int32_t step, count;

  LITE_CUDA_FUNCTION float Of(int32_t i) const {
    return bias != nullptr ? bias[i / step % count] : 0;
  }
};

// Sums in NHWC, of more channels, to a result in NCHW.
struct FromHalfBody {
  const uint16_t* sums;
  float* out;
  int32_t channels, area, sum_channels;
  BiasOperand bias;
  Epilogue epilogue;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t position = i % area;
    const int32_t channel = i / area % channels;
    const int32_t number = i / area / channels;
    const float sum = FromHalfBits(sums[(number * area + position) * sum_channels + channel]);
    out[i] = epilogue(sum + bias.Of(i), i);
  }
};

// Sums in place.
struct FinishBody {
  float* out;
  BiasOperand bias;
  Epilogue epilogue;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = epilogue(out[i] + bias.Of(i), i); }
};

}  // namespace paddle::lite::cuda
