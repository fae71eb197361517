#include "lite/operators/snake.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::x86 {

// All threads, and a product instead of the division. sin^2 = (1 - cos(2x)) / 2 saves the square.
class SnakeKernel final : public KernelFor<operators::Snake> {
 public:
  // Prepares everything that Run needs for a shape.
  Status PrepareOp(const operators::Snake& op, PrepareContext*) override {
    half_inverse_ = 0.5f / op.alpha;
    return OkStatus();
  }
  Status RunOp(const operators::Snake& op, const RunContext& context) override {
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    const float twice_alpha = 2 * op.alpha;
    // Fewer elements than this are not worth waking a thread.
    constexpr int64_t kGrain = 4096;
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        dst[i] = src[i] + half_inverse_ * (1 - std::cos(twice_alpha * src[i]));
      }
    });
    return OkStatus();
  }

 private:
  float half_inverse_ = 0;
};

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(snake, kX86, kFloat, kAny, paddle::lite::kernels::x86::SnakeKernel, def)
    .Finalize();
