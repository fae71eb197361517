// Functions of each element of one or two tensors.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/activation_body.h"
#include "lite/backends/cuda/element_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

using gpu::Binary;
using gpu::UnaryFunction;

template <typename T>
struct UnaryBody {
  const T* x;
  T* out;
  UnaryFunction f;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const float value = (Number(x[i]) + f.before) * f.scale + f.after;
    Store(Activate(value, f.activation) * f.scale1 + f.bias1, out + i);
  }
};

LITE_CUDA_FUNCTION float Combine(Binary function, float a, float b) {
  switch (function) {
    case Binary::kAdd:
      return a + b;
    case Binary::kSub:
      return a - b;
    case Binary::kMul:
      return a * b;
    case Binary::kDiv:
      return a / b;
    case Binary::kMax:
      return a > b ? a : b;
    case Binary::kMin:
      return a < b ? a : b;
    case Binary::kPow:
      return powf(a, b);
    case Binary::kMod: {  // the sign of the divisor
      const float rest = fmodf(a, b);
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
    case Binary::kFloorDiv:
      return floorf(a / b);
    case Binary::kPrelu:
      return a > 0 ? a : b * a;
  }
  return a;
}

// out[i] = activation(function(x, y) * scale + bias), with the steps in x and y.
template <typename T>
struct BinaryBody {
  const T* x;
  const T* y;
  T* out;
  Walk walk;
  Binary function;
  float scale, bias;
  Activation activation;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const Position at = PositionOf(walk, i);
    const float value = Combine(function, Number(x[at.first]), Number(y[at.second]));
    Store(Activate(value * scale + bias, activation), out + i);
  }
};

// y = activation((x - mean) / deviation * scale + shift) for x [outer, channels, inner], with one
// value of each parameter per channel. Absent parameters are null.
template <typename T>
struct BatchNormBody {
  const T* x;
  const float* scale;
  const float* shift;
  const float* mean;
  const float* variance;
  T* y;
  int32_t channels, inner;
  float epsilon;
  Activation activation;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i / inner % channels;
    float factor = 1 / sqrtf(variance[channel] + epsilon);
    if (scale != nullptr) factor *= scale[channel];
    const float offset = shift != nullptr ? shift[channel] : 0;
    Store(Activate((Number(x[i]) - mean[channel]) * factor + offset, activation), y + i);
  }
};

}  // namespace paddle::lite::cuda
