// The activations of the operators that fusions for XPU make.
#pragma once

#include "lite/operators/fused_activation.h"

namespace paddle::lite::operators {

// The number of an activation in fused operators of XPU, and its name here.
struct XpuActivationCode {
  int code;
  const char* name;
};
inline constexpr XpuActivationCode kXpuActivations[] = {
    {0, ""},           {1, "relu"},        {2, "sigmoid"},       {3, "tanh"},  {4, "gelu"},
    {5, "leaky_relu"}, {14, "hard_swish"}, {15, "hard_sigmoid"}, {17, "relu6"}};

// The name of an activation; `act_type` is its number.
inline Result<const char*> XpuActivationName(int act_type) {
  for (const XpuActivationCode& known : kXpuActivations) {
    if (known.code == act_type) return known.name;
  }
  return InvalidArgument("act_type: expected the number of an activation of XPU, found ", act_type);
}

// `act_param` is the slope of leaky_relu and of hard_sigmoid; the others have none.
inline Result<Activation> XpuActivation(int act_type, float act_param) {
  LITE_ASSIGN_OR_RETURN(const char* name, XpuActivationName(act_type));
  LITE_ASSIGN_OR_RETURN(Activation activation, ActivationByName(name));
  if (activation.type == ActivationType::kLeakyRelu ||
      activation.type == ActivationType::kHardSigmoid) {
    activation.a = act_param;
  }
  return activation;
}

}  // namespace paddle::lite::operators
