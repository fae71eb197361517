#include "lite/operators/range.h"

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RangeKernel final : public KernelFor<operators::Range> {
 public:
  Status RunOp(const operators::Range& op, const RunContext&) override {
    return VisitElementType<NumberTypes>("Start", op.start->precision(),
                                         [&](auto type) { Fill(type, op); });
  }

 private:
  // Adds one step at a time, to round like Paddle.
  template <typename T>
  static void Fill(ElementTag<T>, const operators::Range& op) {
    const int64_t count = op.out->numel();
    T* dst = op.out->mutable_data<T>();
    T value = *op.start->data<T>();
    for (int64_t i = 0; i < count; ++i) {
      dst[i] = value;
      if (i + 1 < count) value += *op.step->data<T>();
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, RangeKernel, range)
    .In({"Start", "End", "Step"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
