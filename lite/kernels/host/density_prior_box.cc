#include "lite/operators/density_prior_box.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"
#include "lite/kernels/prior_boxes.h"

namespace paddle::lite::kernels::host {

template <typename T>
class DensityPriorBoxKernel final : public KernelFor<operators::DensityPriorBox> {
 public:
  Status RunOp(const operators::DensityPriorBox& op, const RunContext&) override {
    const PriorGrid<T> grid(op.input->dims(), op.image->dims(), op.step_w, op.step_h, op.offset);
    // Rounds to whole pixels, as in Paddle, because boxes are trained with this rounding.
    const T mean_step = (grid.step_w + grid.step_h) * 0.5f;
    const int step = std::fabs(mean_step) < 2e9f ? static_cast<int>(mean_step) : 0;
    T* dst = op.boxes->mutable_data<T>();
    for (int64_t y = 0; y < grid.height; ++y) {
      for (int64_t x = 0; x < grid.width; ++x) {
        for (size_t i = 0; i < op.fixed_sizes.size(); ++i) {
          const int density = op.densities[i];
          const int shift = step / density;
          const T first = static_cast<T>(step) / -2.0f + static_cast<T>(shift) / 2.0f;
          for (const T ratio : op.fixed_ratios) {
            const T root = std::sqrt(ratio);
            const T half_width = op.fixed_sizes[i] * root / 2.0f;
            const T half_height = op.fixed_sizes[i] / root / 2.0f;
            for (int k = 0; k < density * density; ++k, dst += 4) {
              const T cx = grid.CenterX(x) + first + static_cast<T>(k % density * shift);
              const T cy = grid.CenterY(y) + first + static_cast<T>(k / density * shift);
              dst[0] = std::max<T>((cx - half_width) / grid.image_width, 0);
              dst[1] = std::max<T>((cy - half_height) / grid.image_height, 0);
              dst[2] = std::min<T>((cx + half_width) / grid.image_width, 1);
              dst[3] = std::min<T>((cy + half_height) / grid.image_height, 1);
              if (!op.clip) continue;
              for (int e = 0; e < 4; ++e) dst[e] = std::min(std::max(dst[e], T{0}), T{1});
            }
          }
        }
      }
    }
    RepeatVariances<T>(op.variances, op.variances_out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DensityPriorBoxKernel<float>, density_prior_box)
    .In({"Input"}, PRECISION(kFloat), DATALAYOUT(kAny))
    .In({"Image"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFP64, kNCHW, def, DensityPriorBoxKernel<double>, density_prior_box)
    .In({"Input"}, PRECISION(kFP64), DATALAYOUT(kAny))
    .In({"Image"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
