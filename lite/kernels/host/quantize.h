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
  const float rounded = kEven ? std::nearbyint(steps) : std::round(steps);
  const float bounded = std::min(std::max(rounded, kLowest), 127.0f);
  return steps == steps ? static_cast<int8_t>(bounded) : int8_t{0};
}

// Converts sums of int8 products to elements of the output, float or int8.
template <typename Out>
class Requantizer {
 public:
  Status Prepare(const operators::Quantization& quant, int64_t channels) {
    LITE_ASSIGN_OR_RETURN(factors_, DequantizingFactors(quant, channels));
    if constexpr (std::is_same_v<Out, int8_t>) {
      LITE_ASSIGN_OR_RETURN(const float out_scale, OutputScale(quant));
      for (float& factor : factors_) factor /= out_scale;
    }
    return OkStatus();
  }
  Out operator()(int32_t sum, int64_t channel) const {
    const float value = static_cast<float>(sum) * factors_[channel];
    if constexpr (std::is_same_v<Out, int8_t>) {
      return QuantizeToInt8(value);
    } else {
      return value;
    }
  }

 private:
  std::vector<float> factors_;
};

// Computes activation(values * scale) / scale in place, for values that are already divided by the
// output scale. Piecewise linear activations scale their parameters instead, as in the integer
// kernels of every target.
inline void ApplyScaledActivation(Activation activation, float scale, float* values,
                                  int64_t count) {
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
    case ActivationType::kHardSwish:
      activation.a /= scale;
      activation.b /= scale;
      activation.c /= scale;
      return ApplyActivation(activation, values, count);
    default:
      for (int64_t i = 0; i < count; ++i) values[i] *= scale;
      ApplyActivation(activation, values, count);
      for (int64_t i = 0; i < count; ++i) values[i] /= scale;
  }
}

}  // namespace paddle::lite::kernels::host
