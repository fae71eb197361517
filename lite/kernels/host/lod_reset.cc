#include "lite/operators/lod_reset.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class LodResetKernel final : public KernelFor<operators::LodReset> {
 public:
  Status RunOp(const operators::LodReset& op, const RunContext&) override {
    CopyElements(*op.x, op.out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, LodResetKernel, lod_reset)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
