// Applies a fused activation to an array, with the dispatch on its type outside the loop.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lite/core/activation.h"
#include "lite/kernels/activation_math.h"

namespace paddle::lite::kernels::host {

// data[i] = activation(data[i]). kPRelu takes its slope from `a`: the caller splits the data by
// slope.
template <typename T>
void ApplyActivation(const Activation& activation, T* data, int64_t count) {
  const float a = activation.a;
  const float b = activation.b;
  const float c = activation.c;
  const auto map = [=](auto f) {
    for (int64_t i = 0; i < count; ++i) data[i] = f(data[i]);
  };
  switch (activation.type) {
    case ActivationType::kRelu:
      return map(Relu);
    case ActivationType::kRelu6:
      return map([=](T x) { return Relu6(x, a); });
    case ActivationType::kPRelu:
    case ActivationType::kLeakyRelu:
      return map([=](T x) { return LeakyRelu(x, a); });
    case ActivationType::kSigmoid:
    case ActivationType::kSigmoid_v2:
      return map(Sigmoid);
    case ActivationType::kTanh:
    case ActivationType::kTanh_v2:
      return map(Tanh);
    case ActivationType::kSwish:
      return map([=](T x) { return Swish(x, a); });
    case ActivationType::kSilu:
      return map(Silu);
    case ActivationType::kExp:
      return map(Exp);
    case ActivationType::kAbs:
      return map(Abs);
    case ActivationType::kHardSwish:
      return map([=](T x) { return HardSwish(x, a, b, c); });
    case ActivationType::kReciprocal:
      return map(Reciprocal);
    case ActivationType::kThresholdedRelu:
      return map([=](T x) { return ThresholdedRelu(x, a); });
    case ActivationType::kElu:
      return map([=](T x) { return Elu(x, a); });
    case ActivationType::kHardSigmoid:
      return map([=](T x) { return HardSigmoid(x, a, b); });
    case ActivationType::kLog:
      return map(Log);
    case ActivationType::kLog1p:
      return map(Log1p);
    case ActivationType::kGelu:
      return a != 0 ? map(GeluTanh) : map(GeluExact);
    case ActivationType::kErf:
      return map(Erf);
    case ActivationType::kSign:
      return map(Sign);
    case ActivationType::kSoftPlus:
      return map([=](T x) { return Softplus(x, a, b); });
    case ActivationType::kMish:
      return map([=](T x) { return Mish(x, a); });
    case ActivationType::kIndentity:
    default:
      return;
  }
}

}  // namespace paddle::lite::kernels::host
