// Products of matrices in matrix registers (AMX), which hold 16 rows of 64 bytes. Plain data and
// function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_f32.h"
#include "lite/backends/cpu/end_s8.h"
#include "lite/backends/cpu/vector_f32.h"

namespace paddle::lite::cpu {

constexpr int64_t kMatrixRows = 16;       // of a register, at most
constexpr int64_t kMatrixRowBytes = 64;   // of a register's row, at most
constexpr int64_t kMatrixLanes = 16;      // output channels of a register
constexpr int64_t kMatrixGroupBytes = 4;  // of k that a weight register stores together
constexpr int64_t kMatrixPanelVecs = 2;   // registers of output channels side by side
constexpr int64_t kMatrixPanelLanes = kMatrixPanelVecs * kMatrixLanes;

// A row of a tile of sums that is stored. Others are computed in vain, or by another tile.
struct MatrixRow {
  int32_t row;    // in the tile
  int32_t pixel;  // of the output, counted from MatrixRun::dst
};

// The windows of some output pixels: row r of the tile begins row_step * r bytes after `src`.
struct MatrixTile {
  const char* src;
  const MatrixRow* stored;
  int64_t stored_count;
};

// Computes all output channels of some tiles: dst = end(sum of window * weights).
//
// A window is `piece_count` pieces of `piece_bytes` bytes, a multiple of 4 up to 64; weights beyond
// the end of a run of values are 0. Weights: panels of 32 channels, then one of 16 if that is all
// that is left; in a panel [piece][register][group of 4 bytes of k][16 channels][4 bytes].
template <typename End>
struct MatrixRun {
  const MatrixTile* tiles;
  int64_t tile_count;
  int64_t row_count;  // of every tile
  int64_t row_step;
  const int64_t* pieces;  // offsets in a window
  int64_t piece_count;
  int64_t piece_bytes;
  const char* weights;
  int64_t channels;
  void* dst;
  int64_t dst_stride;  // elements from pixel to pixel
  // Weights that are read once should not replace the rows in the first-level cache; those that are
  // read by the next tiles again should be there.
  bool stream_weights;
  // Each panel fetches the next one to the second-level cache.
  bool fetch_next;
  // Lines that are fetched to that cache as well: by all panels, or by the last one if the others
  // fetch the next one.
  const char* ahead;
  const char* ahead_end;
  End end;  // of the first channel
};
using MatrixRunS8 = MatrixRun<EndS8>;

struct MatrixS8Kernels {
  void (*run)(const MatrixRunS8*);
};

// end(sum + bias + residual)
struct MatrixEndF32 {
  EndF32 end;
  const float* bias;      // of the tile's first channel; whole vectors are read
  const float* residual;  // in the order of dst; null if there is none
};
using MatrixRunBf16 = MatrixRun<MatrixEndF32>;

struct MatrixBf16Kernels {
  void (*run)(const MatrixRunBf16*);
  // Rounds `pixels` pixels of `channels` values to nearest even, `pitch` bytes apart; zeros between
  // them. Subnormal numbers may become 0.
  void (*round)(const float* src, int64_t pixels, int64_t channels, int64_t pitch, char* dst);
  const VectorF32Kernels* vector;
};

}  // namespace paddle::lite::cpu
