#pragma once

#include <cstring>

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// The bytes of `src` to `dst`, which has as many. Free where the planner gave both the same memory.
inline void CopyElements(const Tensor& src, Tensor* dst) {
  const size_t bytes = src.memory_size();
  if (bytes != 0 && dst->raw_data() != src.raw_data()) {
    std::memcpy(dst->mutable_raw_data(), src.raw_data(), bytes);
  }
}

}  // namespace paddle::lite::kernels::host
