#include "lite/operators/softmax.h"

#include "lite/kernels/opencl/rows.h"

namespace paddle::lite::kernels::opencl {

class SoftmaxKernel final : public KernelFor<operators::Softmax> {
 public:
  Status PrepareOp(const operators::Softmax&, PrepareContext* context) override {
    return function_.Load(*context, "rows", "softmax");
  }
  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const operators::Softmax::Extents e = op.Split();
    return function_.On(context)
        .Add(op.x)
        .Add(op.out)
        .Add(static_cast<int32_t>(e.extent))
        .Add(static_cast<int32_t>(e.inner))
        .OverGroups({e.outer * e.inner, 1, 1}, GroupOfRow(e.extent));
  }

 private:
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, SoftmaxKernel, softmax);

}  // namespace paddle::lite::kernels::opencl
