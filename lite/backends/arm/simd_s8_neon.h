// Int8 arithmetic with NEON: both sides as 16 bits, multiplied and added as 32 bits. Included only
// by *_s8_neon.cc; see cpu/gemm_s8.inc for the contract.
#pragma once

#include <arm_neon.h>

#include <cstdint>

#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {
namespace {

struct WideNeon {
  using Sum = int32x4_t;
  using Weights = int16x4_t;
  using Input = int16_t;
  using StoredWeight = int16_t;
  using Positive = void;
  static constexpr int kGroup = 1;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 0;
#ifdef __aarch64__
  static constexpr int kMaxRows = 12;
#else
  static constexpr int kMaxRows = 6;
#endif
  static constexpr int kConverted = 8;

  static inline Sum Zero() { return vdupq_n_s32(0); }
  static inline Sum LoadSum(const int32_t* p) { return vld1q_s32(p); }
  static inline void StoreSum(int32_t* p, Sum s) { vst1q_s32(p, s); }
  static inline V::T ToFloat(Sum s) { return vcvtq_f32_s32(s); }

  static inline int16x4_t Broadcast(const char* p) {
    return vld1_dup_s16(reinterpret_cast<const int16_t*>(p));
  }
  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return vld1_s16(p);
  }
  static inline Sum Dot(Sum sum, int16x4_t x, Weights w) { return vmlal_s16(sum, w, x); }
  static inline void Convert(const int8_t* src, Input* dst) { vst1q_s16(dst, Widened(src)); }

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

}  // namespace
}  // namespace paddle::lite::arm
