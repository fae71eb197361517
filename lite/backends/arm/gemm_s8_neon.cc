#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {

#ifdef __aarch64__
// Products of bytes as 16 bits. Two of them fit, unless both are (-128)^2, and are then added in
// pairs to sums of 32 bits: sixteen values of k of one row and channel are three instructions.
struct D : BytesNeon {
  static constexpr int kGroup = 16;
  // Registers for the products of all rows: a core that executes in order would wait for each
  // product of a sixth row.
  static constexpr int kMaxRows = 5;

  // The compiler does not move the instructions for these products across.
  template <int kRows>
  LITE_INLINE void Keep(int16x8_t (&products)[kRows]) {
    LITE_UNROLL for (int m = 0; m < kRows; ++m) __asm__ __volatile__("" : "+w"(products[m]));
  }

  // kFirst: there is no sum yet.
  template <bool kFirst>
  LITE_INLINE int32x4_t AddPairs(int32x4_t sum, int16x8_t products) {
    return kFirst ? vpaddlq_s16(products) : vpadalq_s16(sum, products);
  }

  // A group of k of one channel. kPaired: two products are added in 16 bits.
  template <bool kPaired, bool kFirst, int kRows>
  LITE_INLINE void AddChannel(int32x4_t (&sums)[kRows][V::kLanes], int n,
                              const int8x16_t (&x)[kRows], int8x16_t w) {
    int16x8_t products[kRows];
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      products[m] = vmull_s8(vget_low_s8(x[m]), vget_low_s8(w));
    }
    Keep(products);
    if constexpr (!kPaired) {
      LITE_UNROLL for (int m = 0; m < kRows; ++m) {
        sums[m][n] = AddPairs<kFirst>(sums[m][n], products[m]);
        products[m] = vmull_high_s8(x[m], w);
      }
      LITE_UNROLL for (int m = 0; m < kRows; ++m) {
        sums[m][n] = AddPairs<false>(sums[m][n], products[m]);
      }
      return;
    }
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      products[m] = vmlal_high_s8(products[m], x[m], w);
    }
    Keep(products);
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      sums[m][n] = AddPairs<kFirst>(sums[m][n], products[m]);
    }
  }

  // The next group of k. The weights of the group after it are kStep bytes on.
  template <bool kPaired, bool kFirst, int kStep, int kRows>
  LITE_INLINE void AddGroup(int32x4_t (&sums)[kRows][V::kLanes], const char* (&row)[kRows],
                            const int8_t*& weights) {
    int8x16_t x[kRows];
    // Loads increment their pointers themselves, by up to 255.
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      x[m] = LoadBytes(row[m]);
      row[m] += kGroup;
      __asm__ __volatile__("" : "+r"(row[m]));
    }
    LITE_UNROLL for (int n = 0; n < V::kLanes; ++n) {
      const int8x16_t w = vld1q_s8(weights);
      weights += n + 1 < V::kLanes ? kGroup : kStep - n * kGroup;
      __asm__ __volatile__("" : "+r"(weights));
      AddChannel<kPaired, kFirst>(sums, n, x, w);
    }
  }

  // The sums of one vector of channels; `width` weights of the tile for every value of k.
  template <bool kPaired, int kRows, int kVecs>
  LITE_INLINE void SumVector(const GemmTileS8* t, const char* const* rows, size_t first,
                             const int8_t* weights, int vec, Sum (&acc)[kRows][kVecs]) {
    constexpr int kStep = kVecs * V::kLanes * kGroup;
    const char* row[kRows];
    LITE_UNROLL for (int m = 0; m < kRows; ++m) row[m] = rows[m] + first;
    int32x4_t sums[kRows][V::kLanes];
    AddGroup<kPaired, true, kStep>(sums, row, weights);
    int64_t groups = t->groups - 1;
    for (int64_t tap = t->taps; tap > 0; --tap) {
      for (; groups > 0; --groups) AddGroup<kPaired, false, kStep>(sums, row, weights);
      if (tap == 1) break;
      rows += kRows;
      LITE_UNROLL for (int m = 0; m < kRows; ++m) row[m] = rows[m];
      groups = t->groups;
    }
    LITE_UNROLL for (int m = 0; m < kRows; ++m) {
      acc[m][vec] =
          vpaddq_s32(vpaddq_s32(sums[m][0], sums[m][1]), vpaddq_s32(sums[m][2], sums[m][3]));
    }
  }

  template <int kRows, int kVecs>
  LITE_INLINE void Sums(const GemmTileS8* t, const char* const* rows, size_t first,
                        Sum (&acc)[kRows][kVecs]) {
    const auto weights = reinterpret_cast<const int8_t*>(t->weights);
    // Not unrolled: the code would be four times as long.
#pragma GCC unroll 1
    for (int vec = 0; vec < kVecs; ++vec) {
      const int8_t* const from = weights + vec * V::kLanes * kGroup;
      if (t->lowest_weight) {
        SumVector<false>(t, rows, first, from, vec, acc);
      } else {
        SumVector<true>(t, rows, first, from, vec, acc);
      }
    }
  }
};
#else
using D = WideNeon;
#endif

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Neon = MakeGemmS8Kernels();

}  // namespace paddle::lite::arm
