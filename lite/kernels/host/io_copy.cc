#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::host {

// Copies between targets that share host memory.
class IoCopyKernel final : public KernelFor<operators::IoCopy> {
 public:
  Status RunOp(const operators::IoCopy& op, const RunContext&) override {
    CopyElements(*op.input, op.out);
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(io_copy, kHost, kAny, kAny, paddle::lite::kernels::host::IoCopyKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(io_copy_once, kHost, kAny, kAny, paddle::lite::kernels::host::IoCopyKernel,
                     def)
    .Finalize();
