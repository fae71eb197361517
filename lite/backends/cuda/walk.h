// Iterations over elements of one or two operands.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/function.h"

namespace paddle::lite::cuda {

// Sizes from the outermost dimension to the innermost one, and the elements from one index to the
// next in two operands.
struct Walk {
  static constexpr int kMaxRank = 9;
  struct Position {
    int32_t first, second;
  };

  int32_t rank = 0;
  int32_t size[kMaxRank] = {};
  int32_t step[2][kMaxRank] = {};

  // Joins neighbours that both operands traverse as one. At most kMaxRank dimensions.
  void Add(int64_t extent, int64_t first_step, int64_t second_step = 0) {
    if (extent == 1) return;
    const int last = rank - 1;
    if (last >= 0 && step[0][last] == extent * first_step &&
        step[1][last] == extent * second_step) {
      size[last] *= static_cast<int32_t>(extent);
    } else {
      size[rank++] = static_cast<int32_t>(extent);
    }
    step[0][rank - 1] = static_cast<int32_t>(first_step);
    step[1][rank - 1] = static_cast<int32_t>(second_step);
  }
  int64_t count() const {
    int64_t product = 1;
    for (int i = 0; i < rank; ++i) product *= size[i];
    return product;
  }
  // Where element i of the iteration is in both operands.
  LITE_CUDA_FUNCTION Position To(int32_t i) const;
};

LITE_CUDA_FUNCTION Walk::Position Walk::To(int32_t i) const {
  Position at = {0, 0};
  for (int d = rank - 1; d >= 0; --d) {
    const int32_t rest = i / size[d];
    const int32_t index = i - rest * size[d];
    at.first += index * step[0][d];
    at.second += index * step[1][d];
    i = rest;
  }
  return at;
}

}  // namespace paddle::lite::cuda
