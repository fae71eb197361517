#include "lite/operators/maxout.h"

#include <limits>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MaxoutKernel final : public KernelFor<operators::Maxout> {
 public:
  Status RunOp(const operators::Maxout& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const int64_t inner = op.x->dims().Count(axis + 1, 4);
    const int64_t groups = op.groups;
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      T* out = op.out->mutable_data<T>();
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ForEach(op.out->numel(), kGrain / groups + 1, [=](int64_t o) {
        const T* from = x + o / inner * groups * inner + o % inner;
        // As in Paddle, from the lowest float, and NaN is kept only if it is the last.
        T best = std::numeric_limits<float>::lowest();
        for (int64_t g = 0; g < groups; ++g) {
          const T value = from[g * inner];
          best = value < best ? best : value;
        }
        out[o] = best;
      });
    });
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, MaxoutKernel, maxout);
LITE_KERNELS(kHost, kFP64, kNCHW, def, MaxoutKernel, maxout);

}  // namespace paddle::lite::kernels::host
