// Shared by the generators of prior boxes.
#pragma once

#include <algorithm>
#include <vector>

#include "lite/core/tensor.h"

namespace paddle::lite::kernels {

// The grid of a feature map's cells over an image.
template <typename T>
struct PriorGrid {
  // Steps are computed if one of them is 0.
  PriorGrid(const DDim& cells, const DDim& image, float given_step_w, float given_step_h,
            float center_offset)
      : height(cells[2]),
        width(cells[3]),
        image_height(static_cast<T>(image[2])),
        image_width(static_cast<T>(image[3])),
        offset(center_offset) {
    const bool given = given_step_w != 0.0f && given_step_h != 0.0f;
    step_h = given ? given_step_h : image_height / static_cast<T>(height);
    step_w = given ? given_step_w : image_width / static_cast<T>(width);
  }
  T CenterX(int64_t x) const { return (static_cast<T>(x) + offset) * step_w; }
  T CenterY(int64_t y) const { return (static_cast<T>(y) + offset) * step_h; }

  int64_t height;
  int64_t width;
  T image_height;
  T image_width;
  T offset;
  T step_h;
  T step_w;
};

// Sets every row of `out` to the four `variances`.
template <typename T>
void RepeatVariances(const std::vector<float>& variances, Tensor* out) {
  T* dst = out->mutable_data<T>();
  for (int64_t i = 0; i < out->numel(); i += 4)
    std::copy(variances.begin(), variances.end(), dst + i);
}

}  // namespace paddle::lite::kernels
