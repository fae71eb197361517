// Numbers as unsigned integers in the order of sorting, joined with their places: one comparison of
// integers replaces those of values, NaN and places.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace paddle::lite::kernels::host {

template <typename T>
bool IsNaN(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}

template <typename T>
using SortBits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

// Keys ascend with the values. NaN counts as greater than every number; both zeros are equal.
template <typename T>
SortBits<T> SortKey(T value) {
  using Bits = SortBits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
    if (IsNaN(value)) return std::numeric_limits<Bits>::max();
    const T number = value == 0 ? T{0} : value;
    Bits bits;
    std::memcpy(&bits, &number, sizeof(bits));
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
  } else {
    constexpr Bits kSign = std::is_signed_v<T> ? Bits{1} << (sizeof(Bits) * 8 - 1) : 0;
    return static_cast<Bits>(value) ^ kSign;
  }
}

// The same, or for descending order.
template <typename T>
SortBits<T> OrderOf(T value, bool descending) {
  const SortBits<T> key = SortKey(value);
  return descending ? static_cast<SortBits<T>>(~key) : key;
}

// A place in a line, and the order of its value. Of equal values, the first place comes first, also
// in descending order.
struct WidePlace {
  uint64_t key;
  uint64_t at;

  bool operator<(const WidePlace& other) const {
    return key != other.key ? key < other.key : at < other.at;
  }
};
// The same for keys and places of 32 bits.
struct NarrowPlace {
  uint64_t key_and_at;

  bool operator<(const NarrowPlace& other) const { return key_and_at < other.key_and_at; }
};

inline int64_t PlaceOf(const WidePlace& place) { return static_cast<int64_t>(place.at); }
inline int64_t PlaceOf(const NarrowPlace& place) {
  return static_cast<int64_t>(place.key_and_at & 0xffffffff);
}
inline void SetPlace(uint64_t key, int64_t at, WidePlace* place) {
  *place = {key, static_cast<uint64_t>(at)};
}
inline void SetPlace(uint32_t key, int64_t at, NarrowPlace* place) {
  *place = {static_cast<uint64_t>(key) << 32 | static_cast<uint64_t>(at)};
}

// Bytes for a line of `count` values of any type.
inline size_t PlaceBytes(int64_t count) { return static_cast<size_t>(count) * sizeof(WidePlace); }

// Fills places[i] for the values x[i * step], in the order of the key or in descending order, and
// calls sort(places).
template <typename T, typename Sort>
void WithPlaces(const T* x, int64_t count, int64_t step, bool descending, void* memory,
                const Sort& sort) {
  const auto fill = [&](auto* places) {
    for (int64_t i = 0; i < count; ++i) SetPlace(OrderOf(x[i * step], descending), i, places + i);
    sort(places);
  };
  if constexpr (sizeof(T) == 8) {
    fill(static_cast<WidePlace*>(memory));
  } else {
    fill(static_cast<NarrowPlace*>(memory));  // a line of 2^32 values is longer than memory allows
  }
}

}  // namespace paddle::lite::kernels::host
