// What is fused after a product: residual, activation, a second operand.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/activation_body.h"
#include "lite/backends/cuda/element_body.h"

namespace paddle::lite::cuda {

// Operands that the operator lacks are null. They have the type of the result.
template <typename T>
struct EpilogueOf {
  const T* residual = nullptr;
  const T* slopes = nullptr;  // of a fused prelu
  const T* second = nullptr;
  Activation activation;
  // The slope of output element i is slopes[i % slope_period / slope_step].
  int32_t slope_period = 1, slope_step = 1;
  // The activation's result is multiplied by `scale`, then `shift` is added.
  float scale = 1, shift = 0;
  bool relu_after_second = false;

  // Output element i, whose sum with the bias is `value`.
  LITE_CUDA_FUNCTION float operator()(float value, int32_t i) const {
    if (residual != nullptr) value += Number(residual[i]);
    Activation f = activation;
    if (slopes != nullptr) f.a = Number(slopes[i % slope_period / slope_step]);
    value = Activate(value, f) * scale + shift;
    if (second != nullptr) {
      value += Number(second[i]);
      if (relu_after_second) value = value > 0 ? value : 0;
    }
    return value;
  }
};
using Epilogue = EpilogueOf<float>;

}  // namespace paddle::lite::cuda
