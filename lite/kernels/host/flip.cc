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
    DDim first = dims, step = dims;
    for (int i = 0; i < dims.rank(); ++i) {
      first[i] = reversed[i] != 0 ? dims[i] - 1 : 0;
      step[i] = reversed[i] != 0 ? -1 : 1;
    }
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      CopyStrided(op.x->data<Bits>(), dims, first, step, op.out->mutable_data<Bits>(), dims,
                  context.pool);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, FlipKernel, flip, reverse);

}  // namespace paddle::lite::kernels::host
