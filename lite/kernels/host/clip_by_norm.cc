#include "lite/operators/clip_by_norm.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ClipByNormKernel final : public KernelFor<operators::ClipByNorm> {
 public:
  Status RunOp(const operators::ClipByNorm& op, const RunContext& context) override {
    const int64_t count = op.x->numel();
    const float* x = op.x->data<float>();
    float* out = op.out->mutable_data<float>();
    double squares = 0;  // with one thread: the order of the sum decides its last bits
    for (int64_t i = 0; i < count; ++i) squares += static_cast<double>(x[i]) * x[i];
    const double norm = std::sqrt(squares);
    // As in Paddle, a norm that is NaN makes all elements NaN, and so does an infinite maximum.
    const bool is_kept = norm <= op.max_norm && !std::isinf(op.max_norm);
    const float scale = norm == 0 || is_kept ? 1.0f
                        : std::isinf(op.max_norm)
                            ? std::nanf("")
                            : static_cast<float>(static_cast<double>(op.max_norm) / norm);
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ForEachElement(count, kGrain, [=](int64_t i) { out[i] = x[i] * scale; });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, ClipByNormKernel, clip_by_norm);

}  // namespace paddle::lite::kernels::host
