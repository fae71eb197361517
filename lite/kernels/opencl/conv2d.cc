// Convolutions in NCHW. A pointwise convolution is a product of its filter and the image, viewed as
// a matrix of channels and positions.

#include "lite/operators/conv2d.h"

#include "lite/kernels/opencl/gemm.h"
#include "lite/kernels/opencl/window.h"

namespace paddle::lite::kernels::opencl {

class Conv2dKernel final : public KernelFor<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, EpilogueOf(op.act, op.output->dims()));
    epilogue_.relu_after_second =
        op.fuse_elementwise_op_type == "fusion_elementwise_add_activation";
    pointwise_ = g.is_pointwise() && g.h.stride == 1 && g.w.stride == 1 && !g.has_padding();
    if (pointwise_) return PreparePointwise(g, *context);
    window_ = ConvWindow(g);
    const int channels = window_.out_per_group == 1 ? 1 : 4;
    items_ = {Quarters(g.w.out), g.h.out,
              g.batch * g.groups * ((window_.out_per_group + channels - 1) / channels)};
    return function_.Load(*context, "conv2d", "conv2d", StrCat("-DCHANNELS=", channels));
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    if (pointwise_) {
      return gemm_.Run(context, op.filter, op.input, op.bias, epilogue_, op.residual,
                       op.prelu_alpha, op.second_input, op.output);
    }
    Call call = function_.On(context);
    call.Add(op.input).Add(op.filter).Add(op.bias);
    return AddEpilogue(call, epilogue_, op.residual, op.prelu_alpha, op.second_input)
        .Add(op.output)
        .Add(window_)
        .Over(items_, kCube);
  }

 private:
  Status PreparePointwise(const operators::ConvGeometry& g, const PrepareContext& context) {
    const int64_t area = g.h.out * g.w.out;
    Product product;
    product.m = static_cast<int32_t>(g.out_channels_per_group());
    product.n = product.b_row = static_cast<int32_t>(area);
    product.k = product.a_row = static_cast<int32_t>(g.in_channels_per_group());
    product.bias_row = 1;
    product.bias_period = static_cast<int32_t>(g.groups);
    Walk batch;
    batch.Add(g.batch, 0, g.in_channels * area);
    batch.Add(g.groups, product.m * product.k, product.k * area);
    return gemm_.Prepare(context, product, batch);
  }

  ProductEpilogue epilogue_;
  bool pointwise_ = false;
  Gemm gemm_;
  ConvWindow window_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, Conv2dKernel, conv2d, depthwise_conv2d);

}  // namespace paddle::lite::kernels::opencl
