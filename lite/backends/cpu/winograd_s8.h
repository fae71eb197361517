// Winograd convolution of int8, 3x3 with tiles of 2x2, NHWC. Plain data and function pointers only:
// instruction-set files include this header.
//
// All is in integers, and exact. The transformed input has at most 4 * 128 in magnitude, weights
// transformed by 2 * G (1, 1/2 and 1/2 times 2) at most 9 * 128, and the result is four times the
// sum of the products. Sums of 32 bits may wrap around before that, which does not matter.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_s8.h"
#include "lite/backends/cpu/winograd_f32.h"

namespace paddle::lite::cpu {

constexpr int kWinogradS8Frequencies = 16;

// Tiles of one line, all channels: at least as many as the kernels' `min_inputs`.
struct WinogradInputS8 {
  WinogradInput<int8_t, int16_t> first;
  int64_t tiles;
  int64_t tile_stride;  // elements of dst
};

// sums[frequency][tile] = src[frequency][tile] * weights[frequency], for `blocks` times as many
// tiles as the kernel has rows.
struct WinogradProductS8 {
  const int16_t* src;
  int64_t tile_stride, frequency_stride;
  int64_t blocks;
  int64_t pairs;           // of channels
  const int16_t* weights;  // [frequency][pairs][vecs * lanes][2]
  int32_t* sums;           // [frequency][tile][vecs * lanes]
  int64_t sums_stride;     // of frequencies
};

// The results of tiles of one line, for the channels of one product.
struct WinogradOutputS8 {
  const int32_t* sums;
  int64_t sums_stride;
  void* dst;                         // int8_t or float
  int64_t row_stride, pixel_stride;  // elements
  int64_t rows;                      // of each tile
  int64_t columns;                   // of all tiles
  int64_t tail;                      // lanes in use in the last vector
  EndS8 end;                         // of the first result
};

constexpr int kMaxWinogradVecsS8 = 2;
constexpr int kMaxWinogradRowsS8 = 12;

struct WinogradS8Kernels {
  int lanes;
  int max_vecs;
  int max_rows;
  int64_t min_inputs;  // channels, a vector
  void (*input)(const WinogradInputS8*);
  void (*product[kMaxWinogradVecsS8 + 1][kMaxWinogradRowsS8 + 1])(const WinogradProductS8*);
  void (*output[kMaxWinogradVecsS8 + 1])(const WinogradOutputS8*);
};

}  // namespace paddle::lite::cpu
