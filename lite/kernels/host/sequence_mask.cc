#include "lite/operators/sequence_mask.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceMaskKernel final : public KernelFor<operators::SequenceMask> {
 public:
  Status RunOp(const operators::SequenceMask& op, const RunContext&) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto length) {
      using Length = typename decltype(length)::Type;
      return VisitElementType(op.y->precision(),
                              [&](auto type) { Fill<Length, typename decltype(type)::Type>(op); });
    });
  }

 private:
  template <typename Length, typename T>
  static void Fill(const operators::SequenceMask& op) {
    const int64_t width = op.y->dims()[op.y->dims().rank() - 1];
    const Length* lengths = op.x->data<Length>();
    T* dst = op.y->mutable_data<T>();
    for (int64_t i = 0; i < op.x->numel(); ++i) {
      for (int64_t j = 0; j < width; ++j) {
        *dst++ = static_cast<T>(static_cast<ComputedAs<T>>(static_cast<Length>(j) < lengths[i]));
      }
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceMaskKernel, sequence_mask)
    .In({"MaxLenTensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
