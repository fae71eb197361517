// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {

// Sums of four products of bytes: sdot.
struct D : BytesNeon {
  static constexpr int kGroup = 4;
  // Sums, a vector of every row, and the weights of one load are in registers.
  static constexpr int kMaxRows = 5;
  static constexpr int kLoaded = 16;  // bytes of a row

  // The group in lane kLane and those after it.
  template <int kLane, int kRows, int kVecs>
  LITE_INLINE void AddGroups(Sum (&acc)[kRows][kVecs], const int8x16_t (&x)[kRows],
                             const int8_t*& weights) {
    int8x16_t w[kVecs];
    LoadWeights(weights, w);
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      LITE_UNROLL for (int j = 0; j < kVecs; ++j) acc[m][j] =
          vdotq_laneq_s32(acc[m][j], w[j], x[m], kLane);
    }
    if constexpr (kLane < 3) AddGroups<kLane + 1>(acc, x, weights);
  }

  // Sixteen values of k.
  template <int kRows, int kVecs>
  LITE_INLINE void AddVectors(Sum (&acc)[kRows][kVecs], const char* (&row)[kRows],
                              const int8_t*& weights) {
    int8x16_t x[kRows];
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      x[m] = LoadBytes(row[m]);
      row[m] += kLoaded;
      // The load increments the pointer itself.
      __asm__ __volatile__("" : "+r"(row[m]));
    }
    AddGroups<0>(acc, x, weights);
  }

  template <int kRows, int kVecs>
  LITE_INLINE void Sums(const GemmTileS8* t, const char* const* rows, size_t first,
                        Sum (&acc)[kRows][kVecs]) {
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      LITE_UNROLL for (int j = 0; j < kVecs; ++j) acc[m][j] = Zero();
    }
    auto weights = reinterpret_cast<const int8_t*>(t->weights);
    const auto groups = static_cast<uint64_t>(t->groups);
    for (int64_t tap = t->taps; tap > 0; --tap, rows += kRows) {
      const char* row[kRows];
      LITE_UNROLL for (int m = 0; m < kRows; ++m) row[m] = rows[m] + first;
      for (uint64_t i = groups / 8; i > 0; --i) {
        AddVectors(acc, row, weights);
        AddVectors(acc, row, weights);
      }
      if ((groups & 4) != 0) AddVectors(acc, row, weights);
      for (uint64_t i = groups % 4; i > 0; --i) {
        int8x16_t w[kVecs];
        LoadWeights(weights, w);
        LITE_UNROLL for (int m = 0; m < kRows; ++m) {
          const auto group = reinterpret_cast<const int32_t*>(row[m]);
          row[m] += kGroup;
          const int8x16_t x = vreinterpretq_s8_s32(vld1q_dup_s32(group));
          LITE_UNROLL for (int j = 0; j < kVecs; ++j) acc[m][j] = vdotq_s32(acc[m][j], w[j], x);
        }
      }
    }
  }
};

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Dot = MakeGemmS8Kernels();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
