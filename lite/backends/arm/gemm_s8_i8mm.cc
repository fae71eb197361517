// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {

// Products of matrices of bytes, 2x8 by 8x2: smmla. A vector of sums belongs to two rows and two
// channels.
struct D : BytesNeon {
  static constexpr int kGroup = 8;
  static constexpr int kMaxRows = 4;  // with six, the compiler copies sums

  LITE_INLINE int8x16_t Bytes(int64x2_t v) { return vreinterpretq_s8_s64(v); }
  LITE_INLINE int64x2_t Halves(int8x16_t v) { return vreinterpretq_s64_s8(v); }

  // One group of k: x[r] is that of rows 2 * r and 2 * r + 1.
  template <int kPairs, int kTwos>
  LITE_INLINE void AddGroup(int32x4_t (&acc)[kPairs][kTwos], const int8x16_t (&x)[kPairs],
                            const int8_t*& weights) {
    constexpr int kTogether = kTwos % 4 == 0 ? 4 : 2;  // vectors of one load
    LITE_UNROLL for (int j = 0; j < kTwos; j += kTogether) {
      int8x16_t w[kTogether];
      LoadWeights(weights, w);
      LITE_UNROLL for (int r = 0; r < kPairs; ++r) {
        LITE_UNROLL for (int i = 0; i < kTogether; ++i) {
          acc[r][j + i] = vmmlaq_s32(acc[r][j + i], x[r], w[i]);
        }
      }
    }
  }

  // Two groups of k. row[m] is that of row m, the last one twice if it has no partner.
  template <int kPairs, int kTwos>
  LITE_INLINE void AddTwoGroups(int32x4_t (&acc)[kPairs][kTwos], const char* (&row)[2 * kPairs],
                                const int8_t*& weights) {
    int8x16_t first[kPairs];
    int8x16_t second[kPairs];
    LITE_UNROLL for (int r = 0; r < kPairs; ++r) {
      const int64x2_t a = Halves(LoadBytes(row[2 * r]));
      const int64x2_t b = Halves(LoadBytes(row[2 * r + 1]));
      first[r] = Bytes(vzip1q_s64(a, b));
      second[r] = Bytes(vzip2q_s64(a, b));
    }
    LITE_UNROLL for (int m = 0; m < 2 * kPairs; ++m) {
      row[m] += 2 * kGroup;
      // The load increments the pointer itself.
      __asm__ __volatile__("" : "+r"(row[m]));
    }
    AddGroup(acc, first, weights);
    AddGroup(acc, second, weights);
  }

  template <int kRows, int kVecs>
  LITE_INLINE void Sums(const GemmTileS8* t, const char* const* rows, size_t start,
                        Sum (&sums)[kRows][kVecs]) {
    constexpr int kPairs = (kRows + 1) / 2;
    constexpr int kTwos = 2 * kVecs;  // channels
    int32x4_t acc[kPairs][kTwos];
    LITE_UNROLL for (int r = 0; r < kPairs; ++r) {
      LITE_UNROLL for (int j = 0; j < kTwos; ++j) acc[r][j] = Zero();
    }
    auto weights = reinterpret_cast<const int8_t*>(t->weights);
    const auto groups = static_cast<uint64_t>(t->groups);
    for (int64_t tap = t->taps; tap > 0; --tap, rows += kRows) {
      // A last row without a partner is its own.
      const char* row[2 * kPairs];
      LITE_UNROLL for (int m = 0; m < 2 * kPairs; ++m) {
        row[m] = rows[m < kRows ? m : kRows - 1] + start;
      }
      for (uint64_t i = groups / 4; i > 0; --i) {
        AddTwoGroups(acc, row, weights);
        AddTwoGroups(acc, row, weights);
      }
      if ((groups & 2) != 0) AddTwoGroups(acc, row, weights);
      if (groups % 2 != 0) {
        int8x16_t x[kPairs];
        LITE_UNROLL for (int r = 0; r < kPairs; ++r) {
          x[r] = vcombine_s8(vld1_s8(reinterpret_cast<const int8_t*>(row[2 * r])),
                             vld1_s8(reinterpret_cast<const int8_t*>(row[2 * r + 1])));
        }
        AddGroup(acc, x, weights);
      }
    }
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      LITE_UNROLL for (int j = 0; j < kVecs; ++j) {
        const int64x2_t a = vreinterpretq_s64_s32(acc[m / 2][2 * j]);
        const int64x2_t b = vreinterpretq_s64_s32(acc[m / 2][2 * j + 1]);
        sums[m][j] = vreinterpretq_s32_s64(m % 2 == 0 ? vzip1q_s64(a, b) : vzip2q_s64(a, b));
      }
    }
  }
};

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8I8mm = MakeGemmS8Kernels();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
