#pragma once

#include <cfloat>
#include <cstdint>

#include "lite/backends/cuda/element_body.h"

namespace paddle::lite::cuda {

// The windows along an axis.
struct PoolAxis {
  int32_t in = 0, out = 0, kernel = 0, stride = 1, pad = 0;
};

// One element of a pooling. A pixel has `inner` elements: the channels if they are last, otherwise
// one.
template <typename T>
struct Pool2dBody {
  // The input positions [begin, end) of a window, and the divisors of averages along the axis,
  // which are 0 or negative for a window outside of the input.
  struct Window {
    int32_t begin, end, inclusive, exclusive;
  };

  const T* x;
  T* out;
  PoolAxis h, w;
  int32_t inner;
  bool adaptive, exclusive, is_max;

  LITE_CUDA_FUNCTION Window WindowOf(int32_t o, const PoolAxis& axis) const {
    if (adaptive) {
      const auto begin = static_cast<int32_t>(int64_t{o} * axis.in / axis.out);
      const auto end = static_cast<int32_t>(((int64_t{o} + 1) * axis.in + axis.out - 1) / axis.out);
      return {begin, end, end - begin, end - begin};
    }
    const int32_t begin = o * axis.stride - axis.pad;
    const int32_t padded = axis.in + axis.pad;
    const int32_t end = begin + axis.kernel < padded ? begin + axis.kernel : padded;
    const int32_t first = begin > 0 ? begin : 0;
    const int32_t last = end < axis.in ? end : axis.in;
    return {first, last > first ? last : first, end - begin, last - first};
  }

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t pixel = i / inner;
    const int32_t plane = pixel / (h.out * w.out);
    const int32_t position = pixel - plane * (h.out * w.out);
    const Window rows = WindowOf(position / w.out, h);
    const Window columns = WindowOf(position % w.out, w);
    const T* const source = x + plane * h.in * w.in * inner + (i - pixel * inner);
    float largest = -FLT_MAX;
    float sum = 0;
    for (int32_t row = rows.begin; row < rows.end; ++row) {
      for (int32_t column = columns.begin; column < columns.end; ++column) {
        const float v = Number(source[(row * w.in + column) * inner]);
        if (v > largest || v != v) largest = v;  // a NaN is kept
        sum += v;
      }
    }
    const int32_t divisor =
        exclusive ? rows.exclusive * columns.exclusive : rows.inclusive * columns.inclusive;
    Store(is_max ? largest : sum / static_cast<float>(divisor), out + i);
  }
};

}  // namespace paddle::lite::cuda
