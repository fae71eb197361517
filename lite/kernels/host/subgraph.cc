#include "lite/operators/subgraph.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Runs the operators of the block one by one, each on the kernel that is best for it.
class SubgraphKernel final : public KernelFor<operators::Subgraph> {
 public:
  Status RunOp(const operators::Subgraph& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(operators::SubBlock* const block, op.Block());
    return block->RunOnce();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, SubgraphKernel, subgraph)
    .In({"Inputs"}, PRECISION(kAny), DATALAYOUT(kNCHW))
    .Out({"Outputs"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
