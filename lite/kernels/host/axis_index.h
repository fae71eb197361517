#pragma once

#include <cstdint>

#include "lite/base/status.h"
#include "lite/core/dims.h"

namespace paddle::lite::kernels::host {

// Whether each of `count` indices is inside of a dimension of the tensor in `slot`.
template <typename I>
Status CheckIndices(const I* index, int64_t count, const char* slot, const DDim& dims, int axis) {
  for (int64_t i = 0; i < count; ++i) {
    if (index[i] < 0 || index[i] >= dims[axis]) {
      return OutOfRange("Index: ", index[i], " at position ", i, " is outside of dimension ", axis,
                        " of ", slot, " ", dims);
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::kernels::host
