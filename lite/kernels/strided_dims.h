// Iterates over some dimensions of an array.
#pragma once

#include "lite/core/dims.h"

namespace paddle::lite::kernels {

// Sizes and strides in elements, outermost first; neighbours without a gap between them are joined.
struct StridedDims {
  DDim sizes;
  DDim strides;

  void Add(int64_t size, int64_t stride) {
    const int last = sizes.rank() - 1;
    if (last >= 0 && strides[last] == size * stride) {
      sizes[last] *= size;
      strides[last] = stride;
    } else {
      sizes.push_back(size);
      strides.push_back(stride);
    }
  }
  // The offset of element `index`; the innermost `skip` dimensions are at 0.
  int64_t Offset(int64_t index, int skip) const {
    int64_t offset = 0;
    for (int i = sizes.rank() - 1 - skip; i >= 0; --i) {
      offset += index % sizes[i] * strides[i];
      index /= sizes[i];
    }
    return offset;
  }
  int64_t innermost_size() const { return sizes.empty() ? 1 : sizes.at(-1); }
  int64_t innermost_stride() const { return strides.empty() ? 1 : strides.at(-1); }
};

}  // namespace paddle::lite::kernels
