// Vectors of 4 floats whose tensors are float16: values are widened when they are loaded and
// rounded when they are stored, so that sums do not depend on the extensions of the processor.
// Included only by *_f16_neon.cc and *_f16_vfpv4.cc, which include the kernels in namespace
// `widened`. AArch64 always has the conversions; ARMv7 has them with VFPv4, and without it they are
// integer arithmetic.
#pragma once

#include "lite/backends/arm/simd_neon.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::arm::widened {
namespace {

using FloatV = arm::V;

struct V : FloatV {
  using Real = HalfBits;  // of tensors
  using Operand = Real;   // of products

#if __ARM_FP & 2  // __ARM_FP16_FORMAT_IEEE does not tell: clang defines it without the instructions
  static inline T Widen(uint16x4_t h) { return vcvt_f32_f16(vreinterpret_f16_u16(h)); }
  static inline uint16x4_t Narrow(T v) { return vreinterpret_u16_f16(vcvt_f16_f32(v)); }
#else
  static inline T Widen(uint16x4_t h) {
    const uint32x4_t wide = vmovl_u16(h);
    const uint32x4_t sign = vshlq_n_u32(vandq_u32(wide, vdupq_n_u32(0x8000)), 16);
    const uint32x4_t magnitude = vandq_u32(wide, vdupq_n_u32(0x7fff));
    // Infinities and NaN have the largest exponent in both formats.
    const uint32x4_t special = vcgeq_u32(magnitude, vdupq_n_u32(0x7c00));
    const uint32x4_t shifted = vshlq_n_u32(magnitude, 13);
    const uint32x4_t normal =
        vaddq_u32(shifted, vbslq_u32(special, vdupq_n_u32(0x70000000), vdupq_n_u32(0x38000000)));
    // Subnormal numbers are multiples of 2^-24.
    const uint32x4_t small = vreinterpretq_u32_f32(
        vmulq_f32(vcvtq_f32_u32(magnitude), vdupq_n_f32(5.9604644775390625e-8f)));
    const uint32x4_t is_small = vcltq_u32(magnitude, vdupq_n_u32(0x0400));
    return vreinterpretq_f32_u32(vorrq_u32(sign, vbslq_u32(is_small, small, normal)));
  }
  static inline uint16x4_t Narrow(T v) {
    const uint32x4_t bits = vreinterpretq_u32_f32(v);
    const uint32x4_t sign = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(0x8000));
    const uint32x4_t magnitude = vandq_u32(bits, vdupq_n_u32(0x7fffffff));
    const uint32x4_t odd = vandq_u32(vshrq_n_u32(magnitude, 13), vdupq_n_u32(1));
    const uint32x4_t rounded = vaddq_u32(magnitude, vaddq_u32(odd, vdupq_n_u32(0x0fff)));
    uint32x4_t half = vshrq_n_u32(vsubq_u32(rounded, vdupq_n_u32(0x38000000)), 13);
    // Adding 0.5 aligns the bits of a subnormal result, so that the addition rounds it.
    const T aligned = vaddq_f32(vreinterpretq_f32_u32(magnitude), vdupq_n_f32(0.5f));
    half = vbslq_u32(vcltq_u32(magnitude, vdupq_n_u32(0x38800000)),
                     vsubq_u32(vreinterpretq_u32_f32(aligned), vdupq_n_u32(0x3f000000)), half);
    half = vbslq_u32(vcgeq_u32(magnitude, vdupq_n_u32(0x47800000)), vdupq_n_u32(0x7c00), half);
    half = vbslq_u32(vcgtq_u32(magnitude, vdupq_n_u32(0x7f800000)), vdupq_n_u32(0x7e00), half);
    return vmovn_u32(vorrq_u32(sign, half));
  }
#endif

  using FloatV::Load;
  static inline T Load(const HalfBits* p) { return Widen(vld1_u16(&p->bits)); }
  using FloatV::LoadTogether;
  template <int kCount>
  static inline void LoadTogether(const HalfBits* p, T (&v)[kCount]) {
    for (int i = 0; i < kCount; ++i) v[i] = Load(p + i * kLanes);
  }
  using FloatV::Store;
  static inline void Store(HalfBits* p, T v) { vst1_u16(&p->bits, Narrow(v)); }
  using FloatV::LoadMasked;
  static inline T LoadMasked(const HalfBits* p, Mask m) {
    if (vgetq_lane_u32(m, 3) != 0) return Load(p);
    uint16x4_t v = vdup_n_u16(0);
    if (vgetq_lane_u32(m, 0) != 0) v = vld1_lane_u16(&p[0].bits, v, 0);
    if (vgetq_lane_u32(m, 1) != 0) v = vld1_lane_u16(&p[1].bits, v, 1);
    if (vgetq_lane_u32(m, 2) != 0) v = vld1_lane_u16(&p[2].bits, v, 2);
    return Widen(v);
  }
  using FloatV::StoreMasked;
  static inline void StoreMasked(HalfBits* p, T v, Mask m) {
    const uint16x4_t half = Narrow(v);
    if (vgetq_lane_u32(m, 3) != 0) return vst1_u16(&p->bits, half);
    if (vgetq_lane_u32(m, 0) != 0) vst1_lane_u16(&p[0].bits, half, 0);
    if (vgetq_lane_u32(m, 1) != 0) vst1_lane_u16(&p[1].bits, half, 1);
    if (vgetq_lane_u32(m, 2) != 0) vst1_lane_u16(&p[2].bits, half, 2);
  }
  using FloatV::Set;
  static inline T Set(HalfBits value) { return Widen(vdup_n_u16(value.bits)); }
  static inline void Transpose4x4(const HalfBits* src, int64_t src_stride, HalfBits* dst,
                                  int64_t dst_stride) {
    const uint16x4x2_t ab = vtrn_u16(vld1_u16(&src->bits), vld1_u16(&src[src_stride].bits));
    const uint16x4x2_t cd =
        vtrn_u16(vld1_u16(&src[2 * src_stride].bits), vld1_u16(&src[3 * src_stride].bits));
    for (int i = 0; i < 2; ++i) {
      const uint32x2x2_t column =
          vtrn_u32(vreinterpret_u32_u16(ab.val[i]), vreinterpret_u32_u16(cd.val[i]));
      vst1_u16(&dst[i * dst_stride].bits, vreinterpret_u16_u32(column.val[0]));
      vst1_u16(&dst[(i + 2) * dst_stride].bits, vreinterpret_u16_u32(column.val[1]));
    }
  }
  static inline void PrefetchL1(const HalfBits*) {}
};

}  // namespace
}  // namespace paddle::lite::arm::widened
