// Arithmetic of quantised operators on the host, where real = quantised * scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/activation.h"
#include "lite/kernels/host/apply_activation.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::host {

// How a number of steps becomes an int8.
enum class Rounding {
  kHalfAway,  // halves away from zero, within [-127, 127]: the kernels and the casts between them
  kHalfEven,  // halves to even, within [-128, 127]: quantize_linear
};

// Values beyond the range, infinities included, become its ends; NaN becomes 0.
template <Rounding kRounding = Rounding::kHalfAway>
int8_t QuantizeToInt8(float steps) {
  constexpr bool kEven = kRounding == Rounding::kHalfEven;
  constexpr float kLowest = kEven ? -128.0f : -127.0f;
  const float number = steps == steps ? steps : 0.0f;
  const float bounded = std::min(std::max(number, kLowest), 127.0f);
  if constexpr (kEven) return static_cast<int8_t>(std::nearbyint(bounded));
  // Truncated after adding the largest float below a half, which is exact in this range and, unlike
  // std::round, an instruction everywhere.
  return static_cast<int8_t>(
      static_cast<int32_t>(bounded + std::copysign(0x1.fffffep-2f, bounded)));
}

// Converts sums of int8 products to elements of the output, float or int8.
template <typename Out>
class Requantizer {
 public:
  // For X * Y = Out, with a scale for each of `channels` columns of Y or one for all.
  Status Prepare(const Op& op, int64_t channels) {
    LITE_ASSIGN_OR_RETURN(scales_, operators::ScalesOfProduct(
                                       op, "X", "Y", "Out", std::is_same_v<Out, int8_t>, channels));
    return OkStatus();
  }
  // The sums have another factor.
  void Multiply(float factor) {
    for (float& of_channel : scales_.factors) of_channel *= factor;
  }
  Out operator()(int32_t sum, int64_t channel) const {
    const float value = static_cast<float>(sum) * scales_.factors[channel];
    if constexpr (std::is_same_v<Out, int8_t>) {
      return QuantizeToInt8(value);
    } else {
      return value;
    }
  }

 private:
  operators::ProductScales scales_;
};

// activation(values * scale) / scale in place, for values that are already divided by the output
// scale. Piecewise linear activations scale their parameters instead.
inline void ActivateInUnits(Activation activation, float scale, float* values, int64_t count) {
  switch (activation.type) {
    case ActivationType::kIndentity:
    case ActivationType::kRelu:
    case ActivationType::kPRelu:
    case ActivationType::kLeakyRelu:
    case ActivationType::kAbs:
      return ApplyActivation(activation, values, count);
    case ActivationType::kRelu6:
      activation.a /= scale;
      return ApplyActivation(activation, values, count);
    default:
      for (int64_t i = 0; i < count; ++i) values[i] *= scale;
      ApplyActivation(activation, values, count);
      for (int64_t i = 0; i < count; ++i) values[i] /= scale;
  }
}

// Computes (activation(values * scale) * factor + addend) / scale in place, for values that are
// already divided by the output scale. Piecewise linear activations and hard_swish scale their
// parameters instead, as in the integer kernels of every target.
inline void ApplyScaledActivation(Activation activation, float scale, float factor, float addend,
                                  float* values, int64_t count) {
  if (activation.type == ActivationType::kHardSwish) {
    const float offset = activation.c / scale;
    const float threshold = activation.a / scale;
    factor = factor / (activation.b / scale);
    addend /= scale;
    for (int64_t i = 0; i < count; ++i) {
      values[i] = values[i] * Clip(values[i] + offset, 0.0f, threshold) * factor + addend;
    }
    return;
  }
  ActivateInUnits(activation, scale, values, count);
  if (factor == 1.0f && addend == 0.0f) return;
  addend /= scale;
  for (int64_t i = 0; i < count; ++i) values[i] = values[i] * factor + addend;
}

}  // namespace paddle::lite::kernels::host
