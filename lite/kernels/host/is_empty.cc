#include "lite/operators/is_empty.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class IsEmptyKernel final : public KernelFor<operators::IsEmpty> {
 public:
  Status RunOp(const operators::IsEmpty& op, const RunContext&) override {
    *op.out->mutable_data<bool>() = op.x->numel() == 0;
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, IsEmptyKernel, is_empty)
    .Out({"Out"}, PRECISION(kBool), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
