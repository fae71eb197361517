#include "lite/operators/snake.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SnakeKernel final : public KernelFor<operators::Snake> {
 public:
  Status RunOp(const operators::Snake& op, const RunContext&) override {
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    for (int64_t i = 0; i < op.x->numel(); ++i) {
      const float s = std::sin(op.alpha * src[i]);
      dst[i] = src[i] + s * s / op.alpha;
    }
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(snake, kHost, kFloat, kAny, paddle::lite::kernels::host::SnakeKernel, def)
    .Finalize();
