// Vectors of 4 floats whose products are those of pairs of bfloat16. Included only by
// *_bf16_neon.cc, which includes the kernels in namespace `bf16`. They show what bfloat16 costs in
// accuracy; they save no time.
#pragma once

#include "lite/backends/arm/simd_neon.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::arm::bf16 {
namespace {

using FloatV = arm::V;

struct V : FloatV {
  using Operand = BFloat16Pair;  // of products
  static constexpr int kMaxVecs = 2;
  static constexpr int kMaxRows[5] = {0, 4, 4, 0, 0};
  static constexpr bool kLaneFma = false;

  using FloatV::Load;
  static inline T Load(const BFloat16Pair* p) { return vreinterpretq_f32_u32(vld1q_u32(&p->bits)); }
  using FloatV::Set;
  static inline T Set(BFloat16Pair pair) { return vreinterpretq_f32_u32(vdupq_n_u32(pair.bits)); }
  static inline T Second(T pairs) {
    return vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(pairs), vdupq_n_u32(0xffff0000u)));
  }
  static inline T First(T pairs) {
    return vreinterpretq_f32_u32(vshlq_n_u32(vreinterpretq_u32_f32(pairs), 16));
  }
  // The lanes of x and w are pairs.
  static inline void AddProduct(T x, T w, T* sum) {
    *sum = vmlaq_f32(*sum, Second(x), Second(w));
    *sum = vmlaq_f32(*sum, First(x), First(w));
  }
  // In the upper half of each lane.
  static inline uint32x4_t Round(T v) {
    const uint32x4_t bits = vreinterpretq_u32_f32(v);
    const uint32x4_t odd = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(1));
    const uint32x4_t rounded = vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7fff)));
    const uint32x4_t quiet = vorrq_u32(bits, vdupq_n_u32(0x00400000));
    return vbslq_u32(vceqq_f32(v, v), rounded, quiet);
  }
  static inline void StorePairs(BFloat16Pair* p, T low, T high) {
    const uint16x8_t rounded =
        vcombine_u16(vshrn_n_u32(Round(low), 16), vshrn_n_u32(Round(high), 16));
    vst1q_u32(&p->bits, vreinterpretq_u32_u16(rounded));
  }
};

}  // namespace
}  // namespace paddle::lite::arm::bf16
