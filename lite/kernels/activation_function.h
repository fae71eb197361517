// The functions of activation operators with parameters.
#pragma once

#include <cmath>

#include "lite/kernels/activation_math.h"
#include "lite/operators/activation.h"

namespace paddle::lite::kernels {

// Parameters are copied out of the operator, so that the loop keeps them in registers.
inline auto FunctionOf(const operators::Relu6& op) {
  return [t = op.threshold](auto x) { return Relu6(x, t); };
}
inline auto FunctionOf(const operators::ReluClipped& op) {
  return [t = op.coefficient](auto x) { return Relu6(x, t); };
}
inline auto FunctionOf(const operators::LeakyRelu& op) {
  return [a = op.alpha](auto x) { return LeakyRelu(x, a); };
}
inline auto FunctionOf(const operators::ThresholdedRelu& op) {
  return [t = op.threshold](auto x) { return ThresholdedRelu(x, t); };
}
inline auto FunctionOf(const operators::BoundedRelu& op) {
  return [low = op.t_min, high = op.t_max](auto x) { return Clip(x, low, high); };
}
inline auto FunctionOf(const operators::Swish& op) {
  return [b = op.beta](auto x) { return Swish(x, b); };
}
inline auto FunctionOf(const operators::HardSwish& op) {
  return [t = op.threshold, s = op.scale, o = op.offset](auto x) { return HardSwish(x, t, s, o); };
}
inline auto FunctionOf(const operators::HardSigmoid& op) {
  return [s = op.slope, o = op.offset](auto x) { return HardSigmoid(x, s, o); };
}
inline auto FunctionOf(const operators::Elu& op) {
  return [a = op.alpha](auto x) { return Elu(x, a); };
}
inline auto FunctionOf(const operators::Gelu& op) {
  return [tanh_form = op.approximate](auto x) { return tanh_form ? GeluTanh(x) : GeluExact(x); };
}
inline auto FunctionOf(const operators::Mish& op) {
  return [t = op.threshold](auto x) { return Mish(x, t); };
}
inline auto FunctionOf(const operators::Softplus& op) {
  return [b = op.beta, t = op.threshold](auto x) { return Softplus(x, b, t); };
}
inline auto FunctionOf(const operators::ScaledTanh& op) {
  return [a = op.scale_a, b = op.scale_b](auto x) { return b * Tanh(a * x); };
}
inline auto FunctionOf(const operators::Power& op) {
  return [s = op.scale, h = op.shift, p = op.power](auto x) {
    const auto base = s * x + h;
    return p == 1.0f ? base : std::pow(base, static_cast<decltype(x)>(p));
  };
}
inline auto FunctionOf(const operators::Selu& op) {
  return [s = op.scale, a = op.alpha](auto x) { return Selu(x, s, a); };
}
inline auto FunctionOf(const operators::Celu& op) {
  return [a = op.alpha](auto x) { return Celu(x, a); };
}
inline auto FunctionOf(const operators::HardShrink& op) {
  return [t = op.threshold](auto x) { return HardShrink(x, t); };
}
inline auto FunctionOf(const operators::SoftShrink& op) {
  return [l = op.lambda](auto x) { return SoftShrink(x, l); };
}
inline auto FunctionOf(const operators::Logit& op) {
  return [e = op.eps](auto x) { return Logit(x, e); };
}

}  // namespace paddle::lite::kernels
