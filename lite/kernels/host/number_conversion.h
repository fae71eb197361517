#pragma once

#include <cstdint>
#include <limits>

#include "lite/base/thread_pool.h"
#include "lite/core/types.h"

namespace paddle::lite::kernels::host {

// `value` truncated; the smallest integer if it does not fit, including NaN.
template <typename Int, typename Real>
Int RealToInteger(Real value) {
  constexpr Int kSmallest = std::numeric_limits<Int>::min();
  constexpr Real kLow = static_cast<Real>(kSmallest);  // a power of two, so exact
  if (!(value > kLow - 1 && value < -kLow)) return kSmallest;
  return static_cast<Int>(value);
}

// dst[i] = src[i] in another element type. A real number is converted via a 32-bit integer (64-bit
// for int64): it is truncated, values that do not fit, including NaN, become the smallest integer,
// and narrower types take the low bits. Any value other than zero is true.
using NumberConversion = void (*)(const void* src, void* dst, int64_t count, ThreadPool* pool);

// Null if one of the types is not numeric.
NumberConversion FindNumberConversion(PrecisionType from, PrecisionType to);

}  // namespace paddle::lite::kernels::host
