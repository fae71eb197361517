// Vectors of 16 floats. Included only by *_avx512.cc: everything is local to the including file, so
// that no copy of an AVX-512 function can end up in code that runs on other machines
// (docs/design/isa-dispatch.md).
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_sse.h"

namespace paddle::lite::x86 {
namespace {

struct V {
  using Real = float;    // of tensors
  using Operand = Real;  // of products
  using T = __m512;
  using Mask = __mmask16;
  static constexpr int kLanes = 16;
  static constexpr int kMaxVecs = 4;  // widest panel of the tile kernels
  static constexpr int kMaxRows[5] = {0, 14, 14, 9,
                                      6};  // rows of a tile by panel width, from the register count
  static constexpr bool kLaneFma = false;  // whether FmaLane multiplies by a lane of a vector
  static constexpr bool kKeepsNan = false;  // whether MaxKeepingNan is an instruction
  static constexpr int kMaxSum = 0;  // terms that are added before their sum is; 0: any number

  static inline T Load(const float* p) { return _mm512_loadu_ps(p); }
  // A vector of integers.
  static inline T LoadIntegers(const int16_t* p) {
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    return _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(words));
  }
  static inline T LoadIntegers(const int8_t* p) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes));
  }
  // Rounded to the nearest integers, ties to even; |v| <= 127, or NaN, which becomes any number.
  static inline void StoreBytes(int8_t* p, T v) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtsepi32_epi8(_mm512_cvtps_epi32(v)));
  }
  static inline void Store(float* p, T v) { _mm512_storeu_ps(p, v); }
  // The first n lanes, 0 <= n <= kLanes.
  static inline Mask FirstLanes(int64_t n) { return static_cast<Mask>((1u << n) - 1); }
  static inline T LoadMasked(const float* p, Mask m) { return _mm512_maskz_loadu_ps(m, p); }
  static inline void StoreMasked(float* p, T v, Mask m) { _mm512_mask_storeu_ps(p, m, v); }
  static inline T Select(Mask m, T yes, T no) { return _mm512_mask_blend_ps(m, no, yes); }
  static inline T Set(float f) { return _mm512_set1_ps(f); }
  // a0 b0 a1 b1 ...
  static inline void Interleave(T a, T b, T* low, T* high) {
    const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    *low = _mm512_permutex2var_ps(a, first, b);
    *high = _mm512_permutex2var_ps(a, _mm512_add_epi32(first, _mm512_set1_epi32(8)), b);
  }
  // Exchanges neighbouring groups of kDistance lanes.
  template <int kDistance>
  static inline T Exchange(T v) {
    if constexpr (kDistance == 8) return _mm512_shuffle_f32x4(v, v, 0x4E);
    if constexpr (kDistance == 4) return _mm512_shuffle_f32x4(v, v, 0xB1);
    if constexpr (kDistance == 2) return _mm512_shuffle_ps(v, v, 0x4E);
    if constexpr (kDistance == 1) return _mm512_shuffle_ps(v, v, 0xB1);
  }
  static inline void Transpose4x4(const float* src, int64_t src_stride, float* dst,
                                  int64_t dst_stride) {
    TransposeSse(src, src_stride, dst, dst_stride);
  }
  static inline float First(T v) { return _mm512_cvtss_f32(v); }
  static inline T Zero() { return _mm512_setzero_ps(); }
  static inline T Fma(T a, T b, T c) { return _mm512_fmadd_ps(a, b, c); }  // a * b + c
  static inline void AddProduct(T x, T w, T* sum) { *sum = Fma(x, w, *sum); }
  static inline T Add(T a, T b) { return _mm512_add_ps(a, b); }
  static inline T Sub(T a, T b) { return _mm512_sub_ps(a, b); }
  static inline T Mul(T a, T b) { return _mm512_mul_ps(a, b); }
  static inline T Div(T a, T b) { return _mm512_div_ps(a, b); }
  static inline T Sqrt(T a) { return _mm512_sqrt_ps(a); }
  // If either is NaN, the result is b.
  static inline T Min(T a, T b) { return _mm512_min_ps(a, b); }
  static inline T Max(T a, T b) { return _mm512_max_ps(a, b); }
  // Makes NaN 0.
  static inline T Relu(T x) { return Max(x, Zero()); }
  // Keeps NaN in x.
  static inline T Clamp(T low, T high, T x) { return Min(high, Max(low, x)); }
  static inline Mask Less(T a, T b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
  static inline Mask IsNan(T a) { return _mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q); }
  static inline T Abs(T a) { return _mm512_abs_ps(a); }
  // a * 2^n for integral n.
  static inline T Scale(T a, T n) { return _mm512_scalef_ps(a, n); }
  static inline T ScaleNormal(T a, T n) { return Scale(a, n); }
  // The mantissa of a normal a > 0 in [sqrt(1/2), sqrt(2)), and its exponent.
  static inline T Mantissa(T a, T* exponent) {
    const __m512i root = _mm512_set1_epi32(0x3f3504f3);  // sqrt(1/2)
    const __m512i bits = _mm512_sub_epi32(_mm512_castps_si512(a), root);
    *exponent = _mm512_cvtepi32_ps(_mm512_srai_epi32(bits, 23));
    const __m512i fraction = _mm512_and_si512(bits, _mm512_set1_epi32(0x7fffff));
    return _mm512_castsi512_ps(_mm512_add_epi32(fraction, root));
  }
  // To the nearest integer, ties to even; |a| < 2^31.
  static inline T Round(T a) {
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  static inline void PrefetchL1(const float* p) {
    _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T0);
  }
  static inline void PrefetchL2(const char* p) { _mm_prefetch(p, _MM_HINT_T1); }
};

}  // namespace
}  // namespace paddle::lite::x86
