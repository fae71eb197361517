// Iteration over tensors of which several share an index.
#pragma once

#include <cstdint>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {

// The numpy broadcast of two shapes. An unknown extent with an extent above one is the latter.
Status Broadcast(const Call& call, const Shape& a, const Shape& b, Shape* result);

// The distance in `x` of neighbours along each axis of `shape`, to which `x` is broadcast.
void BroadcastStrides(const Shape& x, const Shape& shape, int64_t* strides);

// The distance in a dense tensor of neighbours along each axis.
void DenseStrides(const Shape& shape, int64_t* strides);

// Calls row(index, offsets) for every index along the axes of `shape` but the last: `index` is that
// of the row's first element in a dense tensor, `offsets` those in tensors with other strides.
template <int kTensors, typename Row>
void ForEachRow(const Shape& shape, const int64_t (&strides)[kTensors][kMaxRank], Row&& row) {
  const int outer = shape.rank - 1;
  const int64_t length = shape.rank == 0 ? 1 : shape[outer];
  const int64_t count = shape.Count();
  int64_t offsets[kTensors] = {};
  int32_t position[kMaxRank] = {};
  for (int64_t index = 0; index < count; index += length) {
    row(index, offsets);
    for (int axis = outer - 1; axis >= 0; --axis) {
      for (int t = 0; t < kTensors; ++t) offsets[t] += strides[t][axis];
      if (++position[axis] < shape[axis]) break;
      for (int t = 0; t < kTensors; ++t) offsets[t] -= strides[t][axis] * shape[axis];
      position[axis] = 0;
    }
  }
}

// Copies elements of `bytes` bytes (1, 2, 4 or 8): the element of `to`, dense with `shape`, at a
// position is that of `from` at `first` + the sum of strides * position.
void CopyStrided(size_t bytes, const void* from, int64_t first, const int64_t* strides,
                 const Shape& shape, void* to);

}  // namespace nnadapter::operation
