// Boxes around the cells of a feature map, in the host's memory. Only the shapes of the inputs are
// read, so that they may be in the memory of a device.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/kernels/prior_boxes.h"
#include "lite/operators/prior_box.h"

namespace paddle::lite::kernels {

template <typename T>
class PriorBoxKernel final : public KernelFor<operators::PriorBox> {
 public:
  Status PrepareOp(const operators::PriorBox& op, PrepareContext*) override {
    halves_.clear();
    const std::vector<float> ratios = op.ExpandedRatios();
    const auto add_ratio = [&](T size, T ratio) {
      const T root = std::sqrt(ratio);
      halves_.push_back({size * root / 2.0f, size / root / 2.0f});
    };
    for (size_t i = 0; i < op.min_sizes.size(); ++i) {
      const T size = op.min_sizes[i];
      if (!op.min_max_aspect_ratios_order) {
        for (const T ratio : ratios) add_ratio(size, ratio);
        AddSquare(op, i);
        continue;
      }
      halves_.push_back({size / 2.0f, size / 2.0f});
      AddSquare(op, i);
      for (const T ratio : ratios) {
        if (std::fabs(ratio - 1) >= T{1e-6f}) add_ratio(size, ratio);
      }
    }
    return OkStatus();
  }
  Status RunOp(const operators::PriorBox& op, const RunContext&) override {
    const PriorGrid<T> grid(op.input->dims(), op.image->dims(), op.step_w, op.step_h, op.offset);
    T* dst = op.boxes->mutable_data<T>();
    const T limit = op.clip ? T{1} : std::numeric_limits<T>::infinity();
    const T floor = op.clip ? T{0} : -std::numeric_limits<T>::infinity();
    for (int64_t y = 0; y < grid.height; ++y) {
      for (int64_t x = 0; x < grid.width; ++x) {
        const T cx = grid.CenterX(x);
        const T cy = grid.CenterY(y);
        for (const HalfSize& half : halves_) {
          const T box[4] = {
              (cx - half.width) / grid.image_width, (cy - half.height) / grid.image_height,
              (cx + half.width) / grid.image_width, (cy + half.height) / grid.image_height};
          for (const T edge : box) *dst++ = std::min(std::max(edge, floor), limit);
        }
      }
    }
    RepeatVariances<T>(op.variances, op.variances_out);
    return OkStatus();
  }

 private:
  struct HalfSize {
    T width;
    T height;
  };

  // The box between a minimum size and its maximum size, if there is one.
  void AddSquare(const operators::PriorBox& op, size_t i) {
    if (op.max_sizes.empty()) return;
    const T half = std::sqrt(op.min_sizes[i] * op.max_sizes[i]) / 2.0f;
    halves_.push_back({half, half});
  }

  std::vector<HalfSize> halves_;  // of the boxes of one cell, in their order
};

}  // namespace paddle::lite::kernels
