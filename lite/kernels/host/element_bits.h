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

// dst[i, j, ...] = src[first[0] + i * step[0], first[1] + j * step[1], ...] for arrays of the same
// rank, at least 1, and dimensions above 0.
template <typename Bits>
void CopyStrided(const Bits* src, const DDim& in, const DDim& first, const DDim& step, Bits* dst,
                 const DDim& out, ThreadPool* pool) {
  const int last = out.rank() - 1;
  const int64_t width = out[last];
  const int64_t step_x = step[last];
  constexpr int64_t kGrain = 4096;  // elements that justify a thread
  pool->ForEach(out.Count(0, last), kGrain / width + 1, [&](int64_t row) {
    int64_t rest = row;
    int64_t offset = first[last];
    int64_t stride = in[last];
    for (int i = last - 1; i >= 0; --i) {
      offset += (first[i] + rest % out[i] * step[i]) * stride;
      rest /= out[i];
      stride *= in[i];
    }
    const Bits* from = src + offset;
    Bits* to = dst + row * width;
    for (int64_t x = 0; x < width; ++x) to[x] = from[x * step_x];
  });
}

}  // namespace paddle::lite::kernels::host
