// Vectors of 4 floats whose tensors are float16: values are widened when they are loaded and
// rounded when they are stored. Included only by *_f16_baseline.cc, which includes the kernels in
// namespace `widened`. They show what float16 costs in accuracy; on x86 they save no time.
#pragma once

#include "lite/backends/x86/simd_baseline.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::x86::widened {
namespace {

using FloatV = x86::V;

struct V : FloatV {
  using Real = HalfBits;  // of tensors
  using Operand = Real;   // of products

  static inline __m128i Choose(__m128i mask, __m128i yes, __m128i no) {
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
  }
  // The lower four of eight halves.
  static inline T Widen(__m128i halves) {
    const __m128i wide = _mm_unpacklo_epi16(halves, _mm_setzero_si128());
    const __m128i sign = _mm_slli_epi32(_mm_and_si128(wide, _mm_set1_epi32(0x8000)), 16);
    const __m128i magnitude = _mm_and_si128(wide, _mm_set1_epi32(0x7fff));
    // Infinities and NaN have the largest exponent in both formats.
    const __m128i special = _mm_cmpgt_epi32(magnitude, _mm_set1_epi32(0x7bff));
    const __m128i normal =
        _mm_add_epi32(_mm_slli_epi32(magnitude, 13),
                      Choose(special, _mm_set1_epi32(0x70000000), _mm_set1_epi32(0x38000000)));
    // Subnormal numbers are multiples of 2^-24.
    const __m128i small = _mm_castps_si128(
        _mm_mul_ps(_mm_cvtepi32_ps(magnitude), _mm_set1_ps(5.9604644775390625e-8f)));
    const __m128i is_small = _mm_cmpgt_epi32(_mm_set1_epi32(0x0400), magnitude);
    return _mm_castsi128_ps(_mm_or_si128(sign, Choose(is_small, small, normal)));
  }
  // In the lower four of eight halves.
  static inline __m128i Narrow(T v) {
    const __m128i bits = _mm_castps_si128(v);
    const __m128i sign = _mm_and_si128(_mm_srli_epi32(bits, 16), _mm_set1_epi32(0x8000));
    const __m128i magnitude = _mm_and_si128(bits, _mm_set1_epi32(0x7fffffff));
    const __m128i odd = _mm_and_si128(_mm_srli_epi32(magnitude, 13), _mm_set1_epi32(1));
    const __m128i rounded = _mm_add_epi32(magnitude, _mm_add_epi32(odd, _mm_set1_epi32(0x0fff)));
    __m128i half = _mm_srli_epi32(_mm_sub_epi32(rounded, _mm_set1_epi32(0x38000000)), 13);
    // Adding 0.5 aligns the bits of a subnormal result, so that the addition rounds it.
    const T aligned = _mm_add_ps(_mm_castsi128_ps(magnitude), _mm_set1_ps(0.5f));
    half = Choose(_mm_cmpgt_epi32(_mm_set1_epi32(0x38800000), magnitude),
                  _mm_sub_epi32(_mm_castps_si128(aligned), _mm_set1_epi32(0x3f000000)), half);
    half = Choose(_mm_cmpgt_epi32(magnitude, _mm_set1_epi32(0x477fffff)), _mm_set1_epi32(0x7c00),
                  half);
    half = Choose(_mm_cmpgt_epi32(magnitude, _mm_set1_epi32(0x7f800000)), _mm_set1_epi32(0x7e00),
                  half);
    half = _mm_or_si128(sign, half);
    // SSE2 packs with a signed limit: 16 bits are extended by their sign before.
    half = _mm_srai_epi32(_mm_slli_epi32(half, 16), 16);
    return _mm_packs_epi32(half, half);
  }

  using FloatV::Load;
  static inline T Load(const HalfBits* p) {
    return Widen(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
  }
  using FloatV::Store;
  static inline void Store(HalfBits* p, T v) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(p), Narrow(v));
  }
  using FloatV::LoadMasked;
  static inline T LoadMasked(const HalfBits* p, Mask m) {
    const int bits = _mm_movemask_ps(m);
    HalfBits lanes[4] = {};
    for (int i = 0; i < 4; ++i) {
      if (((bits >> i) & 1) != 0) lanes[i] = p[i];
    }
    return Load(lanes);
  }
  using FloatV::StoreMasked;
  static inline void StoreMasked(HalfBits* p, T v, Mask m) {
    const int bits = _mm_movemask_ps(m);
    HalfBits lanes[4];
    Store(lanes, v);
    for (int i = 0; i < 4; ++i) {
      if (((bits >> i) & 1) != 0) p[i] = lanes[i];
    }
  }
  using FloatV::Set;
  static inline T Set(HalfBits value) {
    return Widen(_mm_set1_epi16(static_cast<int16_t>(value.bits)));
  }
  static inline void Transpose4x4(const HalfBits* src, int64_t src_stride, HalfBits* dst,
                                  int64_t dst_stride) {
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) dst[c * dst_stride + r] = src[r * src_stride + c];
    }
  }
  using FloatV::PrefetchL1;
  static inline void PrefetchL1(const HalfBits* p) {
    _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T0);
  }
};

}  // namespace
}  // namespace paddle::lite::x86::widened
