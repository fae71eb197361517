#include "lite/backends/nnadapter/operation/strided.h"

#include <algorithm>

namespace nnadapter::operation {
namespace {

template <typename T>
void CopyStridedElements(const void* from, int64_t first, const int64_t* strides,
                         const Shape& shape, void* to) {
  const T* source = static_cast<const T*>(from) + first;
  T* target = static_cast<T*>(to);
  int64_t all[1][kMaxRank] = {};
  std::copy(strides, strides + shape.rank, all[0]);
  const int64_t length = shape.rank == 0 ? 1 : shape[shape.rank - 1];
  const int64_t step = shape.rank == 0 ? 0 : strides[shape.rank - 1];
  ForEachRow(shape, all, [&](int64_t index, const int64_t* offsets) {
    const T* row = source + offsets[0];
    for (int64_t i = 0; i < length; ++i) target[index + i] = row[i * step];
  });
}

}  // namespace

Status Broadcast(const Call& call, const Shape& a, const Shape& b, Shape* result) {
  result->rank = std::max(a.rank, b.rank);
  for (int axis = 0; axis < result->rank; ++axis) {
    const int in_a = axis - (result->rank - a.rank);
    const int in_b = axis - (result->rank - b.rank);
    const int32_t x = in_a < 0 ? 1 : a[in_a];
    const int32_t y = in_b < 0 ? 1 : b[in_b];
    const bool fits = x == y || x == 1 || y == 1 || x == kUnknown || y == kUnknown;
    if (!fits) {
      return call.Invalid("the shapes %s and %s do not broadcast", a.ToString().c_str(),
                          b.ToString().c_str());
    }
    if (x == kUnknown) {
      (*result)[axis] = y == 1 ? kUnknown : y;
    } else {
      (*result)[axis] = x == 1 ? y : x;
    }
  }
  return Status();
}

void DenseStrides(const Shape& shape, int64_t* strides) {
  int64_t stride = 1;
  for (int axis = shape.rank - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
}

void BroadcastStrides(const Shape& x, const Shape& shape, int64_t* strides) {
  int64_t dense[kMaxRank] = {};
  DenseStrides(x, dense);
  for (int axis = 0; axis < shape.rank; ++axis) {
    const int in_x = axis - (shape.rank - x.rank);
    strides[axis] = in_x < 0 || x[in_x] == 1 ? 0 : dense[in_x];
  }
}

void CopyStrided(size_t bytes, const void* from, int64_t first, const int64_t* strides,
                 const Shape& shape, void* to) {
  switch (bytes) {
    case 1:
      return CopyStridedElements<uint8_t>(from, first, strides, shape, to);
    case 2:
      return CopyStridedElements<uint16_t>(from, first, strides, shape, to);
    case 4:
      return CopyStridedElements<uint32_t>(from, first, strides, shape, to);
    default:
      return CopyStridedElements<uint64_t>(from, first, strides, shape, to);
  }
}

}  // namespace nnadapter::operation
