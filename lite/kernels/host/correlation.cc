#include "lite/operators/correlation.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class CorrelationKernel final : public KernelFor<operators::Correlation> {
 public:
  Status RunOp(const operators::Correlation& op, const RunContext& context) override {
    const DDim& out = op.output->dims();
    float* dst = op.output->mutable_data<float>();
    const int64_t side = 2 * op.steps() + 1;
    context.pool->ForEach(out[0] * out[1] * out[2], 1, [&](int64_t unit) {
      const int64_t y = unit % out[2];
      const int64_t channel = unit / out[2] % out[1];
      const int64_t image = unit / out[2] / out[1];
      const int64_t dy = (channel / side - op.steps()) * op.stride2;
      const int64_t dx = (channel % side - op.steps()) * op.stride2;
      for (int64_t x = 0; x < out[3]; ++x) {
        dst[unit * out[3] + x] = At(op, image, Centre(op, y), Centre(op, x), dy, dx);
      }
    });
    return OkStatus();
  }

 private:
  // In the map without padding.
  static int64_t Centre(const operators::Correlation& op, int64_t o) {
    return o * op.stride1 + op.max_displacement + op.radius() - op.pad_size;
  }

  static float At(const operators::Correlation& op, int64_t image, int64_t cy, int64_t cx,
                  int64_t dy, int64_t dx) {
    const DDim& dims = op.input1->dims();
    const int64_t h = dims[2];
    const int64_t w = dims[3];
    const int64_t radius = op.radius();
    // Only positions inside of both maps contribute.
    const int64_t top = std::max({cy - radius, int64_t{0}, -dy});
    const int64_t bottom = std::min({cy + radius + 1, h, h - dy});
    const int64_t left = std::max({cx - radius, int64_t{0}, -dx});
    const int64_t right = std::min({cx + radius + 1, w, w - dx});
    if (top >= bottom || left >= right) return 0;
    float sum = 0;
    for (int64_t c = 0; c < dims[1]; ++c) {
      const int64_t plane = (image * dims[1] + c) * h * w;
      const float* a = op.input1->data<float>() + plane;
      const float* b = op.input2->data<float>() + plane + dy * w + dx;
      for (int64_t y = top; y < bottom; ++y) {
        for (int64_t x = left; x < right; ++x) sum += a[y * w + x] * b[y * w + x];
      }
    }
    return sum / static_cast<float>(int64_t{op.kernel_size} * op.kernel_size * dims[1]);
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, CorrelationKernel, correlation);

}  // namespace paddle::lite::kernels::host
