// Functions of each element of one tensor.

#include "lite/operators/activation.h"

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/clip.h"
#include "lite/operators/dropout.h"
#include "lite/operators/scale.h"

namespace paddle::lite::kernels::cuda {
namespace {

using lite::cuda::Elementary;
using lite::cuda::UnaryBody;
using lite::cuda::UnaryFunction;

UnaryFunction UnaryOf(ActivationType type, float a = 0, float b = 0, float c = 0) {
  UnaryFunction function;
  function.activation = {type, a, b, c};
  return function;
}
UnaryFunction UnaryOf(Elementary type, float a = 0, float b = 0, float c = 0) {
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
UnaryFunction OfRelu6(const operators::Relu6& op) {
  return UnaryOf(ActivationType::kRelu6, op.threshold);
}
UnaryFunction OfReluClipped(const operators::ReluClipped& op) {
  return UnaryOf(ActivationType::kRelu6, op.coefficient);
}
UnaryFunction OfLeakyRelu(const operators::LeakyRelu& op) {
  return UnaryOf(ActivationType::kLeakyRelu, op.alpha);
}
UnaryFunction OfThresholdedRelu(const operators::ThresholdedRelu& op) {
  return UnaryOf(ActivationType::kThresholdedRelu, op.threshold);
}
UnaryFunction OfBoundedRelu(const operators::BoundedRelu& op) {
  return UnaryOf(Elementary::kClip, op.t_min, op.t_max);
}
UnaryFunction OfSwish(const operators::Swish& op) {
  return UnaryOf(ActivationType::kSwish, op.beta);
}
UnaryFunction OfHardSwish(const operators::HardSwish& op) {
  return UnaryOf(ActivationType::kHardSwish, op.threshold, op.scale, op.offset);
}
UnaryFunction OfHardSigmoid(const operators::HardSigmoid& op) {
  return UnaryOf(ActivationType::kHardSigmoid, op.slope, op.offset);
}
UnaryFunction OfGelu(const operators::Gelu& op) {
  return UnaryOf(ActivationType::kGelu, op.approximate ? 1.0f : 0.0f);
}
UnaryFunction OfElu(const operators::Elu& op) { return UnaryOf(ActivationType::kElu, op.alpha); }
UnaryFunction OfMish(const operators::Mish& op) {
  return UnaryOf(ActivationType::kMish, op.threshold);
}
UnaryFunction OfSoftplus(const operators::Softplus& op) {
  return UnaryOf(ActivationType::kSoftPlus, op.beta, op.threshold);
}
UnaryFunction OfScaledTanh(const operators::ScaledTanh& op) {
  return UnaryOf(Elementary::kScaledTanh, op.scale_a, op.scale_b);
}
UnaryFunction OfPower(const operators::Power& op) {
  return UnaryOf(Elementary::kPower, op.scale, op.shift, op.power);
}

}  // namespace

// Base of the kernels that compute a function of each element.
template <typename OpType>
class ElementsKernel : public CudaKernel<OpType> {
 public:
  Status PrepareCuda(const OpType& op, PrepareContext*) final {
    LITE_ASSIGN_OR_RETURN(function_, Describe(op));
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) final {
    const UnaryBody body = {From<float>(op.x), To<float>(op.out), function_};
    return QueueOf(context)->Launch("unary", body, op.x->numel());
  }

 protected:
  virtual Result<UnaryFunction> Describe(const OpType& op) const = 0;

 private:
  UnaryFunction function_;
};

// kDescribe returns the function of an operator.
template <auto kDescribe>
class UnaryKernel;
template <typename OpType, UnaryFunction (*kDescribe)(const OpType&)>
class UnaryKernel<kDescribe> final : public ElementsKernel<OpType> {
  Result<UnaryFunction> Describe(const OpType& op) const override { return kDescribe(op); }
};

class ScaleKernel final : public ElementsKernel<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    return op.scale_tensor == nullptr ? OkStatus() : Unsupported("slot ScaleTensor");
  }

 private:
  Result<UnaryFunction> Describe(const operators::Scale& op) const override {
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
};

class ClipKernel final : public ElementsKernel<operators::Clip> {
 public:
  static Status Supports(const operators::Clip& op) {
    const bool plain = op.min_tensor == nullptr && op.max_tensor == nullptr;
    return plain ? OkStatus() : Unsupported("slots Min and Max");
  }

 private:
  Result<UnaryFunction> Describe(const operators::Clip& op) const override {
    return UnaryOf(Elementary::kClip, op.min, op.max);
  }
};

class DropoutKernel final : public ElementsKernel<operators::Dropout> {
  Result<UnaryFunction> Describe(const operators::Dropout& op) const override {
    UnaryFunction function;
    if (op.dropout_implementation != "upscale_in_train") function.scale = 1.0f - op.dropout_prob;
    return function;
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kRelu>>, relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kSigmoid>>, sigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kTanh>>, tanh);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kSilu>>, silu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kExp>>, exp);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kLog>>, log);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kLog1p>>, log1p);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kReciprocal>>,
             reciprocal);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kAbs>>, abs);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kSign>>, sign);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<Plain<ActivationType::kErf>>, erf);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kLogSigmoid>>,
             logsigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kSoftsign>>,
             softsign);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kSqrt>>, sqrt);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kRsqrt>>, rsqrt);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kSquare>>, square);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kNegative>>,
             negative);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kFloor>>, floor);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kCeil>>, ceil);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kRound>>, round);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kSin>>, sin);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kCos>>, cos);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kTan>>, tan);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kAsin>>, asin);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kAcos>>, acos);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<PlainElementary<Elementary::kAtan>>, atan);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfRelu6>, relu6);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfReluClipped>, relu_clipped);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfLeakyRelu>, leaky_relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfThresholdedRelu>, thresholded_relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfBoundedRelu>, brelu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfSwish>, swish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfHardSwish>, hard_swish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfHardSigmoid>, hard_sigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfGelu>, gelu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfElu>, elu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfMish>, mish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfSoftplus>, softplus);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfScaledTanh>, stanh);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<OfPower>, power);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ScaleKernel, scale);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ClipKernel, clip);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, DropoutKernel, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

}  // namespace paddle::lite::kernels::cuda
