// Transforms of Winograd convolution, 3x3, NHWC. Plain data and function pointers only:
// instruction-set files include this header.
#pragma once

#include <cstdint>

namespace paddle::lite::cpu {

// One tile, all channels. A tile of m x m outputs is computed from (m + 2) x (m + 2) inputs, with
// as many frequencies.
struct WinogradInputF32 {
  const float* src;                  // input at the tile's top left, which may be outside the image
  int64_t row_stride, pixel_stride;  // floats
  int64_t first_row, end_row, first_column, end_column;  // rows and columns of the tile that exist
  int64_t channels;
  float* dst;  // [frequency][channels]
  int64_t frequency_stride;
};

struct WinogradOutputF32 {
  const float* src;  // [frequency][channels]
  int64_t frequency_stride;
  const float* bias;      // null: zeros
  const float* residual;  // null: none; strides as dst
  float* dst;
  int64_t row_stride, pixel_stride;
  int64_t rows, columns;  // outputs that exist, from the tile's top left
  int64_t channels;
  float low, high;
};

// Winograd pays off if there are enough tiles to reuse each transformed weight, and enough channels
// for the transforms not to dominate.
struct WinogradF32Kernels {
  int64_t min_tiles, min_inputs, min_outputs;
  // [m = 2, 4]
  void (*input[2])(const WinogradInputF32*);
  void (*output[2])(const WinogradOutputF32*);
};

}  // namespace paddle::lite::cpu
