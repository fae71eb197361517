// Int8 arithmetic with NEON. Included only by *_s8_{neon,dot,i8mm}.cc; see cpu/gemm_s8.inc for the
// contract.
#pragma once

#include <arm_neon.h>

#include <cstdint>

#include "lite/backends/arm/simd_neon.h"

#define LITE_INLINE static inline __attribute__((always_inline))
#define LITE_UNROLL _Pragma("GCC unroll 64")

namespace paddle::lite::arm {
namespace {

// What all int8 kernels have in common. Depthwise tiles have both sides as 16 bits.
struct WideNeon {
  using Sum = int32x4_t;
  static constexpr bool kStoresRows = false;
  static constexpr bool kPacksRows = false;

  static inline Sum Zero() { return vdupq_n_s32(0); }
  static inline Sum LoadSum(const int32_t* p) { return vld1q_s32(p); }
  static inline void StoreSum(int32_t* p, Sum s) { vst1q_s32(p, s); }
  // Four tables of 64 bytes: a lookup returns 0 beyond its table.
  static inline int64_t LookUp(const int8_t* src, const int8_t* table, int64_t count, int8_t* dst) {
#ifdef __aarch64__
    constexpr int kTables = 4;
    const auto* bytes = reinterpret_cast<const uint8_t*>(table);
    uint8x16x4_t tables[kTables];
    for (int t = 0; t < kTables; ++t) tables[t] = vld1q_u8_x4(bytes + t * 64);
    int64_t i = 0;
    for (; i + 16 <= count; i += 16) {
      uint8x16_t at = vld1q_u8(reinterpret_cast<const uint8_t*>(src + i));
      uint8x16_t found = vqtbl4q_u8(tables[0], at);
      LITE_UNROLL for (int t = 1; t < kTables; ++t) {
        at = vsubq_u8(at, vdupq_n_u8(64));
        found = vorrq_u8(found, vqtbl4q_u8(tables[t], at));
      }
      vst1q_u8(reinterpret_cast<uint8_t*>(dst + i), found);
    }
    return i;
#else
    return 0;
#endif
  }
  static inline V::T ToFloat(Sum s) { return vcvtq_f32_s32(s); }

  // The conversion truncates, and makes NaN 0.
  static inline void StoreRounded(int8_t* dst, V::T x) {
    const float32x4_t half = vbslq_f32(vdupq_n_u32(0x80000000u), x, vdupq_n_f32(0x1.fffffep-2f));
    const int16x4_t shorts = vqmovn_s32(vcvtq_s32_f32(vaddq_f32(x, half)));
    const uint32_t bytes =
        vget_lane_u32(vreinterpret_u32_s8(vqmovn_s16(vcombine_s16(shorts, shorts))), 0);
    __builtin_memcpy(dst, &bytes, sizeof(bytes));
  }
  static inline Sum Widen(const int8_t* src) {
    uint32_t bytes;
    __builtin_memcpy(&bytes, src, sizeof(bytes));
    return vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u32(vdup_n_u32(bytes)))));
  }

  static inline int16x8_t Widened(const int8_t* p) { return vmovl_s8(vld1_s8(p)); }
  static inline int16x8_t ZeroWide() { return vdupq_n_s16(0); }
  static inline int16x8_t LoadWide(const char* p) {
    return Widened(reinterpret_cast<const int8_t*>(p));
  }
  static inline void AddTaps(Sum* low, Sum* high, int16x8_t a, int16x8_t b,
                             const int16_t* weights) {
    const int16x8_t first = vld1q_s16(weights);
    const int16x8_t second = vld1q_s16(weights + 8);
    *low = vmlal_s16(*low, vget_low_s16(a), vget_low_s16(first));
    *high = vmlal_s16(*high, vget_high_s16(a), vget_high_s16(first));
    *low = vmlal_s16(*low, vget_low_s16(b), vget_low_s16(second));
    *high = vmlal_s16(*high, vget_high_s16(b), vget_high_s16(second));
  }
  static inline void Join(Sum*, Sum*) {}
  static void PackPair(const int16_t* first, const int16_t* second, int16_t* dst) {
    vst1q_s16(dst, vld1q_s16(first));
    vst1q_s16(dst + 8, vld1q_s16(second));
  }
};

// What the tiles of bytes have in common: both sides are read as they are.
struct BytesNeon : WideNeon {
  using Weights = int8x16_t;
  using Input = int8_t;
  using StoredWeight = int8_t;
  using Positive = void;
  using WideWeights = void;
  static constexpr int kInputOffset = 0;
  static constexpr int kMaxVecs = 4;
  static constexpr int kMaxRows = 6;
  static constexpr int kHeldRows = kMaxRows;
  static constexpr int kConverted = 16;
  static constexpr bool kOwnTiles = true;
  static constexpr bool kStoresRows = true;

  static inline int8x16_t LoadBytes(const char* p) {
    return vld1q_s8(reinterpret_cast<const int8_t*>(p));
  }
  static inline void Convert(const int8_t* src, Input* dst) { vst1q_s8(dst, vld1q_s8(src)); }

#ifdef __aarch64__
  // The next vectors of weights, by one load.
  template <int kVecs>
  LITE_INLINE void LoadWeights(const int8_t*& p, int8x16_t (&w)[kVecs]) {
    if constexpr (kVecs == 4) {
      const int8x16x4_t all = vld1q_s8_x4(p);
      LITE_UNROLL for (int j = 0; j < kVecs; ++j) w[j] = all.val[j];
    } else if constexpr (kVecs == 3) {
      const int8x16x3_t all = vld1q_s8_x3(p);
      LITE_UNROLL for (int j = 0; j < kVecs; ++j) w[j] = all.val[j];
    } else if constexpr (kVecs == 2) {
      const int8x16x2_t all = vld1q_s8_x2(p);
      LITE_UNROLL for (int j = 0; j < kVecs; ++j) w[j] = all.val[j];
    } else {
      w[0] = vld1q_s8(p);
    }
    p += kVecs * 16;
    // The load increments the pointer itself; otherwise the compiler adds offsets to a copy.
    __asm__ __volatile__("" : "+r"(p));
  }

  static inline int16x8_t Rounded(V::T a, V::T b) {
    return vqmovn_high_s32(vqmovn_s32(vcvtaq_s32_f32(a)), vcvtaq_s32_f32(b));
  }
  static inline int16x8_t RoundedPositive(V::T a, V::T b) {
    const auto shorts = [](V::T x) { return vreinterpretq_s16_u32(vcvtaq_u32_f32(x)); };
    return vuzp1q_s16(shorts(a), shorts(b));
  }
#else
  // The conversion truncates the number of halves, which a narrowing shift rounds up.
  static inline int16x8_t Rounded(V::T a, V::T b) {
    const auto shorts = [](V::T x) __attribute__((always_inline)) {
      const int32x4_t halves = vcvtq_n_s32_f32(x, 1);
      return vqrshrn_n_s32(vqaddq_s32(halves, vshrq_n_s32(halves, 31)), 1);
    };
    return vcombine_s16(shorts(a), shorts(b));
  }
  static inline int16x8_t RoundedPositive(V::T a, V::T b) {
    const auto shorts = [](V::T x) __attribute__((always_inline)) {
      return vrshrn_n_u32(vcvtq_n_u32_f32(x, 1), 1);
    };
    return vreinterpretq_s16_u16(vcombine_u16(shorts(a), shorts(b)));
  }
#endif

  // Conversions round halves away from zero and make NaN 0. Narrowing saturates, so that the limits
  // may follow it.
  struct Limits {
    int8x16_t low, high;

    static inline Limits Within(int8_t low, int8_t high) {
      return {vdupq_n_s8(low), vdupq_n_s8(high)};
    }
    static inline Limits Of(const EndS8& end) { return Within(end.low_step, end.high_step); }
    static inline int16x8_t Shorts(V::T a, V::T b) { return Rounded(a, b); }
    inline int8x8_t Apply(int8x8_t x) const {
      return vmin_s8(vmax_s8(x, vget_low_s8(low)), vget_low_s8(high));
    }
    inline int8x16_t Apply(int8x16_t x) const { return vminq_s8(vmaxq_s8(x, low), high); }
  };
  // The conversion to an integer without sign is the lower limit, the conversion to a byte the
  // upper one.
  struct Saturation {
    static inline Saturation Of(const EndS8&) { return {}; }
    static inline int16x8_t Shorts(V::T a, V::T b) { return RoundedPositive(a, b); }
    inline int8x8_t Apply(int8x8_t x) const { return x; }
    inline int8x16_t Apply(int8x16_t x) const { return x; }
  };
  template <typename L, int kVecs>
  static inline void StoreRow(int8_t* dst, const V::T (&x)[kVecs], const L& limits) {
    const int16x8_t low = L::Shorts(x[0], x[kVecs > 1 ? 1 : 0]);
    if constexpr (kVecs <= 2) {
      const int8x8_t bytes = limits.Apply(vqmovn_s16(low));
      if constexpr (kVecs == 1) StoreWord<0>(dst, vcombine_s8(bytes, bytes));
      if constexpr (kVecs == 2) vst1_s8(dst, bytes);
    } else {
      const int16x8_t high = L::Shorts(x[2], x[kVecs > 3 ? 3 : 2]);
      const int8x16_t bytes = limits.Apply(vcombine_s8(vqmovn_s16(low), vqmovn_s16(high)));
      if constexpr (kVecs == 3) {
        vst1_s8(dst, vget_low_s8(bytes));
        StoreWord<2>(dst + 8, bytes);
      } else {
        vst1q_s8(dst, bytes);
      }
    }
  }
  template <int kLane>
  static inline void StoreWord(int8_t* dst, int8x16_t bytes) {
    const int32_t word = vgetq_lane_s32(vreinterpretq_s32_s8(bytes), kLane);
    __builtin_memcpy(dst, &word, sizeof(word));
  }
};

}  // namespace
}  // namespace paddle::lite::arm
