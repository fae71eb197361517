// Arithmetic on sizes that come from files or callers. Every function returns false on overflow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace paddle::lite {

template <typename T>
inline bool CheckedAdd(T a, T b, T* sum) {
  return !__builtin_add_overflow(a, b, sum);
}
template <typename T>
inline bool CheckedMul(T a, T b, T* product) {
  return !__builtin_mul_overflow(a, b, product);
}

// Value-preserving conversion between integer types.
template <typename To, typename From>
inline bool CheckedCast(From from, To* to) {
  return !__builtin_add_overflow(from, From{0}, to);
}

// The sum, or SIZE_MAX on overflow: an allocation of that size fails.
inline size_t SaturatingAdd(size_t a, size_t b) {
  size_t sum = 0;
  return CheckedAdd(a, b, &sum) ? sum : SIZE_MAX;
}

inline size_t SaturatingMul(size_t a, size_t b) {
  const size_t most = std::numeric_limits<size_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

inline size_t RoundUp(size_t value, size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace paddle::lite
