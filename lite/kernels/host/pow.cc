#include "lite/operators/pow.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PowKernel final : public KernelFor<operators::Pow> {
 public:
  Status RunOp(const operators::Pow& op, const RunContext& context) override {
    const float factor = op.factor_tensor != nullptr ? *op.factor_tensor->data<float>() : op.factor;
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 1024;  // elements that justify a thread
    context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) dst[i] = std::pow(src[i], factor);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, PowKernel, pow);

}  // namespace paddle::lite::kernels::host
