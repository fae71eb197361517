#include "lite/operators/assign.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/flatten.h"
#include "lite/operators/reshape.h"
#include "lite/operators/squeeze.h"
#include "lite/operators/type_conversion.h"
#include "lite/operators/view.h"

namespace paddle::lite::kernels::host {
namespace {

template <typename OpType>
const Tensor& Source(const OpType& op) {
  return *op.x;
}
const Tensor& Source(const operators::IoCopy& op) { return *op.input; }

}  // namespace

// Out has the elements of the input: perhaps in another shape, or for another target that shares
// host memory.
template <typename OpType>
class CopyKernel final : public KernelFor<OpType> {
 public:
  Status RunOp(const OpType& op, const RunContext&) override {
    CopyElements(Source(op), op.out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, CopyKernel<operators::Assign>, assign, share_data, memcpy);
LITE_KERNELS(kHost, kAny, kAny, def, CopyKernel<operators::IoCopy>, io_copy, io_copy_once);
LITE_KERNELS(kHost, kAny, kNCHW, def, CopyKernel<operators::View>, reshape, reshape2, flatten,
             flatten2, flatten_contiguous_range, squeeze, squeeze2, unsqueeze, unsqueeze2);

}  // namespace paddle::lite::kernels::host
