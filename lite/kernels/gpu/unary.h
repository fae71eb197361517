// The functions of operators of one tensor, for kernels of GPUs.
#pragma once

#include "lite/backends/gpu/functions.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/activation.h"
#include "lite/operators/clip.h"
#include "lite/operators/dropout.h"
#include "lite/operators/pow.h"
#include "lite/operators/scale.h"

namespace paddle::lite::kernels::gpu {

using lite::gpu::Elementary;
using lite::gpu::UnaryFunction;

inline UnaryFunction UnaryOf(ActivationType type, float a = 0, float b = 0, float c = 0) {
  UnaryFunction function;
  function.activation = {type, a, b, c};
  return function;
}
inline UnaryFunction UnaryOf(Elementary type, float a = 0, float b = 0, float c = 0) {
  return UnaryOf(static_cast<ActivationType>(type), a, b, c);
}

template <ActivationType kType>
UnaryFunction Plain(const operators::Unary&) {
  return UnaryOf(kType);
}
template <Elementary kType>
UnaryFunction PlainElementary(const operators::Unary&) {
  return UnaryOf(kType);
}
inline UnaryFunction OfRelu6(const operators::Relu6& op) {
  return UnaryOf(ActivationType::kRelu6, op.threshold);
}
inline UnaryFunction OfReluClipped(const operators::ReluClipped& op) {
  return UnaryOf(ActivationType::kRelu6, op.coefficient);
}
inline UnaryFunction OfLeakyRelu(const operators::LeakyRelu& op) {
  return UnaryOf(ActivationType::kLeakyRelu, op.alpha);
}
inline UnaryFunction OfThresholdedRelu(const operators::ThresholdedRelu& op) {
  return UnaryOf(ActivationType::kThresholdedRelu, op.threshold);
}
inline UnaryFunction OfBoundedRelu(const operators::BoundedRelu& op) {
  return UnaryOf(Elementary::kClip, op.t_min, op.t_max);
}
inline UnaryFunction OfSwish(const operators::Swish& op) {
  return UnaryOf(ActivationType::kSwish, op.beta);
}
inline UnaryFunction OfHardSwish(const operators::HardSwish& op) {
  return UnaryOf(ActivationType::kHardSwish, op.threshold, op.scale, op.offset);
}
inline UnaryFunction OfHardSigmoid(const operators::HardSigmoid& op) {
  return UnaryOf(ActivationType::kHardSigmoid, op.slope, op.offset);
}
inline UnaryFunction OfGelu(const operators::Gelu& op) {
  return UnaryOf(ActivationType::kGelu, op.approximate ? 1.0f : 0.0f);
}
inline UnaryFunction OfElu(const operators::Elu& op) {
  return UnaryOf(ActivationType::kElu, op.alpha);
}
inline UnaryFunction OfMish(const operators::Mish& op) {
  return UnaryOf(ActivationType::kMish, op.threshold);
}
inline UnaryFunction OfSoftplus(const operators::Softplus& op) {
  return UnaryOf(ActivationType::kSoftPlus, op.beta, op.threshold);
}
inline UnaryFunction OfScaledTanh(const operators::ScaledTanh& op) {
  return UnaryOf(Elementary::kScaledTanh, op.scale_a, op.scale_b);
}
inline UnaryFunction OfPower(const operators::Power& op) {
  return UnaryOf(Elementary::kPower, op.scale, op.shift, op.power);
}
inline UnaryFunction OfPow(const operators::Pow& op) {
  return UnaryOf(Elementary::kPower, 1, 0, op.factor);
}

inline UnaryFunction OfClip(const operators::Clip& op) {
  return UnaryOf(Elementary::kClip, op.min, op.max);
}
inline UnaryFunction OfDropout(const operators::Dropout& op) {
  UnaryFunction function;
  if (op.dropout_implementation != "upscale_in_train") function.scale = 1.0f - op.dropout_prob;
  return function;
}
inline Result<UnaryFunction> OfScale(const operators::Scale& op) {
  UnaryFunction function;
  (op.bias_after_scale ? function.after : function.before) = op.bias;
  function.scale = op.scale;
  LITE_ASSIGN_OR_RETURN(function.activation, op.activation.Resolve());
  if (op.fuse_scaleact) {
    function.scale1 = op.scale1;
    function.bias1 = op.bias1;
  }
  return function;
}

// Numbers in tensors are in the device's memory when the kernel is prepared.
template <typename OpType>
Status RefuseTensors(const OpType&) {
  return OkStatus();
}
inline Status RefuseTensors(const operators::Scale& op) {
  return op.scale_tensor == nullptr ? OkStatus() : Unsupported("slot ScaleTensor");
}
inline Status RefuseTensors(const operators::Clip& op) {
  const bool plain = op.min_tensor == nullptr && op.max_tensor == nullptr;
  return plain ? OkStatus() : Unsupported("slots Min and Max");
}
inline Status RefuseTensors(const operators::Pow& op) {
  return op.factor_tensor == nullptr ? OkStatus() : Unsupported("slot FactorTensor");
}

}  // namespace paddle::lite::kernels::gpu
