// Shared by the generators of prior boxes.
#pragma once

#include <algorithm>
#include <vector>

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// The grid of a feature map's cells over an image.
struct PriorGrid {
  // Steps are computed if one of them is 0.
  PriorGrid(const DDim& cells, const DDim& image, float given_step_w, float given_step_h,
            float center_offset)
      : height(cells[2]),
        width(cells[3]),
        image_height(static_cast<float>(image[2])),
        image_width(static_cast<float>(image[3])),
        offset(center_offset) {
    const bool given = given_step_w != 0.0f && given_step_h != 0.0f;
    step_h = given ? given_step_h : image_height / static_cast<float>(height);
    step_w = given ? given_step_w : image_width / static_cast<float>(width);
  }
  float CenterX(int64_t x) const { return (static_cast<float>(x) + offset) * step_w; }
  float CenterY(int64_t y) const { return (static_cast<float>(y) + offset) * step_h; }

  int64_t height;
  int64_t width;
  float image_height;
  float image_width;
  float offset;
  float step_h;
  float step_w;
};

// Sets every row of `out` to the four `variances`.
inline void RepeatVariances(const std::vector<float>& variances, Tensor* out) {
  float* dst = out->mutable_data<float>();
  for (int64_t i = 0; i < out->numel(); i += 4)
    std::copy(variances.begin(), variances.end(), dst + i);
}

}  // namespace paddle::lite::kernels::host
