#include "lite/operators/xpu_conv2d.h"

#include "lite/kernels/host/conv2d.h"
#include "lite/kernels/host/xpu_output_max.h"

namespace paddle::lite::kernels::host {

class XpuConv2dKernel final : public KernelFor<operators::XpuConv2d> {
 public:
  Status PrepareOp(const operators::XpuConv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(conv_, op.AsConv2d());
    return kernel_.PrepareOp(conv_, context);
  }
  Status RunOp(const operators::XpuConv2d& op, const RunContext& context) override {
    LITE_RETURN_IF_ERROR(kernel_.RunOp(conv_, context));
    SetOutputMax(*op.output, op.output_max);
    return OkStatus();
  }

 private:
  operators::Conv2d conv_;
  Conv2dKernel<float> kernel_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, XpuConv2dKernel, __xpu__conv2d);

}  // namespace paddle::lite::kernels::host
