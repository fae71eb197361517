// Limits for attributes that become counts, allocations or loops: a number in a program must not
// cost more than the tensors that it applies to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lite/base/status.h"

namespace paddle::lite::operators {

// Refuses a count above `extent`, the one of the input in `slot`. Small counts cost little and are
// always accepted, because Paddle accepts any number.
inline Status CheckAttributeCount(const char* attribute, int64_t count, int64_t extent,
                                  const char* slot) {
  constexpr int64_t kAlwaysAccepted = 64;
  if (count <= std::max(extent, kAlwaysAccepted)) return OkStatus();
  return OutOfRange("attribute ", attribute, ": expected at most ",
                    std::max(extent, kAlwaysAccepted), " for an extent of ", extent, " of ", slot,
                    ", found ", count);
}

// For lists whose lengths are multiplied with each other.
inline Status CheckAttributeLength(const char* attribute, size_t length) {
  constexpr size_t kMaxLength = 1024;
  if (length <= kMaxLength) return OkStatus();
  return OutOfRange("attribute ", attribute, ": expected a list of at most ", kMaxLength,
                    " values, found ", length);
}

}  // namespace paddle::lite::operators
