#include "lite/operators/conv2d.h"

#include "lite/kernels/fpga/convolution.h"

namespace paddle::lite::kernels::fpga {

class FpgaConv2dKernel final : public FpgaKernel<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    LITE_RETURN_IF_ERROR(op.RequireCommonForm());
    if (op.residual != nullptr) return Unsupported("slot ResidualData");
    if (!op.filter->persistable() || (op.bias != nullptr && !op.bias->persistable())) {
      return Unsupported("Filter and Bias must be constant weights");
    }
    if (op.act.has_affine()) return Unsupported("a scale after the activation");
    if (op.dilations.size() == 2 && op.dilations[0] != op.dilations[1]) {
      return Unsupported("dilations ", ListToString(op.dilations), ", expected equal ones");
    }
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return InplaceOf(activation).status();
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    if (op.output->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    ConvJob job;
    LITE_ASSIGN_OR_RETURN(job.activation, InplaceOf(activation));
    job.batch = g.batch;
    job.channels = g.in_channels;
    job.height = g.h.in;
    job.width = g.w.in;
    job.filters = g.out_channels;
    job.groups = g.groups;
    job.kernel_height = g.h.kernel;
    job.kernel_width = g.w.kernel;
    job.stride_h = g.h.stride;
    job.stride_w = g.w.stride;
    job.dilation = g.h.dilation;
    job.top = g.h.pad_begin;
    job.bottom = g.h.pad_end;
    job.left = g.w.pad_begin;
    job.right = g.w.pad_end;
    job.out_height = g.h.out;
    job.out_width = g.w.out;
    const Tensor& filter = *op.filter;
    const auto filters = [&filter] {
      const auto* const values = filter.data<float>();
      return std::vector<float>(values, values + filter.numel());
    };
    return convolution_.Prepare(context, job, filter, StrCat("conv ", g.groups, job.dilation == 1),
                                filters, op.bias);
  }

 protected:
  Status Work(const operators::Conv2d& op, FpgaDevice* device) override {
    if (op.output->numel() == 0) return OkStatus();
    return convolution_.Run(device, BlockOf(*op.input), BlockOf(*op.output));
  }

 private:
  Convolution convolution_;
};

}  // namespace paddle::lite::kernels::fpga

REGISTER_LITE_KERNEL(conv2d, kFPGA, kFP16, kNHWC, paddle::lite::kernels::fpga::FpgaConv2dKernel,
                     def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
REGISTER_LITE_KERNEL(depthwise_conv2d, kFPGA, kFP16, kNHWC,
                     paddle::lite::kernels::fpga::FpgaConv2dKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
