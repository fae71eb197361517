// Depthwise int8 convolution, NHWC. Plain data and function pointers only: instruction-set files
// include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_s8.h"

namespace paddle::lite::cpu {

// Some output pixels, all channels. The last block of channels ends with the last channel: some are
// computed twice, with the same result.
struct DepthwiseTileS8 {
  // Input pixels: [taps][pixels], or [taps] of the first pixel and the bytes from pixel to pixel.
  const char* const* rows;
  int64_t step;  // 0: all pixels are given
  int64_t taps;
  int64_t pixels;
  int64_t channels;     // at least `block`
  const char* weights;  // [blocks][block_bytes(taps)], see pack
  void* dst;            // int8_t or float
  EndS8 end;            // factors and bias of channel 0
};

// A row of output pixels of 3x3 or 5x5 with dilation 1, or two rows of 3x3. The last block of
// channels as above.
struct DepthwiseLineS8 {
  const int8_t* rows[5];  // column 0 of the windows' rows, one more of them for two rows
  int64_t columns;        // of the input
  int64_t left;           // columns missing before the first one
  int64_t pixels;
  int64_t stride;                // from pixel to pixel, of the input and of the result
  int64_t channels;              // to be computed, at least `line_block`
  const int8_t* weights;         // see DepthwiseS8Kernels
  bool lowest_weight;            // there is a weight of -128
  const float* ordered_factors;  // [blocks][line_block], if the kernels have `order`
  const float* ordered_bias;
  void* dst;               // int8_t or float
  int64_t dst_row_stride;  // from the first to the second row
  EndS8 end;               // factors and bias of channel 0
};

struct DepthwiseS8Kernels {
  int block;                           // channels computed at a time
  const DepthwiseS8Kernels* narrower;  // for fewer channels than that; null: none
  void (*tile)(const DepthwiseTileS8*);
  // The bytes of the packed weights of a block. `pack` arranges [taps][block] as the kernel reads
  // them.
  int64_t (*block_bytes)(int64_t taps);
  void (*pack)(const int8_t* weights, int64_t taps, char* dst);
  // Null: not faster.
  void (*line[2][2])(const DepthwiseLineS8*);  // by kernel 3 or 5, by stride 1 or 2
  int line_block;                              // channels computed at a time
  int line_edge;                               // columns that may be missing at each end
  // Puts the values of a block into the order of the sums. Weights of lines are packed by `pack`,
  // column by column, each filled up with zeros to a multiple of four. Null: weights are
  // [blocks][taps][line_block].
  void (*order)(const float* values, float* ordered);
  // Two rows with stride 1, int8 results without a function, at most one missing column at each end
  // of a row. Weights: for each block and row of the window, groups (w0 w1 w2 0) of every channel,
  // and then (0 w0 w1 w2).
  void (*two_lines)(const DepthwiseLineS8*);
};

}  // namespace paddle::lite::cpu
