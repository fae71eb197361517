// The tile kernel of int8 convolution, fully connected layers and matrix products, and conversions
// between int8 and float. Plain data and function pointers only: instruction-set files include this
// header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_s8.h"

namespace paddle::lite::cpu {

// Tiles of dst = end(sum over taps and k of row[k] * weights). Sums are exact.
//
// Input and weights are stored as the kernel's multiplication reads them, `depth_group` values of
// k together: see GemmS8Kernels. Input rows are passed as pointers, as for GemmTileF32.
struct GemmTileS8 {
  const char* const* rows;  // [taps][rows of the tile]
  // Tiles to compute with the same weights, one after the other: the pointers to the rows of each
  // are `pointers` after those of the one before, or 0 if they are the same and the rows are
  // `row_step` bytes later. Its results are `dst_step`, its residual `residual_step` bytes later.
  int64_t tiles;
  int64_t pointers;
  int64_t row_step, dst_step, residual_step;
  int64_t taps;
  int64_t groups;       // of k values, per tap
  const char* weights;  // [taps][groups][vecs * lanes][depth_group]
  // Weights to fetch into the second-level cache, of the next panel or of the next operator: a line
  // for two groups, by the first `fetching` tiles one part after the other.
  const char* fetch;
  int64_t fetching;
  const int32_t* start;  // the sums to begin with, [vecs * lanes]
  void* dst;             // int8_t or float
  int64_t dst_stride;    // elements from row to row
  int64_t tail;          // lanes in use in the last vector
  bool lowest_weight;    // there is a weight of -128
  EndS8 end;
};

constexpr int64_t kFetchedLine = 64;

constexpr int kMaxTileVecsS8 = 4;
constexpr int kMaxTileRowsS8 = 12;

struct GemmS8Kernels {
  int lanes;
  int max_vecs;
  int max_rows;
  int depth_group;   // k values stored together
  int input_bytes;   // per value of the stored input
  int weight_bytes;  // per stored weight
  int input_offset;  // what `convert` adds; the sums begin with -input_offset * sum of the weights
  void (*tile[kMaxTileVecsS8 + 1][kMaxTileRowsS8 + 1])(const GemmTileS8*);  // [vecs][rows]
  // The same for an input without negative values, read as it is: the sums begin with 0. None if
  // any_negative is null.
  void (*positive_tile[kMaxTileVecsS8 + 1][kMaxTileRowsS8 + 1])(const GemmTileS8*);
  bool (*any_negative)(const int8_t* src, int64_t count);
  // `tile` for weights that `widen` stored, with twice the bytes. Null: there are none.
  void (*wide_tile[kMaxTileVecsS8 + 1][kMaxTileRowsS8 + 1])(const GemmTileS8*);
  void (*widen)(const char* weights, int64_t bytes, char* dst);
  // Stores `pixels` pixels of `count` values, `padded` values apart; the others become zeros.
  void (*convert)(const int8_t* src, int64_t count, int64_t padded, int64_t pixels, char* dst);
  // dst[i] = src[i] * factor: halves away from zero, within [-127, 127], NaN becomes 0.
  void (*quantize)(const float* src, int64_t count, float factor, int8_t* dst);
  void (*dequantize)(const int8_t* src, int64_t count, float factor, float* dst);
};

}  // namespace paddle::lite::cpu
