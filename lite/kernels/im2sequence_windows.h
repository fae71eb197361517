// The windows of an image in the order of a sequence, for every target.
#pragma once

#include <cstdint>

#include "lite/core/dims.h"
#include "lite/operators/im2sequence.h"

namespace paddle::lite::kernels {

// Copies the windows of one row of them. `steps`: elements from one index of each dimension of X to
// the next. Returns where the next row begins.
template <typename T>
T* CopyWindows(const operators::Im2Sequence& op, const T* image, const DDim& steps, int64_t row,
               int64_t columns, T* dst) {
  const DDim& dims = op.x->dims();
  for (int64_t column = 0; column < columns; ++column) {
    const int64_t top = row * op.strides[0] - op.paddings[0];
    const int64_t left = column * op.strides[1] - op.paddings[1];
    for (int64_t c = 0; c < dims[1]; ++c) {
      for (int64_t y = top; y < top + op.kernels[0]; ++y) {
        for (int64_t x = left; x < left + op.kernels[1]; ++x) {
          const bool inside = y >= 0 && y < dims[2] && x >= 0 && x < dims[3];
          *dst++ = inside ? image[c * steps[1] + y * steps[2] + x * steps[3]] : T();
        }
      }
    }
  }
  return dst;
}

}  // namespace paddle::lite::kernels
