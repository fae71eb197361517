// Iterations over elements of one or two operands.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/function.h"
#include "lite/backends/gpu/walk.h"

namespace paddle::lite::cuda {

using gpu::Walk;

struct Position {
  int32_t first, second;
};

// Where element i of the iteration is in both operands.
LITE_CUDA_FUNCTION Position PositionOf(const Walk& walk, int32_t i) {
  Position at = {0, 0};
  for (int d = walk.rank - 1; d >= 0; --d) {
    const int32_t rest = i / walk.size[d];
    const int32_t index = i - rest * walk.size[d];
    at.first += index * walk.step[0][d];
    at.second += index * walk.step[1][d];
    i = rest;
  }
  return at;
}

}  // namespace paddle::lite::cuda
