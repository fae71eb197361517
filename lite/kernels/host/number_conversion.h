#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "lite/base/simd.h"
#include "lite/base/thread_pool.h"
#include "lite/core/types.h"

namespace paddle::lite::kernels::host {

// `value` truncated; the smallest integer if it does not fit, including NaN.
template <typename Int, typename Real>
LITE_SIMD_INLINE Int RealToInteger(Real value) {
  constexpr Int kSmallest = std::numeric_limits<Int>::min();
  // Zero or powers of two, so exact.
  constexpr Real kLow = static_cast<Real>(kSmallest);
  constexpr Real kHigh = static_cast<Real>(std::numeric_limits<Int>::max() / 2 + 1) * 2;
  if (!(value > kLow - 1 && value < kHigh)) return kSmallest;
  return static_cast<Int>(value);
}

// A number from an attribute as a T.
template <typename T>
T NumberFromReal(float value) {
  if constexpr (std::is_integral_v<T>) {
    return RealToInteger<T>(value);
  } else {
    return static_cast<T>(value);
  }
}

// The unsigned form of an integer type, whose arithmetic wraps around as Paddle's does, where
// signed overflow is undefined; other types themselves. Narrow types become unsigned int, because
// they would be promoted to int.
template <typename T>
struct UnsignedOr {
  using Wide = std::conditional_t<(sizeof(T) < sizeof(int)), unsigned, T>;
  using Type = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<Wide>,
                                           std::common_type<T>>::type;
};

// dst[i] = src[i] in another element type. A real number is converted via a 32-bit integer (64-bit
// for int64): it is truncated, values that do not fit, including NaN, become the smallest integer,
// and narrower types take the low bits. Any value other than zero is true.
using NumberConversion = void (*)(const void* src, void* dst, int64_t count, ThreadPool* pool);

// Null if one of the types is not numeric.
NumberConversion FindNumberConversion(PrecisionType from, PrecisionType to);

}  // namespace paddle::lite::kernels::host
