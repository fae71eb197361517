// Transforms of Winograd convolution, 3x3, NHWC. Plain data and function pointers only:
// instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

// One tile, all channels. A tile of m x m outputs is computed from (m + 2) x (m + 2) inputs, with
// as many frequencies. Real is float, HalfBits or int8_t, whose frequencies are Stored; strides
// count elements.
template <typename Real, typename Stored = Real>
struct WinogradInput {
  const Real* src;  // input at the tile's top left, which may be outside the image
  int64_t row_stride, pixel_stride;
  int64_t first_row, end_row, first_column, end_column;  // rows and columns of the tile that exist
  int64_t channels;
  Stored* dst;  // [frequency][channels]
  int64_t frequency_stride;
};

template <typename Real>
struct WinogradOutput {
  const Real* src;  // [frequency][channels]
  int64_t frequency_stride;
  const Real* bias;      // null: zeros
  const Real* residual;  // null: none; strides as dst
  Real* dst;
  int64_t row_stride, pixel_stride;
  int64_t rows, columns;  // outputs that exist, from the tile's top left
  int64_t channels;
  float low, high;
};

// Winograd pays off if there are enough tiles to reuse each transformed weight, and enough channels
// for the transforms not to dominate.
template <typename Real>
struct WinogradKernels {
  int64_t min_tiles[2];  // [m = 2, 4]
  int64_t min_inputs, min_outputs;
  // [m = 2, 4]; null: tiles of this size lose too much.
  void (*input[2])(const WinogradInput<Real>*);
  void (*output[2])(const WinogradOutput<Real>*);
};

using WinogradF32Kernels = WinogradKernels<float>;
using WinogradF16Kernels = WinogradKernels<HalfBits>;

}  // namespace paddle::lite::cpu
