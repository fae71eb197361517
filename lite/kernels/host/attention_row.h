// One row of attention, shared by the host kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lite/base/checked_math.h"

namespace paddle::lite::kernels::host {

// The memory of a * b floats. Too large a size saturates, and the allocation fails.
inline size_t BytesOfFloats(int64_t a, int64_t b) {
  size_t bytes = 0;
  if (!CheckedMul(static_cast<size_t>(a), static_cast<size_t>(b), &bytes) ||
      !CheckedMul(bytes, sizeof(float), &bytes)) {
    return SIZE_MAX;
  }
  return bytes;
}

// Strides are in elements, 0 where a value is repeated.
struct AttentionRow {
  int64_t n = 0, depth = 0, width = 0;
  int64_t k_row = 0, v_row = 0;
  int64_t mask_column = 0;
  float scale = 1;

  // dst[j] = sum over i of p[i] * v[i][j], where p = softmax(scale * q * k^T + mask). `mask` may be
  // null; `scores` holds n values.
  void Run(const float* q, const float* k, const float* v, const float* mask, float* scores,
           float* dst) const {
    float largest = -INFINITY;
    for (int64_t i = 0; i < n; ++i) {
      float sum = 0;
      for (int64_t d = 0; d < depth; ++d) sum += q[d] * k[i * k_row + d];
      scores[i] = scale * sum + (mask == nullptr ? 0.0f : mask[i * mask_column]);
      // A NaN becomes the maximum.
      if (scores[i] > largest || std::isnan(scores[i])) largest = scores[i];
    }
    float total = 0;
    for (int64_t i = 0; i < n; ++i) {
      constexpr float kLowest = -64;  // as in Paddle's softmax
      scores[i] = std::exp(std::max(scores[i] - largest, kLowest));
      total += scores[i];
    }
    std::fill_n(dst, width, 0.0f);
    for (int64_t i = 0; i < n; ++i) {
      const float share = scores[i] / total;
      for (int64_t j = 0; j < width; ++j) dst[j] += share * v[i * v_row + j];
    }
  }
};

}  // namespace paddle::lite::kernels::host
