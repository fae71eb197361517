// Products of float32 values and int8 or int16 weights that are converted in registers. Plain data
// and function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_f32.h"
#include "lite/backends/cpu/gemm_f32.h"

namespace paddle::lite::cpu {

// dst = end(sum over k of row[k] * weights * scales + bias) for some rows and `vecs` vectors of
// columns.
template <typename Weight>
struct GemmTileW {
  const float* src;
  int64_t src_stride;  // elements from row to row
  int64_t depth;
  const Weight* weights;  // [depth][vecs * lanes]
  const float* scales;    // vecs * lanes
  const float* bias;      // null: zeros; `tail` lanes of the last vector are read
  float* dst;
  int64_t dst_stride;
  EndF32 end;
  int64_t tail;  // lanes in use in the last vector
};

// The tiles for a type of weights: [vecs][rows], with the sizes of GemmF32Kernels.
template <typename Weight>
struct GemmTilesW {
  void (*tile[kMaxTileVecs + 1][kMaxTileRows + 1])(const GemmTileW<Weight>*);
};

struct GemmW8Kernels : GemmTilesW<int8_t>, GemmTilesW<int16_t> {
  // dst[i] = src[i] / step rounded to nearest, halves to even, where step, the result, is the
  // largest magnitude / 127, 1 for zeros, or NaN if a value is not finite.
  float (*round_row)(const float* src, int64_t count, int8_t* dst);
  // dst[i] = dst[i] * step + bias[i], rounded twice; null means no bias.
  void (*scale_row)(float* dst, int64_t count, float step, const float* bias);
};

}  // namespace paddle::lite::cpu
