// What is fused after a product: residual, activation, a second operand.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/activation_body.h"

namespace paddle::lite::cuda {

// Operands that the operator lacks are null.
struct Epilogue {
  const float* residual = nullptr;
  const float* slopes = nullptr;  // of a fused prelu
  const float* second = nullptr;
  Activation activation;
  // The slope of output element i is slopes[i % slope_period / slope_step].
  int32_t slope_period = 1, slope_step = 1;
  // The activation's result is multiplied by `scale`, then `shift` is added.
  float scale = 1, shift = 0;
  bool relu_after_second = false;

  // Output element i, whose sum with the bias is `value`.
  LITE_CUDA_FUNCTION float operator()(float value, int32_t i) const {
    if (residual != nullptr) value += residual[i];
    Activation f = activation;
    if (slopes != nullptr) f.a = slopes[i % slope_period / slope_step];
    value = Activate(value, f) * scale + shift;
    if (second != nullptr) {
      value += second[i];
      if (relu_after_second) value = value > 0 ? value : 0;
    }
    return value;
  }
};

}  // namespace paddle::lite::cuda
