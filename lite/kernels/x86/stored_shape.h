// Shapes in the order of memory, for kernels that take their tensors in any layout.
#pragma once

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::x86 {

inline bool StoredChannelsLast(const Tensor& tensor) {
  return tensor.dims().rank() == 4 && tensor.layout() == DataLayoutType::kNHWC;
}

// Sizes from the outermost dimension in memory to the innermost.
inline DDim StoredDims(const Tensor& tensor) {
  const DDim& d = tensor.dims();
  return StoredChannelsLast(tensor) ? DDim{d[0], d[2], d[3], d[1]} : d;
}

// Where dimension `axis` of the program stands among StoredDims.
inline int StoredAxis(const Tensor& tensor, int axis) {
  constexpr int kPlace[] = {0, 3, 1, 2};
  return StoredChannelsLast(tensor) ? kPlace[axis] : axis;
}

}  // namespace paddle::lite::kernels::x86
