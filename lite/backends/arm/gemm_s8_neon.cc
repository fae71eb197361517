#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {

// Products of bytes as 16 bits. Two of them fit, unless both are (-128)^2, and are then added in
// pairs to sums of 32 bits: sixteen values of k of one row and channel are three instructions.
struct D : BytesNeon {
  static constexpr int kGroup = 16;
#ifdef __aarch64__
  // Registers for the products of all rows: a core that executes in order would wait for each
  // product of a sixth row.
  static constexpr int kMaxRows = 5;
  static constexpr int kChannels = 1;  // whose products are computed side by side

  static inline int16x8_t MultiplyHigh(int8x16_t a, int8x16_t b) { return vmull_high_s8(a, b); }
  static inline int16x8_t AddHigh(int16x8_t sum, int8x16_t a, int8x16_t b) {
    return vmlal_high_s8(sum, a, b);
  }
  static inline int32x4_t JoinPairs(int32x4_t a, int32x4_t b) { return vpaddq_s32(a, b); }
#else
  // Eight sums, and the rows, weights and products of two channels, are all 16 registers.
  static constexpr int kMaxRows = 2;
  static constexpr int kChannels = 2;

  static inline int16x8_t MultiplyHigh(int8x16_t a, int8x16_t b) {
    return vmull_s8(vget_high_s8(a), vget_high_s8(b));
  }
  static inline int16x8_t AddHigh(int16x8_t sum, int8x16_t a, int8x16_t b) {
    return vmlal_s8(sum, vget_high_s8(a), vget_high_s8(b));
  }
  static inline int32x4_t JoinPairs(int32x4_t a, int32x4_t b) {
    return vcombine_s32(vpadd_s32(vget_low_s32(a), vget_high_s32(a)),
                        vpadd_s32(vget_low_s32(b), vget_high_s32(b)));
  }
#endif

  template <int kRows>
  using Products = int16x8_t[kChannels][kRows];

  // The compiler does not move the instructions for these products across.
  template <int kRows>
  LITE_INLINE void Keep(Products<kRows>& products) {
    LITE_UNROLL for (int c = 0; c < kChannels; ++c) {
      LITE_UNROLL for (int m = 0; m < kRows; ++m) __asm__ __volatile__("" : "+w"(products[c][m]));
    }
  }

  // kFirst: there is no sum yet.
  template <bool kFirst>
  LITE_INLINE int32x4_t AddPairs(int32x4_t sum, int16x8_t products) {
    return kFirst ? vpaddlq_s16(products) : vpadalq_s16(sum, products);
  }

  // A group of k of kChannels channels from n on. kPaired: two products are added in 16 bits.
  template <bool kPaired, bool kFirst, int kRows>
  LITE_INLINE void AddChannels(int32x4_t (&sums)[kRows][V::kLanes], int n,
                               const int8x16_t (&x)[kRows], const int8x16_t (&w)[kChannels]) {
    Products<kRows> products;
    const auto for_all = [&](const auto& f) __attribute__((always_inline)) {
      LITE_UNROLL for (int c = 0; c < kChannels; ++c) {
        LITE_UNROLL for (int m = 0; m < kRows; ++m) f(products[c][m], sums[m][n + c], x[m], w[c]);
      }
    };
    for_all([](auto& product, auto&, int8x16_t a, int8x16_t b) __attribute__((always_inline)) {
      product = vmull_s8(vget_low_s8(a), vget_low_s8(b));
    });
    Keep<kRows>(products);
    for_all([](auto& product, auto& sum, int8x16_t a, int8x16_t b) __attribute__((always_inline)) {
      if (kPaired) {
        product = AddHigh(product, a, b);
      } else {
        sum = AddPairs<kFirst>(sum, product);
        product = MultiplyHigh(a, b);
      }
    });
    if (kPaired) Keep<kRows>(products);
    constexpr bool kStarts = kFirst && kPaired;
    for_all([](auto& product, auto& sum, int8x16_t, int8x16_t)
                __attribute__((always_inline)) { sum = AddPairs<kStarts>(sum, product); });
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
    LITE_UNROLL for (int n = 0; n < V::kLanes; n += kChannels) {
      int8x16_t w[kChannels];
      LITE_UNROLL for (int c = 0; c < kChannels; ++c) {
        w[c] = vld1q_s8(weights);
        weights += n + c + 1 < V::kLanes ? kGroup : kStep - (n + c) * kGroup;
        __asm__ __volatile__("" : "+r"(weights));
      }
      AddChannels<kPaired, kFirst>(sums, n, x, w);
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
      acc[m][vec] = JoinPairs(JoinPairs(sums[m][0], sums[m][1]), JoinPairs(sums[m][2], sums[m][3]));
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

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Neon = MakeGemmS8Kernels();

}  // namespace paddle::lite::arm
