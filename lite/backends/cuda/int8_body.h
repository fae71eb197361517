// Convolutions of int8 images with their channels last, and what is between int8 and float.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/convolution_body.h"

namespace paddle::lite::cuda {

// Halves are rounded away from zero, and -128 is not used.
LITE_CUDA_FUNCTION int8_t ToInt8(float value) {
  const float rounded = roundf(value);
  return static_cast<int8_t>(rounded < -127 ? -127 : rounded > 127 ? 127 : rounded);
}

LITE_CUDA_FUNCTION void StoreAs(float value, float, float* out) { *out = value; }
LITE_CUDA_FUNCTION void StoreAs(float value, float unit, int8_t* out) {
  *out = ToInt8(value / unit);
}

// From an integer sum to an element of the result. Element i belongs to channel i % channels.
template <typename Out>
struct Int8Finish {
  const float* factors;  // the value of a sum, by channel
  const float* bias;     // null if there is none
  const float* residual;
  Out* out;
  int32_t channels;
  float unit;  // of an int8 result
  Activation activation;

  LITE_CUDA_FUNCTION void operator()(float sum, int32_t i) const {
    const int32_t channel = i % channels;
    float value = sum * factors[channel];
    if (bias != nullptr) value += bias[channel];
    if (residual != nullptr) value += residual[i];
    StoreAs(Activate(value, activation), unit, out + i);
  }
};

// One element. The filter is OHWI.
template <typename Out>
struct ConvInt8Body {
  const int8_t* x;
  const int8_t* filter;
  ConvWindow w;
  Int8Finish<Out> finish;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i % w.out_channels;
    const int32_t position = i / w.out_channels;
    const int32_t top = position / w.out_width % w.out_height * w.stride_y - w.top;
    const int32_t left = position % w.out_width * w.stride_x - w.left;
    const int8_t* const image = x + position / w.out_area() * w.in_area() * w.in_channels +
                                channel / w.out_per_group * w.in_per_group;
    const int8_t* weight = filter + channel * w.taps() * w.in_per_group;
    int32_t sum = 0;
    for (int32_t down = 0; down < w.kernel_height; ++down) {
      const int32_t y = top + down * w.dilation_y;
      for (int32_t right = 0; right < w.kernel_width; ++right, weight += w.in_per_group) {
        const int32_t column = left + right * w.dilation_x;
        if (y < 0 || y >= w.in_height || column < 0 || column >= w.in_width) continue;
        const int8_t* const pixel = image + (y * w.in_width + column) * w.in_channels;
        for (int32_t c = 0; c < w.in_per_group; ++c) sum += int32_t{pixel[c]} * weight[c];
      }
    }
    finish(static_cast<float>(sum), i);
  }
};

// Sums that a library computed.
template <typename Out>
struct FinishInt8Body {
  const float* sums;
  Int8Finish<Out> finish;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { finish(sums[i], i); }
};

struct QuantiseBody {
  const float* x;
  int8_t* out;
  float inverse;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = ToInt8(x[i] * inverse); }
};

struct DequantiseBody {
  const int8_t* x;
  float* out;
  float scale;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = static_cast<float>(x[i]) * scale; }
};

}  // namespace paddle::lite::cuda
