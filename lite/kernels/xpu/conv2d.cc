#include "lite/operators/conv2d.h"

#include "lite/kernels/xpu/convolution.h"
#include "lite/operators/xpu_conv2d.h"

namespace paddle::lite::kernels::xpu {

class Conv2dKernel final : public XpuKernel<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    LITE_RETURN_IF_ERROR(op.RequireCommonForm());
    if (op.prelu_alpha != nullptr) return Unsupported("slot Prelu_alpha");
    if (!op.filter->persistable()) return Unsupported("a Filter that is not a weight");
    if (op.input->numel() == 0) return Unsupported("an image without elements");
    if (op.act.has_affine()) return Unsupported("a scale fused into it");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return LibraryActivationOf(activation).status();
  }

 protected:
  Status PrepareXpu(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return convolution_.Prepare(*context, g, *op.filter, activation);
  }
  Status RunXpu(const operators::Conv2d& op, RawContext* context) override {
    return convolution_.Run(context, From<float>(op.input), From<float>(op.bias),
                            From<float>(op.residual), To<float>(op.output));
  }

 private:
  WeightConvolution convolution_;
};

class XpuConv2dKernel final : public XpuKernel<operators::XpuConv2d> {
 public:
  static Status Supports(const operators::XpuConv2d& op) {
    if (op.output_max != nullptr) return Unsupported("slot OutputMax");
    if (op.input->numel() == 0) return Unsupported("an image without elements");
    LITE_RETURN_IF_ERROR(operators::RequireNoCrop(op.paddings));
    return op.filter->persistable() ? OkStatus() : Unsupported("a Filter that is not a weight");
  }

 protected:
  Status PrepareXpu(const operators::XpuConv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Conv2d conv, op.AsConv2d());
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, conv.Geometry());
    LITE_ASSIGN_OR_RETURN(const Activation activation,
                          operators::XpuActivation(op.act_type[0], op.act_param[0]));
    return convolution_.Prepare(*context, g, *op.filter, activation);
  }
  Status RunXpu(const operators::XpuConv2d& op, RawContext* context) override {
    return convolution_.Run(context, From<float>(op.input), From<float>(op.bias),
                            From<float>(op.branch), To<float>(op.output));
  }

 private:
  WeightConvolution convolution_;
};

}  // namespace paddle::lite::kernels::xpu

REGISTER_LITE_KERNEL(conv2d, kXPU, kFloat, kNCHW, paddle::lite::kernels::xpu::Conv2dKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
REGISTER_LITE_KERNEL(depthwise_conv2d, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::Conv2dKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
REGISTER_LITE_KERNEL(__xpu__conv2d, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::XpuConv2dKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
