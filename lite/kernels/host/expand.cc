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

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(expand, kHost, kAny, kNCHW, paddle::lite::kernels::host::RepeatKernel, def)
    .BindInput("ExpandTimes",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("expand_times_tensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(expand_v2, kHost, kAny, kNCHW, paddle::lite::kernels::host::RepeatKernel, def)
    .BindInput("Shape", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("expand_shapes_tensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
