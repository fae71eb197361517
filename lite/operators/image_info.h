#pragma once

#include "lite/base/status.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// Rows of `columns` numbers about images: at least `images` of them, of which the first are read,
// as in Paddle. One row may be a vector. With `wider`, rows may have further numbers, which are
// ignored, and dimensions.
inline Status CheckImageInfo(const char* slot, const Tensor& info, int64_t images, int64_t columns,
                             bool wider = false) {
  const DDim& dims = info.dims();
  const bool vector = dims.rank() == 1 && images <= 1 && dims[0] == columns;
  const int64_t found = dims.rank() > 1 ? dims.Count(1, dims.rank()) : 0;
  const bool wide_enough = wider ? found >= columns : dims.rank() == 2 && found == columns;
  if (vector || (wide_enough && dims[0] >= images)) return OkStatus();
  return InvalidArgument(slot, ": expected shape ", DDim{images, columns}, " or more rows",
                         wider ? " or columns" : "", ", found ", dims);
}

}  // namespace paddle::lite::operators
