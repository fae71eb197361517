#include "lite/operators/prior_box.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/host/prior_boxes.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PriorBoxKernel final : public KernelFor<operators::PriorBox> {
 public:
  Status PrepareOp(const operators::PriorBox& op, PrepareContext*) override {
    halves_.clear();
    const std::vector<float> ratios = op.ExpandedRatios();
    const auto add_ratio = [&](float size, float ratio) {
      const float root = std::sqrt(ratio);
      halves_.push_back({size * root / 2.0f, size / root / 2.0f});
    };
    for (size_t i = 0; i < op.min_sizes.size(); ++i) {
      const float size = op.min_sizes[i];
      if (!op.min_max_aspect_ratios_order) {
        for (const float ratio : ratios) add_ratio(size, ratio);
        AddSquare(op, i);
        continue;
      }
      halves_.push_back({size / 2.0f, size / 2.0f});
      AddSquare(op, i);
      for (const float ratio : ratios) {
        if (std::fabs(ratio - 1.0f) >= 1e-6f) add_ratio(size, ratio);
      }
    }
    return OkStatus();
  }
  Status RunOp(const operators::PriorBox& op, const RunContext&) override {
    const PriorGrid grid(op.input->dims(), op.image->dims(), op.step_w, op.step_h, op.offset);
    float* dst = op.boxes->mutable_data<float>();
    const float limit = op.clip ? 1.0f : INFINITY;
    const float floor = op.clip ? 0.0f : -INFINITY;
    for (int64_t y = 0; y < grid.height; ++y) {
      for (int64_t x = 0; x < grid.width; ++x) {
        const float cx = grid.CenterX(x);
        const float cy = grid.CenterY(y);
        for (const HalfSize& half : halves_) {
          const float box[4] = {
              (cx - half.width) / grid.image_width, (cy - half.height) / grid.image_height,
              (cx + half.width) / grid.image_width, (cy + half.height) / grid.image_height};
          for (const float edge : box) *dst++ = std::min(std::max(edge, floor), limit);
        }
      }
    }
    RepeatVariances(op.variances, op.variances_out);
    return OkStatus();
  }

 private:
  struct HalfSize {
    float width;
    float height;
  };

  // The box between a minimum size and its maximum size, if there is one.
  void AddSquare(const operators::PriorBox& op, size_t i) {
    if (op.max_sizes.empty()) return;
    const float half = std::sqrt(op.min_sizes[i] * op.max_sizes[i]) / 2.0f;
    halves_.push_back({half, half});
  }

  std::vector<HalfSize> halves_;  // of the boxes of one cell, in their order
};

}  // namespace paddle::lite::kernels::host

// The inputs' elements are not read, so they may be in the memory of a device.
REGISTER_LITE_KERNEL(prior_box, kHost, kFloat, kNCHW, paddle::lite::kernels::host::PriorBoxKernel,
                     def)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kFloat), DATALAYOUT(kAny))})
    .BindInput("Image", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();
