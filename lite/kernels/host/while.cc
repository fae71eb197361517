#include "lite/operators/while.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class WhileKernel final : public KernelFor<operators::While> {
 public:
  Status RunOp(const operators::While& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(operators::SubBlock* const block, op.Block());
    return block->RunWhile("Condition", *op.condition);
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, WhileKernel, while)
    .In({"X"}, PRECISION(kAny), DATALAYOUT(kNCHW))
    .Out({"Out"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
