// Selection by index, and of indices.
#pragma once

#include <math.h>  // NOLINT: NAN

#include <cstdint>

#include "lite/backends/cuda/element_body.h"

namespace paddle::lite::cuda {

// The first index of the largest (sign 1) or smallest (sign -1) number of a row of x [outer,
// extent, inner]; 0 if there is none.
template <typename T, typename Index>
struct ArgExtremeBody {
  const T* x;
  Index* out;
  int32_t extent, inner;
  float sign;

  LITE_CUDA_FUNCTION void operator()(int32_t row) const {
    const T* const from = x + row / inner * extent * inner + row % inner;
    int32_t best = -1;
    float largest = 0;
    for (int32_t i = 0; i < extent; ++i) {
      const float value = Number(from[i * inner]) * sign;
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
template <typename T, typename Id>
struct LookupBody {
  const T* table;
  const Id* ids;
  T* out;
  int32_t rows, width;
  int64_t padding;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const auto id = static_cast<int64_t>(ids[i / width]);
    if (padding != -1 && id == padding) {
      Store(0, out + i);
    } else if (id < 0 || id >= rows) {
      Store(NAN, out + i);
    } else {
      out[i] = table[id * width + i % width];
    }
  }
};

}  // namespace paddle::lite::cuda
