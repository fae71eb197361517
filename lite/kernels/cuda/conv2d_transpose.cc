#include "lite/operators/conv2d_transpose.h"

#include "lite/kernels/cuda/epilogue.h"
#include "lite/kernels/cuda/window.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ConvTransposeBody;

class Conv2dTransposeKernel final : public CudaKernel<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareCuda(const operators::Conv2dTranspose& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, MakeEpilogue<float>(op.act, op.output->dims()));
    window_ = WindowOf(g);
    return OkStatus();
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    const ConvTransposeBody body = {{From<float>(op.input), From<float>(op.filter),
                                     From<float>(op.bias), To<float>(op.output), window_,
                                     WithOperands(epilogue_, nullptr, op.prelu_alpha, nullptr)}};
    return QueueOf(context)->Launch("conv2d_transpose", body, op.output->numel());
  }

 private:
  Epilogue epilogue_;
  ConvWindow window_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, Conv2dTransposeKernel, conv2d_transpose,
             depthwise_conv2d_transpose);

}  // namespace paddle::lite::kernels::cuda
