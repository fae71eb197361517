// Vectors of 4 floats with SSE2, which every x86-64 processor has. Included only by *_baseline.cc
// and by depthwise_narrowest_s8_avx512vnni.cc; see simd_avx512.h.
#pragma once

#include <emmintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_sse.h"

namespace paddle::lite::x86 {
namespace {

alignas(16) constexpr int32_t kLaneMask[8] = {-1, -1, -1, -1, 0, 0, 0, 0};

struct V {
  using Real = float;    // of tensors
  using Operand = Real;  // of products
  using T = __m128;
  using Mask = __m128;  // all bits of a lane set, or none
  static constexpr int kLanes = 4;
  static constexpr int kMaxVecs = 2;
  static constexpr int kMaxRows[5] = {0, 8, 6, 0, 0};
  static constexpr bool kLaneFma = false;
  static constexpr bool kKeepsNan = false;  // whether MaxKeepingNan is an instruction
  static constexpr int kMaxSum = 0;  // terms that are added before their sum is; 0: any number

  static inline T Load(const float* p) { return _mm_loadu_ps(p); }
  // A vector of integers.
  static inline T LoadIntegers(const int16_t* p) {
    const __m128i words = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(words, words), 16));
  }
  static inline T LoadIntegers(const int8_t* p) {
    int32_t four;
    __builtin_memcpy(&four, p, sizeof(four));
    const __m128i bytes = _mm_cvtsi32_si128(four);
    const __m128i words = _mm_unpacklo_epi8(bytes, bytes);
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(words, words), 24));
  }
  static inline void StoreBytes(int8_t* p, T v) {
    const __m128i wide = _mm_cvtps_epi32(v);
    const __m128i words = _mm_packs_epi32(wide, wide);
    const int32_t four = _mm_cvtsi128_si32(_mm_packs_epi16(words, words));
    __builtin_memcpy(p, &four, sizeof(four));
  }
  static inline void Store(float* p, T v) { _mm_storeu_ps(p, v); }
  static inline Mask FirstLanes(int64_t n) {
    return _mm_loadu_ps(reinterpret_cast<const float*>(kLaneMask + 4 - n));
  }
  // SSE2 has no masked access: only lanes whose bit is set may be touched, one by one.
  static inline T LoadMasked(const float* p, Mask m) {
    const int bits = _mm_movemask_ps(m);
    return _mm_setr_ps((bits & 1) != 0 ? p[0] : 0.0f, (bits & 2) != 0 ? p[1] : 0.0f,
                       (bits & 4) != 0 ? p[2] : 0.0f, (bits & 8) != 0 ? p[3] : 0.0f);
  }
  static inline void StoreMasked(float* p, T v, Mask m) {
    const int bits = _mm_movemask_ps(m);
    alignas(16) float lanes[4];
    _mm_store_ps(lanes, v);
    for (int i = 0; i < 4; ++i) {
      if (((bits >> i) & 1) != 0) p[i] = lanes[i];
    }
  }
  static inline T Select(Mask m, T yes, T no) {
    return _mm_or_ps(_mm_and_ps(m, yes), _mm_andnot_ps(m, no));
  }
  static inline T Set(float f) { return _mm_set1_ps(f); }
  // a0 b0 a1 b1 ...
  static inline void Interleave(T a, T b, T* low, T* high) {
    *low = _mm_unpacklo_ps(a, b);
    *high = _mm_unpackhi_ps(a, b);
  }
  template <int kDistance>
  static inline T Exchange(T v) {
    if constexpr (kDistance == 2) return _mm_shuffle_ps(v, v, 0x4E);
    if constexpr (kDistance == 1) return _mm_shuffle_ps(v, v, 0xB1);
  }
  static inline void Transpose4x4(const float* src, int64_t src_stride, float* dst,
                                  int64_t dst_stride) {
    TransposeSse(src, src_stride, dst, dst_stride);
  }
  static inline float First(T v) { return _mm_cvtss_f32(v); }
  static inline T Zero() { return _mm_setzero_ps(); }
  static inline T Fma(T a, T b, T c) { return _mm_add_ps(_mm_mul_ps(a, b), c); }
  static inline void AddProduct(T x, T w, T* sum) { *sum = Fma(x, w, *sum); }
  static inline T Add(T a, T b) { return _mm_add_ps(a, b); }
  static inline T Sub(T a, T b) { return _mm_sub_ps(a, b); }
  static inline T Mul(T a, T b) { return _mm_mul_ps(a, b); }
  static inline T Div(T a, T b) { return _mm_div_ps(a, b); }
  static inline T Sqrt(T a) { return _mm_sqrt_ps(a); }
  static inline T Min(T a, T b) { return _mm_min_ps(a, b); }
  static inline T Max(T a, T b) { return _mm_max_ps(a, b); }
  static inline T Relu(T x) { return Max(x, Zero()); }
  static inline T Clamp(T low, T high, T x) { return Min(high, Max(low, x)); }
  static inline Mask Less(T a, T b) { return _mm_cmplt_ps(a, b); }
  static inline Mask IsNan(T a) { return _mm_cmpunord_ps(a, a); }
  static inline T Abs(T a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
  // a * 2^n for integral n, |n| <= 252, in two steps because 2^n itself may not be a normal number.
  static inline T Scale(T a, T n) {
    const __m128i exponent = _mm_cvtps_epi32(n);
    const __m128i half = _mm_srai_epi32(exponent, 1);
    return _mm_mul_ps(_mm_mul_ps(a, PowerOfTwo(half)), PowerOfTwo(_mm_sub_epi32(exponent, half)));
  }
  static inline T ScaleNormal(T a, T n) {
    const __m128i exponent = _mm_slli_epi32(_mm_cvtps_epi32(n), 23);
    return _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a), exponent));
  }
  static inline T PowerOfTwo(__m128i n) {
    return _mm_castsi128_ps(_mm_slli_epi32(_mm_add_epi32(n, _mm_set1_epi32(127)), 23));
  }
  static inline T Mantissa(T a, T* exponent) {
    const __m128i root = _mm_set1_epi32(0x3f3504f3);
    const __m128i bits = _mm_sub_epi32(_mm_castps_si128(a), root);
    *exponent = _mm_cvtepi32_ps(_mm_srai_epi32(bits, 23));
    const __m128i fraction = _mm_and_si128(bits, _mm_set1_epi32(0x7fffff));
    return _mm_castsi128_ps(_mm_add_epi32(fraction, root));
  }
  // |a| < 2^31.
  static inline T Round(T a) { return _mm_cvtepi32_ps(_mm_cvtps_epi32(a)); }
  static inline void PrefetchL1(const float* p) {
    _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T0);
  }
  static inline void PrefetchL2(const char* p) { _mm_prefetch(p, _MM_HINT_T1); }
};

}  // namespace
}  // namespace paddle::lite::x86
