#pragma once

#include <cstring>

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// Copies the bytes of `src` to `dst`, which has the same size. A no-op if the planner assigned both
// the same memory.
inline void CopyElements(const Tensor& src, Tensor* dst) {
  const size_t bytes = src.memory_size();
  if (bytes != 0 && dst->raw_data() != src.raw_data()) {
    std::memcpy(dst->mutable_raw_data(), src.raw_data(), bytes);
  }
}

}  // namespace paddle::lite::kernels::host
