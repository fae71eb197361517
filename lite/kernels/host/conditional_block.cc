#include "lite/operators/conditional_block.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ConditionalBlockKernel final : public KernelFor<operators::ConditionalBlock> {
 public:
  Status RunOp(const operators::ConditionalBlock& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(operators::SubBlock* const block, op.Block());
    LITE_ASSIGN_OR_RETURN(const bool is_true, op.IsTrue());
    return is_true ? block->RunOnce() : block->Skip();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, ConditionalBlockKernel, conditional_block,
             conditional_block_infer)
    .In({"Input"}, PRECISION(kAny), DATALAYOUT(kNCHW))
    .Out({"Out"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
