#include "lite/operators/pow.h"

#include <cmath>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PowKernel final : public KernelFor<operators::Pow> {
 public:
  Status RunOp(const operators::Pow& op, const RunContext& context) override {
    const float factor = op.factor_tensor != nullptr ? *op.factor_tensor->data<float>() : op.factor;
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      constexpr int64_t kGrain = 1024;  // elements that justify a thread
      context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) dst[i] = std::pow(src[i], static_cast<T>(factor));
      });
    });
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, PowKernel, pow);
LITE_KERNELS(kHost, kFP64, kAny, def, PowKernel, pow)
    .In({"FactorTensor"}, PRECISION(kFloat), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
