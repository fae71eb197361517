#include "lite/operators/increment.h"

#include "lite/core/element.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

class IncrementKernel final : public KernelWithoutHalf<operators::Increment> {
 public:
  Status RunOp(const operators::Increment& op, const RunContext&) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      using Wrapping = typename UnsignedOr<T>::Type;  // because signed overflow is undefined
      const Wrapping x = static_cast<Wrapping>(*op.x->data<T>());
      const T step = NumberFromReal<T>(op.step);
      *op.out->mutable_data<T>() = static_cast<T>(x + static_cast<Wrapping>(step));
    });
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, IncrementKernel, increment);

}  // namespace paddle::lite::kernels::host
