#include "lite/operators/softmax.h"

#include "lite/kernels/xpu/call.h"

namespace paddle::lite::kernels::xpu {

class SoftmaxKernel final : public XpuKernel<operators::Softmax> {
 protected:
  Status RunXpu(const operators::Softmax& op, RawContext* context) override {
    const operators::Softmax::Extents e = op.Split();
    return CheckCall(library::Softmax(context, From<float>(op.x), To<float>(op.out),
                                      {Int(e.outer), Int(e.extent), Int(e.inner)}, 1),
                     "softmax of XDNN");
  }
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, SoftmaxKernel, softmax);

}  // namespace paddle::lite::kernels::xpu
