#include "lite/operators/softmax.h"

#include "lite/kernels/cuda/rows.h"

namespace paddle::lite::kernels::cuda {

class SoftmaxKernel final : public CudaKernel<operators::Softmax> {
 public:
  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const operators::Softmax::Extents e = op.Split();
    return LaunchRows<lite::cuda::SoftmaxBody>(context, "softmax", e.outer * e.inner, e.extent,
                                               From<float>(op.x), To<float>(op.out), Int(e.extent),
                                               Int(e.inner));
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SoftmaxKernel, softmax);

}  // namespace paddle::lite::kernels::cuda
