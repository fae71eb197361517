// Permutes the dimensions of an array in raw memory.
#pragma once

#include "lite/base/thread_pool.h"
#include "lite/core/dims.h"
#include "lite/core/types.h"

namespace paddle::lite::kernels {

// A transposition set up once: dimension i of the result is dimension permutation[i] of the source.
// Dimensions that stay neighbours are joined, so that NCHW to NHWC is a matrix transposition per
// image.
class Transposition {
 public:
  // dst[c * dst_stride + r] = src[r * src_stride + c] for r < rows, c < columns, for any bit
  // pattern.
  using Matrix32 = void (*)(const float* src, int64_t src_stride, float* dst, int64_t dst_stride,
                            int64_t rows, int64_t columns);

  Transposition() = default;
  Transposition(const DDim& source, const int* permutation);

  // `element_size` is 1, 2, 4 or 8; `src` and `dst` do not overlap. Elements of 4 bytes use
  // `matrix` if the target has one.
  void Run(const void* src, void* dst, size_t element_size, ThreadPool* pool,
           Matrix32 matrix = nullptr) const;

 private:
  template <typename T>
  void RunTyped(const T* src, T* dst, ThreadPool* pool, Matrix32 matrix) const;

  DDim dims_;         // of the result, joined
  DDim src_strides_;  // of the source, per dimension of the result
  int unit_ = 0;      // the dimension of the result that is contiguous in the source
};

}  // namespace paddle::lite::kernels
