// Rearranging the dimensions of an array, on raw memory.
#pragma once

#include "lite/base/thread_pool.h"
#include "lite/core/dims.h"
#include "lite/core/types.h"

namespace paddle::lite::kernels::host {

// A transposition decided once: dimension i of the result is dimension permutation[i] of the
// source. Neighbours that stay neighbours are joined, so that NCHW to NHWC is a plain matrix
// transposition per image.
class Transposition {
 public:
  Transposition() = default;
  Transposition(const DDim& source, const int* permutation);

  // `element_size` is 1, 2, 4 or 8; `src` and `dst` do not overlap.
  void Run(const void* src, void* dst, size_t element_size, ThreadPool* pool) const;

 private:
  template <typename T>
  void RunTyped(const T* src, T* dst, ThreadPool* pool) const;

  DDim dims_;         // of the result, joined
  DDim src_strides_;  // of the source, per dimension of the result
  int unit_ = 0;      // the dimension of the result that is contiguous in the source
};

}  // namespace paddle::lite::kernels::host
