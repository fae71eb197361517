// For code that accepts tensors in any layout: maps dimensions, which are named in program order,
// to their order in memory.
#pragma once

#include "lite/core/tensor.h"

namespace paddle::lite {

// Whether elements in host memory are in a known order. The image layouts of devices have none.
inline bool HasMemoryOrder(DataLayoutType layout) {
  return layout == DataLayoutType::kNCHW || layout == DataLayoutType::kNHWC;
}

// OK if the functions below apply. Kernels need not ask: binding.h refuses other tensors.
inline Status CheckMemoryOrder(const Tensor& tensor) {
  if (tensor.dims().rank() != 4 || HasMemoryOrder(tensor.layout())) return OkStatus();
  return Unsupported("elements in layout ", DataLayoutToStr(tensor.layout()),
                     " have no order in host memory, expected NCHW or NHWC");
}

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

// Elements of `piece`, a part of `whole` along dimension `axis`, from that dimension inwards in the
// memory of `whole`. A piece with one channel or pixel, whose order is the same in all layouts, may
// have another one, as constants do.
inline int64_t RowOfPiece(const Tensor& whole, int axis, const Tensor& piece) {
  const DDim dims = MemoryDims(whole);
  return piece.dims()[axis] * dims.Count(MemoryAxis(whole, axis) + 1, dims.rank());
}

// Elements of the innermost dimension in memory.
inline int64_t RowLength(const Tensor& tensor) {
  const DDim dims = MemoryDims(tensor);
  return dims[dims.rank() - 1];
}

// The position in memory of element `i` in the order of dims().
inline int64_t PositionInMemory(const Tensor& tensor, int64_t i) {
  if (!StoredChannelsLast(tensor)) return i;
  const DDim& dims = tensor.dims();
  const int64_t area = dims[2] * dims[3];
  const int64_t image = i / (dims[1] * area);
  const int64_t channel = i / area % dims[1];
  return (image * area + i % area) * dims[1] + channel;
}

}  // namespace paddle::lite
