#pragma once

#include "lite/core/types.h"

namespace paddle::lite {

using lite_api::ActivationType;

// An activation with its parameters, in the plain form that kernels and micro-kernels take. x is
// the input:
//
//   kRelu6            min(max(x, 0), a)
//   kPRelu            x > 0 ? x : alpha * x, alpha from a tensor
//   kLeakyRelu        x > 0 ? x : a * x
//   kSwish            x * sigmoid(a * x)
//   kHardSwish        x * min(max(x + c, 0), a) / b
//   kHardSigmoid      min(max(a * x + b, 0), 1)
//   kThresholdedRelu  x > a ? x : 0
//   kElu              x > 0 ? x : a * (exp(x) - 1)
//   kGelu             exact for a == 0, the tanh form otherwise
//   kSoftPlus         a * x > b ? x : log(1 + exp(a * x)) / a
//   kMish             x * tanh(softplus(x)), where softplus(x) is x above a
//
// The others have no parameter.
struct Activation {
  ActivationType type = ActivationType::kIndentity;
  float a = 0;
  float b = 0;
  float c = 0;

  bool is_identity() const { return type == ActivationType::kIndentity; }
};

}  // namespace paddle::lite
