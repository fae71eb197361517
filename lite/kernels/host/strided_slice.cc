#include "lite/operators/strided_slice.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class StridedSliceKernel final : public KernelFor<operators::StridedSlice> {
 public:
  Status RunOp(const operators::StridedSlice& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(operators::StridedWindow window, op.ResolveWindow());
    if (op.out->numel() == 0) return OkStatus();
    DDim dims = op.input->dims();
    if (dims.rank() == 0) {
      dims = DDim{1};
      window = operators::StridedWindow(dims);
    }
    WithBitsOf(op.input->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      GatherAlongAxes(
          op.input->data<Bits>(), dims, op.out->mutable_data<Bits>(), window.size, context.pool,
          [&](int axis, int64_t i) { return window.first[axis] + i * window.step[axis]; });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, StridedSliceKernel, strided_slice)
    .In({"StartsTensor", "EndsTensor", "StridesTensor", "StartsTensorList", "EndsTensorList",
         "StridesTensorList"},
        PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
