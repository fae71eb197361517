#include "lite/operators/flip.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class FlipKernel final : public KernelFor<operators::Flip> {
 public:
  Status RunOp(const operators::Flip& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const DDim reversed, op.Reversed());
    const DDim& dims = op.x->dims();
    if (dims.rank() == 0 || op.x->numel() == 0) {
      CopyElements(*op.x, op.out);
      return OkStatus();
    }
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      GatherAlongAxes(
          op.x->data<Bits>(), dims, op.out->mutable_data<Bits>(), dims, context.pool,
          [&](int axis, int64_t i) { return reversed[axis] != 0 ? dims[axis] - 1 - i : i; });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, FlipKernel, flip, reverse);

}  // namespace paddle::lite::kernels::host
