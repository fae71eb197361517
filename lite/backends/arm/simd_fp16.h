// Vectors of 8 halves with the arithmetic of ARMv8.2. Included only by *_fp16.cc, which
// includes the kernels in namespace `halves`; see lite/backends/x86/simd_avx512.h for the contract.
#pragma once

#include <arm_neon.h>

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::arm::halves {
namespace {

alignas(16) constexpr uint16_t kLaneMask[16] = {0xffff, 0xffff, 0xffff, 0xffff,
                                                0xffff, 0xffff, 0xffff, 0xffff};

struct V {
  using Real = HalfBits;  // of tensors
  using Operand = Real;   // of products
  using T = float16x8_t;
  using Mask = uint16x8_t;  // all bits of a lane set, or none
  static constexpr int kLanes = 8;
  // Sums and weights of one load are in registers, and a vector of every row is in one of the first
  // 16, from which multiplies read a lane: GCC 12 has neither spills nor copies in these tiles.
  static constexpr int kMaxVecs = 4;
  static constexpr int kMaxRows[5] = {0, 9, 8, 7, 5};
  static constexpr int kLoadedTogether = 4;
  static constexpr bool kLaneFma = true;
  static constexpr int kPlanarVecs = 2;  // eight pixels are one vector
  // A long sum in float16 loses more bits than the sums of its parts, added, do. The longest part.
  static constexpr int kMaxSum = 128;  // terms; 0: a sum has no parts
  // The length of the parts of a sum of `rounds` times 16 terms, in such rounds; `whole`: it is not
  // one of several tiles. Short sums, which early layers have, lose most for what a part costs.
  static constexpr int64_t PartOfSum(int64_t rounds, bool whole) {
    if (rounds <= 16 || !whole) return 2;
    return rounds <= 32 ? 4 : kMaxSum / 16;
  }

  static inline T Load(const HalfBits* p) { return vreinterpretq_f16_u16(vld1q_u16(&p->bits)); }
  static inline void LoadTogether(const HalfBits* p, T (&v)[2]) {
    const uint16x8x2_t all = vld1q_u16_x2(&p->bits);
    for (int i = 0; i < 2; ++i) v[i] = vreinterpretq_f16_u16(all.val[i]);
  }
  // Two vectors, and moves p after them. The load of two with a name in C++ needs neighbouring
  // registers.
  static inline void LoadPair(const HalfBits** p, T* a, T* b) {
    __asm__("ldp %q0, %q1, [%2], #32" : "=x"(*a), "=x"(*b), "+r"(*p) : : "memory");
  }
  // Two vectors, in a way that the compiler cannot replace by one load and copies.
  static inline void LoadTwo(const HalfBits* p, T* a, T* b) {
    struct Two {
      HalfBits values[2 * kLanes];
    };
    __asm__("ldp %q0, %q1, %2" : "=w"(*a), "=w"(*b) : "Q"(*reinterpret_cast<const Two*>(p)));
  }
  static inline void LoadTogether(const HalfBits* p, T (&v)[3]) {
    const uint16x8x3_t all = vld1q_u16_x3(&p->bits);
    for (int i = 0; i < 3; ++i) v[i] = vreinterpretq_f16_u16(all.val[i]);
  }
  static inline void LoadTogether(const HalfBits* p, T (&v)[4]) {
    const uint16x8x4_t all = vld1q_u16_x4(&p->bits);
    for (int i = 0; i < 4; ++i) v[i] = vreinterpretq_f16_u16(all.val[i]);
  }
  static inline void Store(HalfBits* p, T v) { vst1q_u16(&p->bits, vreinterpretq_u16_f16(v)); }
  static inline Mask FirstLanes(int64_t n) { return vld1q_u16(kLaneMask + kLanes - n); }
  static inline int Count(Mask m) { return vaddvq_u16(vshrq_n_u16(m, 15)); }
  // Only the lanes of the mask, which are the first ones, may be accessed.
  static inline T LoadMasked(const HalfBits* p, Mask m) {
    const int count = Count(m);
    if (count == kLanes) return Load(p);
    HalfBits lanes[kLanes] = {};
    for (int i = 0; i < count; ++i) lanes[i] = p[i];
    return Load(lanes);
  }
  static inline void StoreMasked(HalfBits* p, T v, Mask m) {
    const int count = Count(m);
    if (count == kLanes) return Store(p, v);
    HalfBits lanes[kLanes];
    Store(lanes, v);
    for (int i = 0; i < count; ++i) p[i] = lanes[i];
  }
  static inline T Set(float f) { return vdupq_n_f16(static_cast<float16_t>(f)); }
  static inline T Set(HalfBits h) { return vreinterpretq_f16_u16(vdupq_n_u16(h.bits)); }
  static inline T Zero() { return vreinterpretq_f16_u16(vdupq_n_u16(0)); }
  static inline T Add(T a, T b) { return vaddq_f16(a, b); }
  static inline T Sub(T a, T b) { return vsubq_f16(a, b); }
  static inline T Div(T a, T b) { return vdivq_f16(a, b); }
  static inline T Abs(T a) { return vabsq_f16(a); }
  static inline T Mul(T a, T b) { return vmulq_f16(a, b); }
  static inline T Fma(T a, T b, T c) { return vfmaq_f16(c, a, b); }
  // a * (lane kLane of b) + c
  template <int kLane>
  static inline T FmaLane(T a, T b, T c) {
    // GCC 12 copies the operands of vfmaq_laneq_f16 from register to register.
    __asm__("fmla %0.8h, %1.8h, %2.h[%3]" : "+w"(c) : "w"(a), "x"(b), "i"(kLane));
    return c;
  }
  // a * (lane kLane of b)
  template <int kLane>
  static inline T MulLane(T a, T b) {
    T c;
    __asm__("fmul %0.8h, %1.8h, %2.h[%3]" : "=w"(c) : "w"(a), "x"(b), "i"(kLane));
    return c;
  }
  // No gain is known yet.
  static inline void PrefetchL1(const HalfBits*) {}
  static inline void PrefetchL2(const char*) {}
  // The second one if either is NaN, as on x86: the kernels rely on it.
  static inline T Min(T a, T b) { return vbslq_f16(vcltq_f16(a, b), a, b); }
  static inline T Max(T a, T b) { return vbslq_f16(vcgtq_f16(a, b), a, b); }
  static inline T Relu(T x) { return vmaxnmq_f16(x, Zero()); }  // makes NaN 0
  static inline T Clamp(T low, T high, T x) { return vminq_f16(high, vmaxq_f16(low, x)); }
};

}  // namespace
}  // namespace paddle::lite::arm::halves
