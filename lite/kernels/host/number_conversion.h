#pragma once

#include <cstdint>
#include <limits>

#include "lite/base/thread_pool.h"
#include "lite/core/types.h"

namespace paddle::lite::kernels::host {

// `value` without its fraction; the smallest integer where it does not fit, NaN included.
template <typename Int, typename Real>
Int RealToInteger(Real value) {
  constexpr Int kSmallest = std::numeric_limits<Int>::min();
  constexpr Real kLow = static_cast<Real>(kSmallest);  // a power of two, so exact
  if (!(value > kLow - 1 && value < -kLow)) return kSmallest;
  return static_cast<Int>(value);
}

// dst[i] = src[i] in another element type. A real number becomes an integer through a 32-bit one
// (64-bit for int64): the fraction is cut off, and what does not fit, NaN included, becomes the
// smallest integer; narrower types then take the low bits. Anything but zero is true.
using NumberConversion = void (*)(const void* src, void* dst, int64_t count, ThreadPool* pool);

// Null when one of the types is not a number type.
NumberConversion FindNumberConversion(PrecisionType from, PrecisionType to);

}  // namespace paddle::lite::kernels::host
