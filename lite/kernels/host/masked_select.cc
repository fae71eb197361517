#include "lite/operators/masked_select.h"

#include "lite/kernels/host/broadcast_rows.h"
#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/host/given_output.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MaskedSelectKernel final : public KernelFor<operators::MaskedSelect> {
 public:
  Status PrepareOp(const operators::MaskedSelect& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes, op.Shapes());
    rows_ = BroadcastRows<2>(shapes.out, {shapes.x, shapes.y});
    is_empty_ = shapes.out.production() == 0;
    return OkStatus();
  }
  Status RunOp(const operators::MaskedSelect& op, const RunContext&) override {
    int64_t count = 0;
    ForEachSelected(op, [&](int64_t) { ++count; });
    LITE_RETURN_IF_ERROR(GiveOutput(DDim{count}, op.x->precision(), op.y));
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* src = op.x->data<Bits>();
      Bits* dst = op.y->mutable_data<Bits>();
      ForEachSelected(op, [&](int64_t at) { *dst++ = src[at]; });
    });
    return OkStatus();
  }

 private:
  // Calls f(position in X) for each element of the result.
  template <typename F>
  void ForEachSelected(const operators::MaskedSelect& op, const F& f) const {
    if (is_empty_) return;
    const uint8_t* mask = op.mask->data<uint8_t>();
    const auto step = rows_.steps();
    for (int64_t row = 0; row < rows_.rows(); ++row) {
      const auto at = rows_.Offsets(row);
      for (int64_t i = 0; i < rows_.row_size(); ++i) {
        if (mask[at[1] + i * step[1]] != 0) f(at[0] + i * step[0]);
      }
    }
  }

  BroadcastRows<2> rows_;
  bool is_empty_ = false;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, MaskedSelectKernel, masked_select)
    .In({"Mask"}, PRECISION(kBool));

}  // namespace paddle::lite::kernels::host
