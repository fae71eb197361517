#include "lite/operators/atan2.h"

#include <cmath>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class Atan2Kernel final : public KernelFor<operators::Atan2> {
 public:
  Status RunOp(const operators::Atan2& op, const RunContext& context) override {
    return VisitElementType<NumberTypes::And<Half>>("X1", op.x1->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      using Real = std::conditional_t<std::is_same_v<T, double>, double, float>;
      using Out = std::conditional_t<std::is_integral_v<T>, double, T>;
      const T* x1 = op.x1->data<T>();
      const T* x2 = op.x2->data<T>();
      Out* out = op.out->mutable_data<Out>();
      constexpr int64_t kGrain = 1024;  // elements that justify a thread
      context.pool->ParallelFor(op.out->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) {
          out[i] = static_cast<Out>(std::atan2(static_cast<Real>(x1[i]), static_cast<Real>(x2[i])));
        }
      });
    });
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, Atan2Kernel, atan2);
LITE_KERNELS(kHost, kAny, kNCHW, def, Atan2Kernel, atan2);

}  // namespace paddle::lite::kernels::host
