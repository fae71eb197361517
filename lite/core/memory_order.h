// For code that accepts tensors in any layout: maps dimensions, which are named in program order,
// to their order in memory.
#pragma once

#include "lite/core/tensor.h"

namespace paddle::lite {

inline bool StoredChannelsLast(const Tensor& tensor) {
  return tensor.layout() == DataLayoutType::kNHWC && tensor.dims().rank() == 4;
}

// The dimensions from the outermost in memory to the innermost.
inline DDim MemoryDims(const Tensor& tensor) {
  const DDim& dims = tensor.dims();
  return StoredChannelsLast(tensor) ? DDim{dims[0], dims[2], dims[3], dims[1]} : dims;
}

// The position of dimension `axis` in MemoryDims.
inline int MemoryAxis(const Tensor& tensor, int axis) {
  constexpr int kChannelsLast[] = {0, 3, 1, 2};
  return StoredChannelsLast(tensor) ? kChannelsLast[axis] : axis;
}

}  // namespace paddle::lite
