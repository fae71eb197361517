// Maps an operator's activation to the micro-kernels.
#pragma once

#include <algorithm>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/base/status.h"
#include "lite/core/activation.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/fused_activation.h"

namespace paddle::lite::kernels::LITE_CPU {

inline Result<backend::ActivationF32> MapActivation(const Activation& activation) {
  using backend::UnaryF32;
  backend::ActivationF32 map;
  const auto function = [&map](UnaryF32 kind, float p0 = 0, float p1 = 0, float p2 = 0) {
    map.has_function = true;
    map.function = kind;
    map.params[0] = p0;
    map.params[1] = p1;
    map.params[2] = p2;
    return map;
  };
  switch (activation.type) {
    case ActivationType::kIndentity:
      return map;
    case ActivationType::kRelu:
      map.low = 0;
      return map;
    case ActivationType::kRelu6:
      map.low = 0;
      map.high = activation.a;
      return map;
    case ActivationType::kLeakyRelu:
      return function(UnaryF32::kLeakyRelu, activation.a);
    case ActivationType::kSigmoid:
    case ActivationType::kSigmoid_v2:
      return function(UnaryF32::kSigmoid);
    case ActivationType::kTanh:
    case ActivationType::kTanh_v2:
      return function(UnaryF32::kTanh);
    case ActivationType::kSwish:
      return function(UnaryF32::kSwish, activation.a);
    case ActivationType::kSilu:
      return function(UnaryF32::kSwish, 1.0f);
    case ActivationType::kExp:
      return function(UnaryF32::kExp);
    case ActivationType::kAbs:
      return function(UnaryF32::kAbs);
    case ActivationType::kHardSwish:
      return function(UnaryF32::kHardSwish, activation.c, activation.a, 1.0f / activation.b);
    case ActivationType::kHardSigmoid:
      return function(UnaryF32::kHardSigmoid, activation.a, activation.b);
    case ActivationType::kElu:
      return function(UnaryF32::kElu, activation.a);
    case ActivationType::kGelu:
      return function(activation.a == 0 ? UnaryF32::kGelu : UnaryF32::kGeluTanh);
    default:
      return Unsupported("fused activation number ", static_cast<int>(activation.type));
  }
}

// The same for kernels that take the slopes of a fused prelu in ConvBuffers::slopes.
inline Result<backend::ActivationF32> MapActivation(const Activation& activation,
                                                    const std::string& prelu_mode) {
  if (activation.type != ActivationType::kPRelu) return MapActivation(activation);
  if (prelu_mode != "channel") return Unsupported("a fused prelu of mode ", prelu_mode);
  backend::ActivationF32 map;
  map.slopes = true;
  return map;
}

// A convolution's activation with the scale and the bias after it.
inline Result<backend::ActivationF32> MapActivation(const operators::FusedActivation& fused) {
  using backend::UnaryF32;
  LITE_ASSIGN_OR_RETURN(const Activation activation, fused.Resolve());
  LITE_ASSIGN_OR_RETURN(backend::ActivationF32 map, MapActivation(activation, fused.prelu_mode));
  if (!fused.has_affine()) return map;
  if (!map.has_function && !map.slopes) {
    map.has_function = true;
    map.function = UnaryF32::kAffine;
    map.params[0] = fused.activation_scale;
    map.params[1] = fused.activation_bias;
    return map;
  }
  if (map.slopes || map.function != UnaryF32::kHardSwish) {
    return Unsupported("a scale or a bias after ", fused.act_type);
  }
  map.params[2] *= fused.activation_scale;
  map.params[3] = fused.activation_bias;
  return map;
}

// Applies a fused activation in place to a kernel's output while it is still in the cache.
template <typename Types>
class InPlaceActivation {
 public:
  Status Prepare(const Activation& activation) {
    const auto& vector = Types::ActiveTables().vector;
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 map, MapActivation(activation));
    run_ = nullptr;
    if (map.has_function) {
      run_ = vector.unary[static_cast<int>(map.function)];
      std::copy_n(map.params, backend::kUnaryF32Params, params_);
    } else if (map.has_range()) {
      run_ = vector.unary[static_cast<int>(map.range_function())];
      params_[0] = map.low;
      params_[1] = map.high;
    }
    return OkStatus();
  }

  void Apply(typename Types::Real* data, int64_t count) const {
    if (run_ != nullptr) run_(data, data, count, params_);
  }

 private:
  using Real = typename Types::Real;

  void (*run_)(const Real* src, Real* dst, int64_t count, const float* params) = nullptr;
  float params_[backend::kUnaryF32Params] = {};
};

}  // namespace paddle::lite::kernels::LITE_CPU
