// For kernels that move elements without interpreting them.
#pragma once

#include <cstdint>

#include "lite/base/thread_pool.h"
#include "lite/core/dims.h"
#include "lite/core/types.h"

namespace paddle::lite::kernels::host {

// Calls f with a zero of the unsigned integer type that has the width of an element.
template <typename F>
void WithBitsOf(PrecisionType precision, const F& f) {
  switch (PrecisionTypeLength(precision)) {
    case 1:
      return f(uint8_t{0});
    case 2:
      return f(uint16_t{0});
    case 4:
      return f(uint32_t{0});
    default:
      return f(uint64_t{0});
  }
}

// dst[i, j, ...] = src[map(0, i), map(1, j), ...] for arrays of the same rank, at least 1, and
// dimensions above 0.
template <typename Bits, typename Map>
void GatherAlongAxes(const Bits* src, const DDim& in, Bits* dst, const DDim& out, ThreadPool* pool,
                     const Map& map) {
  const int last = out.rank() - 1;
  const int64_t width = out[last];
  constexpr int64_t kGrain = 4096;  // elements that justify a thread
  pool->ForEach(out.Count(0, last), kGrain / width + 1, [&](int64_t row) {
    int64_t rest = row;
    int64_t offset = 0;
    int64_t stride = in[last];
    for (int i = last - 1; i >= 0; --i) {
      offset += map(i, rest % out[i]) * stride;
      rest /= out[i];
      stride *= in[i];
    }
    for (int64_t x = 0; x < width; ++x) dst[row * width + x] = src[offset + map(last, x)];
  });
}

}  // namespace paddle::lite::kernels::host
