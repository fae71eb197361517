// Selection by index, and of indices.
#pragma once

#include <math.h>  // NOLINT: NAN

#include <cstdint>

#include "lite/backends/cuda/function.h"

namespace paddle::lite::cuda {

// The first index of the largest (sign 1) or smallest (sign -1) number of a row of x [outer,
// extent, inner]; 0 if there is none.
template <typename Index>
struct ArgExtremeBody {
  const float* x;
  Index* out;
  int32_t extent, inner;
  float sign;

  LITE_CUDA_FUNCTION void operator()(int32_t row) const {
    const float* const from = x + row / inner * extent * inner + row % inner;
    int32_t best = -1;
    float largest = 0;
    for (int32_t i = 0; i < extent; ++i) {
      const float value = from[i * inner] * sign;
      if (value == value && (best < 0 || value > largest)) {
        best = i;
        largest = value;
      }
    }
    out[row] = best < 0 ? 0 : best;
  }
};

// An element of the rows of `table` that `ids` selects; 0 for the id `padding`. A NaN for an id
// outside the table, because the device cannot report it.
template <typename Id>
struct LookupBody {
  const float* table;
  const Id* ids;
  float* out;
  int32_t rows, width;
  int64_t padding;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const auto id = static_cast<int64_t>(ids[i / width]);
    if (padding != -1 && id == padding) {
      out[i] = 0;
    } else if (id < 0 || id >= rows) {
      out[i] = NAN;
    } else {
      out[i] = table[id * width + i % width];
    }
  }
};

}  // namespace paddle::lite::cuda
