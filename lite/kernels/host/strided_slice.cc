#include "lite/operators/strided_slice.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class StridedSliceKernel final : public KernelFor<operators::StridedSlice> {
 public:
  Status PrepareOp(const operators::StridedSlice& op, PrepareContext*) override {
    return FindWindow(op);
  }

  Status RunOp(const operators::StridedSlice& op, const RunContext& context) override {
    if (op.ShapeDependsOnData()) LITE_RETURN_IF_ERROR(FindWindow(op));
    if (op.out->numel() == 0) return OkStatus();
    WithBitsOf(op.input->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      CopyStrided(op.input->data<Bits>(), dims_, window_.first, window_.step,
                  op.out->mutable_data<Bits>(), window_.size, context.pool);
    });
    return OkStatus();
  }

 private:
  Status FindWindow(const operators::StridedSlice& op) {
    LITE_ASSIGN_OR_RETURN(window_, op.ResolveWindow());
    dims_ = op.input->dims();
    if (dims_.rank() == 0) {
      dims_ = DDim{1};
      window_ = operators::StridedWindow(dims_);
    }
    return OkStatus();
  }

  DDim dims_;
  operators::StridedWindow window_{DDim()};
};

LITE_KERNELS(kHost, kAny, kNCHW, def, StridedSliceKernel, strided_slice)
    .In({"StartsTensor", "EndsTensor", "StridesTensor", "StartsTensorList", "EndsTensorList",
         "StridesTensorList"},
        PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
