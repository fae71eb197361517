#pragma once

#include "lite/kernels/host/number_conversion.h"

namespace paddle::lite::kernels::host {

// Integers wrap around, as in Paddle.
template <typename T>
T WrappingSum(T a, T b) {
  using U = typename UnsignedOr<T>::Type;
  return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
}

}  // namespace paddle::lite::kernels::host
