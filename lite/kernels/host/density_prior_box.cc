#include "lite/operators/density_prior_box.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/host/prior_boxes.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class DensityPriorBoxKernel final : public KernelFor<operators::DensityPriorBox> {
 public:
  Status RunOp(const operators::DensityPriorBox& op, const RunContext&) override {
    const PriorGrid grid(op.input->dims(), op.image->dims(), op.step_w, op.step_h, op.offset);
    // Rounds to whole pixels, as in Paddle, because boxes are trained with this rounding.
    const float mean_step = (grid.step_w + grid.step_h) * 0.5f;
    const int step = std::fabs(mean_step) < 2e9f ? static_cast<int>(mean_step) : 0;
    float* dst = op.boxes->mutable_data<float>();
    for (int64_t y = 0; y < grid.height; ++y) {
      for (int64_t x = 0; x < grid.width; ++x) {
        for (size_t i = 0; i < op.fixed_sizes.size(); ++i) {
          const int density = op.densities[i];
          const int shift = step / density;
          const float first = static_cast<float>(step) / -2.0f + static_cast<float>(shift) / 2.0f;
          for (const float ratio : op.fixed_ratios) {
            const float root = std::sqrt(ratio);
            const float half_width = op.fixed_sizes[i] * root / 2.0f;
            const float half_height = op.fixed_sizes[i] / root / 2.0f;
            for (int k = 0; k < density * density; ++k, dst += 4) {
              const float cx = grid.CenterX(x) + first + static_cast<float>(k % density * shift);
              const float cy = grid.CenterY(y) + first + static_cast<float>(k / density * shift);
              dst[0] = std::max((cx - half_width) / grid.image_width, 0.0f);
              dst[1] = std::max((cy - half_height) / grid.image_height, 0.0f);
              dst[2] = std::min((cx + half_width) / grid.image_width, 1.0f);
              dst[3] = std::min((cy + half_height) / grid.image_height, 1.0f);
              if (!op.clip) continue;
              for (int e = 0; e < 4; ++e) dst[e] = std::min(std::max(dst[e], 0.0f), 1.0f);
            }
          }
        }
      }
    }
    RepeatVariances(op.variances, op.variances_out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DensityPriorBoxKernel, density_prior_box)
    .In({"Input", "Image"}, PRECISION(kFloat), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
