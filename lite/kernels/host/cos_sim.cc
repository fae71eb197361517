#include "lite/operators/cos_sim.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class CosSimKernel final : public KernelFor<operators::CosSim> {
 public:
  Status RunOp(const operators::CosSim& op, const RunContext& context) override {
    const int64_t rows = op.x->dims()[0];
    const int64_t width = op.x->dims().Count(1, op.x->dims().rank());
    const int64_t y_step = op.y->dims()[0] == 1 ? 0 : width;
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int64_t grain = kGrain / (width + 1) + 1;
    context.pool->ForEach(rows, grain, [&](int64_t i) {
      const float* x = op.x->data<float>() + i * width;
      const float* y = op.y->data<float>() + i * y_step;
      const float x_norm = Norm(x, width);
      op.out->mutable_data<float>()[i] = Dot(x, y, width) / x_norm / Norm(y, width);
      if (op.x_norm != nullptr) op.x_norm->mutable_data<float>()[i] = x_norm;
    });
    if (op.y_norm == nullptr) return OkStatus();
    context.pool->ForEach(op.y->dims()[0], grain, [&](int64_t i) {
      const float* y = op.y->data<float>() + i * width;
      op.y_norm->mutable_data<float>()[i] = Norm(y, width);
    });
    return OkStatus();
  }

 private:
  static float Dot(const float* a, const float* b, int64_t count) {
    float sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
  }
  // At least 1e-4, so that a row of zeros has the cosine 0, as in Paddle.
  static float Norm(const float* a, int64_t count) {
    constexpr float kLeast = 1e-8f;
    const float sum = Dot(a, a, count);
    return std::sqrt(sum > kLeast ? sum : kLeast);
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, CosSimKernel, cos_sim);

}  // namespace paddle::lite::kernels::host
