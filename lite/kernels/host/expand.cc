#include "lite/operators/expand.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RepeatKernel final : public KernelFor<operators::RepeatBase> {
 public:
  Status RunOp(const operators::RepeatBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    // Both shapes with the rank of the output, at least 1.
    DDim out = op.out->dims();
    if (out.rank() == 0) out.push_back(1);
    DDim in;
    for (int i = op.x->dims().rank(); i < out.rank(); ++i) in.push_back(1);
    for (const int64_t d : op.x->dims()) in.push_back(d);
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      GatherAlongAxes(op.x->data<Bits>(), in, op.out->mutable_data<Bits>(), out, context.pool,
                      [&](int axis, int64_t i) { return i % in[axis]; });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, expand)
    .In({"ExpandTimes", "expand_times_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, expand_v2)
    .In({"Shape", "expand_shapes_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
