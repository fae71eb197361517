#include "lite/operators/take_along_axis.h"

#include "lite/base/checked_math.h"
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
    const DDim& out = op.out->dims();
    const int64_t inner = out.Count(axis + 1, out.rank());
    const int64_t step = dims.Count(axis + 1, out.rank());
    int64_t outer = 0;  // elements of X from one part of Index to the next
    if (!CheckedMul(step, dims[axis], &outer)) return OutOfRange("Index: ", out, " is too large");
    const int64_t row = inner * out[axis];
    for (int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<int64_t>(index[i]);
      int64_t part = 0, offset = 0;
      const bool inside = op.ChecksAxis() ? at >= 0 && at < dims[axis]
                                          : CheckedMul(at, step, &offset) &&
                                                CheckedMul(i / row, outer, &part) &&
                                                CheckedAdd(offset, part, &offset) &&
                                                CheckedAdd(offset, i % inner, &offset) &&
                                                offset >= 0 && offset < op.x->numel();
      if (!inside) {
        return OutOfRange("Index: ", index[i], " at position ", i, " is outside of dimension ",
                          axis, " of ", dims);
      }
    }
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* src = op.x->data<Bits>();
      Bits* dst = op.out->mutable_data<Bits>();
      constexpr int64_t kGrain = 2048;  // elements that justify a thread
      context.pool->ForEach(count, kGrain, [&](int64_t i) {
        dst[i] = src[i / row * outer + static_cast<int64_t>(index[i]) * step + i % inner];
      });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, TakeAlongKernel, take_along_axis, index_sample);

}  // namespace paddle::lite::kernels::host
