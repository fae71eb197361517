#include "lite/operators/take_along_axis.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TakeAlongKernel final : public KernelFor<operators::TakeAlong> {
 public:
  Status RunOp(const operators::TakeAlong& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("Index", op.index->precision(),
                                        [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename I>
  static Status RunTyped(ElementTag<I>, const operators::TakeAlong& op, const RunContext& context) {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    const I* index = op.index->data<I>();
    const int64_t count = op.index->numel();
    for (int64_t i = 0; i < count; ++i) {
      if (index[i] < 0 || index[i] >= dims[axis]) {
        return OutOfRange("Index: ", index[i], " at position ", i, " is outside of dimension ",
                          axis, " of ", dims);
      }
    }
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* src = op.x->data<Bits>();
      Bits* dst = op.out->mutable_data<Bits>();
      const DDim& out = op.out->dims();
      constexpr int64_t kGrain = 2048;  // elements that justify a thread
      context.pool->ForEach(count, kGrain, [&](int64_t i) {
        int64_t rest = i;
        int64_t offset = 0;
        int64_t stride = 1;
        for (int d = dims.rank() - 1; d >= 0; --d) {
          offset += (d == axis ? static_cast<int64_t>(index[i]) : rest % out[d]) * stride;
          rest /= out[d];
          stride *= dims[d];
        }
        dst[i] = src[offset];
      });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, TakeAlongKernel, take_along_axis, index_sample);

}  // namespace paddle::lite::kernels::host
