// Matrix registers of AMX. Included only by *_amx.cc.
//
// The instructions are written as assembly: the intrinsics of GCC 12 do not tell the compiler which
// memory they read, so that stores before them can be dropped.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lite/backends/cpu/matrix_tiles.h"

namespace paddle::lite::x86 {
namespace {

#define LITE_AMX_INLINE static inline __attribute__((always_inline))
#define LITE_INLINE_MEMBER inline __attribute__((always_inline))

struct alignas(64) AmxShapes {
  uint8_t palette;
  uint8_t start_row;
  uint8_t reserved[14];
  uint16_t row_bytes[16];
  uint8_t rows[16];
};

// Registers 0 to 3 have the sums of two tiles by two vectors, 4 and 5 rows, 6 and 7 weights.
LITE_AMX_INLINE void ConfigureAmx(int64_t rows, int64_t piece_bytes) {
  AmxShapes shapes = {};
  shapes.palette = 1;
  for (int i = 0; i < 8; ++i) {
    shapes.row_bytes[i] = cpu::kMatrixRowBytes;
    shapes.rows[i] = static_cast<uint8_t>(rows);
  }
  for (int i = 4; i < 6; ++i) shapes.row_bytes[i] = static_cast<uint16_t>(piece_bytes);
  for (int i = 6; i < 8; ++i) {
    shapes.rows[i] = static_cast<uint8_t>(piece_bytes / cpu::kMatrixGroupBytes);
  }
  __asm__ __volatile__("ldtilecfg %0" ::"m"(shapes) : "memory");
}
LITE_AMX_INLINE void ReleaseAmx() { __asm__ __volatile__("tilerelease" ::: "memory"); }

template <int kRegister>
LITE_AMX_INLINE void ZeroAmx() {
  __asm__ __volatile__("tilezero %%tmm%c0" ::"i"(kRegister));
}
template <int kRegister>
LITE_AMX_INLINE void LoadAmx(const char* from, int64_t step) {
  __asm__ __volatile__("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(step), "i"(kRegister)
                       : "memory");
}
template <int kRegister, bool kStream>
LITE_AMX_INLINE void LoadWeightsAmx(const char* from) {
  if constexpr (kStream) {
    __asm__ __volatile__("tileloaddt1 (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(cpu::kMatrixRowBytes),
                         "i"(kRegister)
                         : "memory");
  } else {
    LoadAmx<kRegister>(from, cpu::kMatrixRowBytes);
  }
}
template <int kRegister>
LITE_AMX_INLINE void StoreAmx(void* to, int64_t step) {
  __asm__ __volatile__("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(step), "i"(kRegister)
                       : "memory");
}

// Two tiles, or one, times a panel of up to 32 channels.
struct AmxBlock {
  const char* rows[2];
  int64_t row_step;
  const int64_t* pieces;
  int64_t piece_count;
  const char* weights;
  int64_t register_bytes;  // of weights
  char* sums;              // [tile][row][panel's channels] of 32 bits
  // Lines from `fetch` on, before `fetch_end`, are brought to the second-level cache, up to
  // `fetch_lines` with each piece.
  const char* fetch;
  const char* fetch_end;
  int64_t fetch_lines;
};

// Calls between() after the products of each piece, to mix in other work.
template <typename Product, int kTiles, int kVecs, bool kStream, typename Between>
LITE_AMX_INLINE void MultiplyAmx(const AmxBlock& block, const Between& between) {
  ZeroAmx<0>();
  if constexpr (kVecs == 2) ZeroAmx<1>();
  if constexpr (kTiles == 2) ZeroAmx<2>();
  if constexpr (kTiles == 2 && kVecs == 2) ZeroAmx<3>();
  const char* weights = block.weights;
  const char* fetch = block.fetch;
  for (int64_t i = 0; i < block.piece_count; ++i) {
    const int64_t at = block.pieces[i];
    LoadWeightsAmx<6, kStream>(weights);
    if constexpr (kVecs == 2) LoadWeightsAmx<7, kStream>(weights + block.register_bytes);
    weights += kVecs * block.register_bytes;
    LoadAmx<4>(block.rows[0] + at, block.row_step);
    Product::template Add<0, 4, 6>();
    if constexpr (kVecs == 2) Product::template Add<1, 4, 7>();
    if constexpr (kTiles == 2) {
      LoadAmx<5>(block.rows[1] + at, block.row_step);
      Product::template Add<2, 5, 6>();
      if constexpr (kVecs == 2) Product::template Add<3, 5, 7>();
    }
    for (int64_t n = block.fetch_lines; n > 0 && fetch < block.fetch_end; --n, fetch += 64) {
      _mm_prefetch(fetch, _MM_HINT_T1);
    }
    between();
  }
  constexpr int64_t kStep = kVecs * cpu::kMatrixRowBytes;
  constexpr int64_t kTileBytes = cpu::kMatrixRows * kStep;
  StoreAmx<0>(block.sums, kStep);
  if constexpr (kVecs == 2) StoreAmx<1>(block.sums + cpu::kMatrixRowBytes, kStep);
  if constexpr (kTiles == 2) StoreAmx<2>(block.sums + kTileBytes, kStep);
  if constexpr (kTiles == 2 && kVecs == 2) {
    StoreAmx<3>(block.sums + kTileBytes + cpu::kMatrixRowBytes, kStep);
  }
}

}  // namespace
}  // namespace paddle::lite::x86
