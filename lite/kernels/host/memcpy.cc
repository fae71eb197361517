#include "lite/operators/memcpy.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MemcpyKernel final : public KernelFor<operators::Memcpy> {
 public:
  Status RunOp(const operators::Memcpy& op, const RunContext&) override {
    CopyElements(*op.x, op.out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, MemcpyKernel, memcpy);

}  // namespace paddle::lite::kernels::host
