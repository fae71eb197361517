#include "lite/operators/view.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/flatten.h"
#include "lite/operators/reshape.h"
#include "lite/operators/squeeze.h"

namespace paddle::lite::kernels::host {

// Implements every operator that only changes the shape.
class ViewKernel final : public KernelFor<operators::View> {
 public:
  Status RunOp(const operators::View& op, const RunContext&) override {
    CopyElements(*op.x, op.out);
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(reshape, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(reshape2, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(flatten, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(flatten2, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(flatten_contiguous_range, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(squeeze, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(squeeze2, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(unsqueeze, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(unsqueeze2, kHost, kAny, kNCHW, paddle::lite::kernels::host::ViewKernel, def)
    .Finalize();
