// The shape rule shared by elementwise, comparison and logical operators.
#pragma once

#include <algorithm>

#include "lite/base/status.h"
#include "lite/core/dims.h"

namespace paddle::lite::operators {

// Two shapes padded with ones to the rank of the result.
struct Broadcast {
  DDim x;
  DDim y;
  DDim out;
};

// Aligns the shorter shape with the longer one: its first dimension is aligned with `axis`; -1
// aligns the last dimensions. Trailing ones of Y beyond X's last dimension are dropped.
inline Result<Broadcast> BroadcastShapes(const DDim& x, const DDim& y, int axis) {
  if (x == y) return Broadcast{x, x, x};
  const bool x_is_longer = x.rank() >= y.rank();
  const DDim& longer = x_is_longer ? x : y;
  DDim shorter = x_is_longer ? y : x;
  const int rank = longer.rank();
  if (axis < -1 || (axis > 0 && x.rank() == y.rank())) {
    return InvalidArgument("attribute axis is ", axis, "; X ", x, " and Y ", y,
                           " allow only -1 or 0");
  }
  if (axis > rank) {
    return InvalidArgument("at axis ", axis, ", X ", x, " and Y ", y, " do not align");
  }
  if (axis == -1) axis = rank - shorter.rank();
  if (x_is_longer && axis + shorter.rank() > rank) {
    int kept = shorter.rank();
    while (kept > 0 && shorter[kept - 1] == 1) --kept;
    DDim trimmed;
    for (int i = 0; i < kept; ++i) trimmed.push_back(shorter[i]);
    shorter = trimmed;
  }
  if (axis + shorter.rank() > rank) {
    return InvalidArgument("at axis ", axis, ", X ", x, " and Y ", y, " do not align");
  }
  DDim stretched;
  for (int i = 0; i < rank; ++i) {
    const bool inside = i >= axis && i < axis + shorter.rank();
    stretched.push_back(inside ? shorter[i - axis] : 1);
  }
  Broadcast result{x_is_longer ? longer : stretched, x_is_longer ? stretched : longer, longer};
  for (int i = 0; i < rank; ++i) {
    const int64_t a = result.x[i];
    const int64_t b = result.y[i];
    if (a != b && a != 1 && b != 1) {
      return InvalidArgument("X ", x, " and Y ", y, " cannot be broadcast at axis ", axis,
                             ": dimension ", i, " of the result would be ", a, " and ", b);
    }
    result.out[i] = a == 1 ? b : a;
  }
  LITE_RETURN_IF_ERROR(CheckedElementCount(result.out).status());
  return result;
}

}  // namespace paddle::lite::operators
