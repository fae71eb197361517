// Functions of each element of one tensor.

#include "lite/operators/activation.h"

#include "lite/kernels/xpu/call.h"
#include "lite/operators/dropout.h"
#include "lite/operators/scale.h"

namespace paddle::lite::kernels::xpu {

using lite::xpu::UnaryFunction;

template <UnaryFunction kFunction>
class UnaryKernel final : public XpuKernel<operators::Unary> {
 protected:
  Status RunXpu(const operators::Unary& op, RawContext* context) override {
    return CheckCall(
        library::Unary(context, kFunction, From<float>(op.x), To<float>(op.out), op.x->numel()),
        "an activation of XDNN");
  }
};

class ScaleKernel final : public XpuKernel<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    if (op.scale_tensor != nullptr) return Unsupported("slot ScaleTensor");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    const bool plain = activation.is_identity() && !op.fuse_scaleact;
    return plain ? OkStatus() : Unsupported("an activation fused into it");
  }

 protected:
  Status RunXpu(const operators::Scale& op, RawContext* context) override {
    return CheckCall(library::Scale(context, From<float>(op.x), To<float>(op.out), op.x->numel(),
                                    op.bias_after_scale, op.scale, op.bias),
                     "scale of XDNN");
  }
};

class DropoutKernel final : public XpuKernel<operators::Dropout> {
 protected:
  Status RunXpu(const operators::Dropout& op, RawContext* context) override {
    const bool scales = op.dropout_implementation == "downgrade_in_infer";
    return CheckCall(library::Scale(context, From<float>(op.x), To<float>(op.out), op.x->numel(),
                                    true, scales ? 1.0f - op.dropout_prob : 1.0f, 0.0f),
                     "scale of XDNN");
  }
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, UnaryKernel<UnaryFunction::kRelu>, relu);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, UnaryKernel<UnaryFunction::kSigmoid>, sigmoid);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, UnaryKernel<UnaryFunction::kTanh>, tanh);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, ScaleKernel, scale);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, DropoutKernel, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

}  // namespace paddle::lite::kernels::xpu
