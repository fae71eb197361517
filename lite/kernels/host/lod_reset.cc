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

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(lod_reset, kHost, kAny, kNCHW, paddle::lite::kernels::host::LodResetKernel,
                     def)
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
