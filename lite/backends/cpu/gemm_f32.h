// The tile kernel of convolution, fully connected layers and matrix products. Plain data and
// function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_f32.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

// One tile of dst = end(sum over taps and k of row[k] * weights + bias + residual).
//
// A tile has up to 14 rows (output pixels, or rows of a matrix) and `vecs` vectors of output
// channels. Input rows are passed as pointers, one list per tap: pointwise, strided, padded (a row
// of zeros) and dilated convolutions, and tiles that span image rows, use the same code. Real is
// float or HalfBits; offsets count elements. Operand is the type of what is multiplied: a
// BFloat16Pair is two k values, and counts as one.
template <typename Real, typename Operand = Real>
struct GemmTile {
  const Operand* const* rows;  // [taps][rows of the tile]
  int64_t taps;
  int64_t depth;           // k values per tap
  const Operand* weights;  // [taps][depth][vecs * lanes]
  int64_t panel_stride;    // elements from panel to panel, in a tile of several
  Real* dst;
  int64_t dst_stride;    // elements from row to row, also of the residual
  const Real* residual;  // null: none
  const Real* bias;      // null: zeros; `tail` lanes of the last vector are read
  EndF32 end;
  int64_t tail;  // lanes in use in the last vector
  // A long sum is split into chunks: all except the first continue from dst, all except the last
  // store raw sums.
  bool first, last;
  // Weights, or rows of later tiles, to prefetch into the second-level cache: `prefetch_step` bytes
  // per four k values, at most kPrefetchStep (PrefetchStep).
  const char* prefetch;
  int64_t prefetch_step;
  // For kernels that compute several tiles (GemmKernels::several, tile_run): how many follow, of
  // the same height, with one tap. Their rows are `row_step` elements after the previous ones;
  // results and residual follow without a gap.
  int64_t more;
  int64_t row_step;
};
constexpr int64_t kPrefetchStep = 128;  // two lines, per four k values

// The step of tiles that make `steps` of four k values and prefetch `bytes`: the same in all tiles,
// because more at once than memory delivers delays what the tiles read meanwhile.
constexpr int64_t PrefetchStep(int64_t bytes, int64_t steps) {
  constexpr int64_t kUnit = 8;
  if (bytes >= steps * kPrefetchStep) return kPrefetchStep;
  return (bytes + steps * kUnit - 1) / (steps * kUnit) * kUnit;
}

// One tile of a first layer: every tap is a single value per pixel, and values of consecutive
// pixels are consecutive in memory (the caller has separated the phases of a strided line).
template <typename Real>
struct PlanarTile {
  const Real* const* taps;  // value of pixel 0 of the row, per tap
  int64_t first_pixel;      // of the tile
  int64_t tap_count;
  const Real* weights;  // [tap_count][vecs * lanes]
  Real* dst;
  int64_t dst_stride;
  const Real* bias;  // null: zeros
  EndF32 end;
  int64_t tail;
};

constexpr int kMaxTileRows = 14;
constexpr int kMaxTileVecs = 4;
constexpr int kMaxJoinedRows = 2;

template <typename Real, typename Operand = Real>
struct GemmKernels {
  int lanes;
  int max_vecs;
  // Panels whose sums have at least narrow_from products, of all taps, have at most narrow_vecs
  // vectors; 0: as many as others.
  int narrow_vecs;
  int64_t narrow_from;
  // The longest sum of one tile, in k values of all taps; 0: any. Longer ones are split into
  // chunks.
  int64_t max_depth;
  bool several;  // computes the tiles that follow (GemmTile::more), and prefetches nothing
  int max_rows[kMaxTileVecs + 1];                                                    // by vecs
  void (*tile[kMaxTileVecs + 1][kMaxTileRows + 1])(const GemmTile<Real, Operand>*);  // [vecs][rows]
  // A run of tiles of max_rows[vecs] rows and whole vectors whose sums are complete: the tile and
  // those that follow (GemmTile::more). The order of a sum is that of `tile`. Null: there is none.
  void (*tile_run[kMaxTileVecs + 1])(const GemmTile<Real, Operand>*);  // [vecs]
  // Tiles of few rows for `joined` neighbouring panels of max_vecs vectors, 0: there is none. A
  // multiply-add takes four cycles, in which a processor begins eight: with the sums of one panel,
  // it would wait. The order of a sum is that of `tile`.
  int joined[kMaxJoinedRows + 1];                                           // by rows
  void (*joined_tile[kMaxJoinedRows + 1])(const GemmTile<Real, Operand>*);  // by rows
  // The following are null or 0 if Operand is not Real.
  int planar_max_vecs;
  int planar_max_rows;
  void (*planar[kMaxTileVecs + 1][kMaxTileRows + 1])(const PlanarTile<Real>*);  // [vecs][rows]
  // dst[phase][i] = src[i * stride + phase] for i * stride + phase < count; phases `phase_stride`
  // elements apart.
  void (*split_phases)(const Real* src, int64_t count, int64_t stride, Real* dst,
                       int64_t phase_stride);
};

using GemmTileF32 = GemmTile<float>;
using GemmTileF16 = GemmTile<HalfBits>;
using GemmF32Kernels = GemmKernels<float>;
using GemmF16Kernels = GemmKernels<HalfBits>;
using GemmBf16Kernels = GemmKernels<float, BFloat16Pair>;

}  // namespace paddle::lite::cpu
