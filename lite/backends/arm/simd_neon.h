// Vectors of 4 floats with NEON. Included only by *_neon.cc; see lite/backends/x86/simd_avx512.h
// for the contract. ARMv7 has no vector division, square root or rounding: these go lane by lane.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace paddle::lite::arm {
namespace {

alignas(16) constexpr uint32_t kLaneMask[8] = {~0u, ~0u, ~0u, ~0u, 0, 0, 0, 0};

struct V {
  using Real = float;    // of tensors
  using Operand = Real;  // of products
  using T = float32x4_t;
  using Mask = uint32x4_t;  // all bits of a lane set, or none
  static constexpr int kLanes = 4;
  // Sums, a vector of every row, and the weights loaded by one instruction are in registers: 28 to
  // 31 of 32, or 13 of 16.
#ifdef __aarch64__
  static constexpr int kMaxVecs = 4;
  static constexpr int kMaxRows[5] = {0, 12, 8, 7, 5};
  static constexpr int kLoadedTogether = 4;
#else
  static constexpr int kMaxVecs = 2;
  static constexpr int kMaxRows[5] = {0, 6, 4, 0, 0};
  static constexpr int kLoadedTogether = 1;
#endif
  static constexpr bool kLaneFma = true;
  static constexpr bool kKeepsNan = true;
  // A multiply by a lane has no load of its own, so that wide tiles are better.
  static constexpr int kPlanarVecs = kMaxVecs;
  static constexpr int kMaxSum = 0;  // terms that are added before their sum is; 0: any number

  static inline T Load(const float* p) { return vld1q_f32(p); }
#ifdef __aarch64__
  static inline void LoadTogether(const float* p, T (&v)[4]) {
    const float32x4x4_t all = vld1q_f32_x4(p);
    for (int i = 0; i < 4; ++i) v[i] = all.val[i];
  }
  static inline void LoadTogether(const float* p, T (&v)[3]) {
    const float32x4x3_t all = vld1q_f32_x3(p);
    for (int i = 0; i < 3; ++i) v[i] = all.val[i];
  }
#else
  static inline void LoadTogether(const float* p, T (&v)[1]) { v[0] = vld1q_f32(p); }
#endif
  // A vector of integers.
  static inline T LoadIntegers(const int16_t* p) { return vcvtq_f32_s32(vmovl_s16(vld1_s16(p))); }
  static inline T LoadIntegers(const int8_t* p) {
    int32_t four;
    __builtin_memcpy(&four, p, sizeof(four));
    const int8x8_t bytes = vreinterpret_s8_s32(vdup_n_s32(four));
    return vcvtq_f32_s32(vmovl_s16(vget_low_s16(vmovl_s8(bytes))));
  }
  static inline void StoreBytes(int8_t* p, T v) {
    const int16x4_t words = vqmovn_s32(vcvtq_s32_f32(Round(v)));
    const int8x8_t bytes = vqmovn_s16(vcombine_s16(words, words));
    const int32_t four = vget_lane_s32(vreinterpret_s32_s8(bytes), 0);
    __builtin_memcpy(p, &four, sizeof(four));
  }
  static inline void Store(float* p, T v) { vst1q_f32(p, v); }
  static inline Mask FirstLanes(int64_t n) { return vld1q_u32(kLaneMask + 4 - n); }
  // Only the lanes of the mask, which are the first ones, may be accessed.
  static inline T LoadMasked(const float* p, Mask m) {
    if (vgetq_lane_u32(m, 3) != 0) return vld1q_f32(p);
    T v = vdupq_n_f32(0);
    if (vgetq_lane_u32(m, 1) != 0) {
      v = vcombine_f32(vld1_f32(p), vget_low_f32(v));
      if (vgetq_lane_u32(m, 2) != 0) v = vld1q_lane_f32(p + 2, v, 2);
    } else if (vgetq_lane_u32(m, 0) != 0) {
      v = vld1q_lane_f32(p, v, 0);
    }
    return v;
  }
  static inline void StoreMasked(float* p, T v, Mask m) {
    if (vgetq_lane_u32(m, 3) != 0) return vst1q_f32(p, v);
    if (vgetq_lane_u32(m, 1) != 0) {
      vst1_f32(p, vget_low_f32(v));
      if (vgetq_lane_u32(m, 2) != 0) vst1q_lane_f32(p + 2, v, 2);
    } else if (vgetq_lane_u32(m, 0) != 0) {
      vst1q_lane_f32(p, v, 0);
    }
  }
  static inline T Select(Mask m, T yes, T no) { return vbslq_f32(m, yes, no); }
  static inline T Set(float f) { return vdupq_n_f32(f); }
  // a0 b0 a1 b1 ...
  static inline void Interleave(T a, T b, T* low, T* high) {
    const float32x4x2_t zipped = vzipq_f32(a, b);
    *low = zipped.val[0];
    *high = zipped.val[1];
  }
  template <int kDistance>
  static inline T Exchange(T v) {
    if constexpr (kDistance == 2) return vextq_f32(v, v, 2);
    if constexpr (kDistance == 1) return vrev64q_f32(v);
  }
  static inline void Transpose4x4(const float* src, int64_t src_stride, float* dst,
                                  int64_t dst_stride) {
    const float32x4x2_t ab = vtrnq_f32(vld1q_f32(src), vld1q_f32(src + src_stride));
    const float32x4x2_t cd =
        vtrnq_f32(vld1q_f32(src + 2 * src_stride), vld1q_f32(src + 3 * src_stride));
    for (int i = 0; i < 2; ++i) {
      vst1q_f32(dst + i * dst_stride,
                vcombine_f32(vget_low_f32(ab.val[i]), vget_low_f32(cd.val[i])));
      vst1q_f32(dst + (i + 2) * dst_stride,
                vcombine_f32(vget_high_f32(ab.val[i]), vget_high_f32(cd.val[i])));
    }
  }
  static inline float First(T v) { return vgetq_lane_f32(v, 0); }
  static inline T Zero() { return vdupq_n_f32(0); }
  static inline T Add(T a, T b) { return vaddq_f32(a, b); }
  static inline T Sub(T a, T b) { return vsubq_f32(a, b); }
  static inline T Mul(T a, T b) { return vmulq_f32(a, b); }
#ifdef __aarch64__
  static inline T Fma(T a, T b, T c) { return vfmaq_f32(c, a, b); }
  // a * (lane kLane of b) + c
  template <int kLane>
  static inline T FmaLane(T a, T b, T c) {
    return vfmaq_laneq_f32(c, a, b, kLane);
  }
  static inline T Div(T a, T b) { return vdivq_f32(a, b); }
  static inline T Sqrt(T a) { return vsqrtq_f32(a); }
  static inline T Round(T a) { return vrndnq_f32(a); }
  static inline Mask Greater(T a, T b) { return vcgtq_f32(a, b); }
#else
#ifdef __ARM_FEATURE_FMA
  static inline T Fma(T a, T b, T c) { return vfmaq_f32(c, a, b); }
#else
  static inline T Fma(T a, T b, T c) { return vmlaq_f32(c, a, b); }
#endif
  // Fused multiply-adds have no form with a lane on ARMv7.
  template <int kLane>
  static inline T FmaLane(T a, T b, T c) {
    return vmlaq_lane_f32(c, a, kLane < 2 ? vget_low_f32(b) : vget_high_f32(b), kLane % 2);
  }
  static inline T Div(T a, T b) {
    const T q = vsetq_lane_f32(vgetq_lane_f32(a, 0) / vgetq_lane_f32(b, 0), a, 0);
    const T r = vsetq_lane_f32(vgetq_lane_f32(a, 1) / vgetq_lane_f32(b, 1), q, 1);
    const T s = vsetq_lane_f32(vgetq_lane_f32(a, 2) / vgetq_lane_f32(b, 2), r, 2);
    return vsetq_lane_f32(vgetq_lane_f32(a, 3) / vgetq_lane_f32(b, 3), s, 3);
  }
  static inline T Sqrt(T a) {
    const T q = vsetq_lane_f32(__builtin_sqrtf(vgetq_lane_f32(a, 0)), a, 0);
    const T r = vsetq_lane_f32(__builtin_sqrtf(vgetq_lane_f32(a, 1)), q, 1);
    const T s = vsetq_lane_f32(__builtin_sqrtf(vgetq_lane_f32(a, 2)), r, 2);
    return vsetq_lane_f32(__builtin_sqrtf(vgetq_lane_f32(a, 3)), s, 3);
  }
  // GCC 12 compiles vcgtq_f32 to four scalar comparisons, which take subnormal numbers into
  // account.
  static inline Mask Greater(T a, T b) {
    Mask greater;
    asm("vcgt.f32 %q0, %q1, %q2" : "=w"(greater) : "w"(a), "w"(b));
    return greater;
  }
  // To the nearest integer, halves to the even one: adding 2^23 leaves no bits for a fraction.
  static inline T Round(T a) {
    const T large = vdupq_n_f32(8388608.0f);
    const T magnitude = vsubq_f32(vaddq_f32(vabsq_f32(a), large), large);
    const Mask sign = vdupq_n_u32(0x80000000u);
    const T rounded = vbslq_f32(sign, a, magnitude);
    return vbslq_f32(Greater(large, vabsq_f32(a)), rounded, a);
  }
#endif
  // No gain is known yet.
  static inline void PrefetchL1(const float*) {}
  static inline void PrefetchL2(const char*) {}
  // The second one if either is NaN, as on x86: the kernels rely on it.
  static inline T Min(T a, T b) { return vbslq_f32(Greater(b, a), a, b); }
  static inline T Max(T a, T b) { return vbslq_f32(Greater(a, b), a, b); }
#ifdef __aarch64__
  static inline T Relu(T x) { return vmaxnmq_f32(x, Zero()); }  // makes NaN 0
#else
  static inline T Relu(T x) { return Max(x, Zero()); }
#endif
  static inline T MaxKeepingNan(T a, T b) { return vmaxq_f32(a, b); }
  static inline T MinKeepingNan(T a, T b) { return vminq_f32(a, b); }
  static inline T Clamp(T low, T high, T x) { return vminq_f32(high, vmaxq_f32(low, x)); }
  static inline Mask Less(T a, T b) { return Greater(b, a); }
  static inline Mask IsNan(T a) { return vmvnq_u32(vceqq_f32(a, a)); }
  static inline T Abs(T a) { return vabsq_f32(a); }
  // a * 2^n for integral n, |n| <= 252, in two steps because 2^n itself may not be a normal number.
  static inline T Scale(T a, T n) {
    const int32x4_t exponent = vcvtq_s32_f32(n);
    const int32x4_t half = vshrq_n_s32(exponent, 1);
    return vmulq_f32(vmulq_f32(a, PowerOfTwo(half)), PowerOfTwo(vsubq_s32(exponent, half)));
  }
  // The same for normal a and a * 2^n.
  static inline T ScaleNormal(T a, T n) {
    const int32x4_t exponent = vshlq_n_s32(vcvtq_s32_f32(n), 23);
    return vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(a), exponent));
  }
  static inline T PowerOfTwo(int32x4_t n) {
    return vreinterpretq_f32_s32(vshlq_n_s32(vaddq_s32(n, vdupq_n_s32(127)), 23));
  }
  static inline T Mantissa(T a, T* exponent) {
    const int32x4_t root = vdupq_n_s32(0x3f3504f3);
    const int32x4_t bits = vsubq_s32(vreinterpretq_s32_f32(a), root);
    *exponent = vcvtq_f32_s32(vshrq_n_s32(bits, 23));
    const int32x4_t fraction = vandq_s32(bits, vdupq_n_s32(0x7fffff));
    return vreinterpretq_f32_s32(vaddq_s32(fraction, root));
  }
};

}  // namespace
}  // namespace paddle::lite::arm
