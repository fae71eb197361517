#include "lite/operators/sequence_reshape.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceReshapeKernel final : public KernelFor<operators::SequenceReshape> {
 public:
  Status RunOp(const operators::SequenceReshape& op, const RunContext&) override {
    CopyElements(*op.x, op.out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceReshapeKernel, sequence_reshape);

}  // namespace paddle::lite::kernels::host
