// The tile kernel of convolution, fully connected layers and matrix products. Plain data and
// function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_f32.h"

namespace paddle::lite::cpu {

// One tile of dst = end(sum over taps and k of row[k] * weights + bias + residual).
//
// A tile has up to 14 rows (output pixels, or rows of a matrix) and `vecs` vectors of output
// channels. Input rows are passed as pointers, one list per tap: pointwise, strided, padded (a row
// of zeros) and dilated convolutions, and tiles that span image rows, use the same code.
struct GemmTileF32 {
  const float* const* rows;  // [taps][rows of the tile]
  int64_t taps;
  int64_t depth;         // k values per tap
  const float* weights;  // [taps][depth][vecs * lanes]
  float* dst;
  int64_t dst_stride;     // floats from row to row, also of the residual
  const float* residual;  // null: none
  const float* bias;      // null: zeros; `tail` lanes of the last vector are read
  EndF32 end;
  int64_t tail;  // lanes in use in the last vector
  // A long sum is split into chunks: all except the first continue from dst, all except the last
  // store raw sums.
  bool first, last;
  // Weights to prefetch into the second-level cache: one line per two k values, or none (step 0).
  const char* prefetch;
  int64_t prefetch_step;  // 0, or kPrefetchStep
};
constexpr int64_t kPrefetchStep = 128;  // bytes per four k values

// One tile of a first layer: every tap is a single value per pixel, and values of consecutive
// pixels are consecutive in memory (the caller has separated the phases of a strided line).
struct PlanarTileF32 {
  const float* const* taps;  // value of pixel 0 of the row, per tap
  int64_t first_pixel;       // of the tile
  int64_t tap_count;
  const float* weights;  // [tap_count][vecs * lanes]
  float* dst;
  int64_t dst_stride;
  const float* bias;  // null: zeros
  EndF32 end;
  int64_t tail;
};

constexpr int kMaxTileRows = 14;
constexpr int kMaxTileVecs = 4;

struct GemmF32Kernels {
  int lanes;
  int max_vecs;
  int max_rows[kMaxTileVecs + 1];                                        // by vecs
  void (*tile[kMaxTileVecs + 1][kMaxTileRows + 1])(const GemmTileF32*);  // [vecs][rows]
  int planar_max_vecs;
  int planar_max_rows;
  void (*planar[kMaxTileVecs + 1][kMaxTileRows + 1])(const PlanarTileF32*);  // [vecs][rows]
  // dst[phase][i] = src[i * stride + phase] for i * stride + phase < count; phases `phase_stride`
  // floats apart.
  void (*split_phases)(const float* src, int64_t count, int64_t stride, float* dst,
                       int64_t phase_stride);
};

}  // namespace paddle::lite::cpu
