#include "lite/operators/conv2d_transpose.h"

#include "lite/kernels/opencl/epilogue.h"
#include "lite/kernels/opencl/window.h"

namespace paddle::lite::kernels::opencl {

class Conv2dTransposeKernel final : public KernelFor<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareOp(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, EpilogueOf(op.act, op.output->dims()));
    window_ = ConvWindow(g);
    items_ = {g.w.out, g.h.out, g.batch * g.out_channels};
    return function_.Load(*context, "conv2d_transpose", "conv2d_transpose");
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.input).Add(op.filter).Add(op.bias);
    return AddEpilogue(call, epilogue_, nullptr, op.prelu_alpha, nullptr)
        .Add(op.output)
        .Add(window_)
        .Over(items_, kCube);
  }

 private:
  ProductEpilogue epilogue_;
  ConvWindow window_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, Conv2dTransposeKernel, conv2d_transpose,
             depthwise_conv2d_transpose);

}  // namespace paddle::lite::kernels::opencl
