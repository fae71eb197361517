#include "lite/operators/assign.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AssignKernel final : public KernelFor<operators::Assign> {
 public:
  Status RunOp(const operators::Assign& op, const RunContext&) override {
    CopyElements(*op.x, op.out);
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(assign, kHost, kAny, kAny, paddle::lite::kernels::host::AssignKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(share_data, kHost, kAny, kAny, paddle::lite::kernels::host::AssignKernel, def)
    .Finalize();
