// Pooling. Plain data and function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

// One output pixel, NHWC: all channels of a window of rows x columns inside the image.
template <typename In, typename Out>
struct PoolWindow {
  const In* src;
  int64_t row_stride;    // elements
  int64_t pixel_stride;  // elements
  int64_t rows, columns;
  int64_t channels;
  Out* dst;
  float scale;  // average: the factor of the sum
};

// Real is float or HalfBits; sums are float.
template <typename Real>
struct PoolKernels {
  void (*max)(const PoolWindow<Real, Real>*);
  void (*average)(const PoolWindow<Real, Real>*);
  // Sum and maximum of consecutive values: a whole NCHW plane.
  float (*sum_row)(const Real* src, int64_t count);
  float (*max_row)(const Real* src, int64_t count);
};
using PoolF32Kernels = PoolKernels<float>;
using PoolF16Kernels = PoolKernels<HalfBits>;

}  // namespace paddle::lite::cpu
