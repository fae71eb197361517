// Vectors of 8 floats. Included only by *_avx2.cc; see simd_avx512.h.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_sse.h"

namespace paddle::lite::x86 {
namespace {

alignas(32) constexpr int32_t kLaneMask[16] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                               0,  0,  0,  0,  0,  0,  0,  0};

struct V {
  using Real = float;    // of tensors
  using Operand = Real;  // of products
  using T = __m256;
  using Mask = __m256i;
  static constexpr int kLanes = 8;
  static constexpr int kMaxVecs = 3;
  static constexpr int kMaxRows[5] = {0, 10, 6, 4, 0};
  static constexpr bool kLaneFma = false;
  static constexpr bool kKeepsNan = false;  // whether MaxKeepingNan is an instruction
  static constexpr int kMaxSum = 0;  // terms that are added before their sum is; 0: any number

  static inline T Load(const float* p) { return _mm256_loadu_ps(p); }
  // A vector of integers.
  static inline T LoadIntegers(const int16_t* p) {
    const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(words));
  }
  static inline T LoadIntegers(const int8_t* p) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
  }
  static inline void StoreBytes(int8_t* p, T v) {
    const __m256i wide = _mm256_cvtps_epi32(v);
    const __m128i words =
        _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packs_epi16(words, words));
  }
  static inline void Store(float* p, T v) { _mm256_storeu_ps(p, v); }
  static inline Mask FirstLanes(int64_t n) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kLaneMask + 8 - n));
  }
  static inline T LoadMasked(const float* p, Mask m) { return _mm256_maskload_ps(p, m); }
  static inline void StoreMasked(float* p, T v, Mask m) { _mm256_maskstore_ps(p, m, v); }
  static inline T Select(Mask m, T yes, T no) {
    return _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(m));
  }
  static inline T Set(float f) { return _mm256_set1_ps(f); }
  // a0 b0 a1 b1 ...
  static inline void Interleave(T a, T b, T* low, T* high) {
    const T even = _mm256_unpacklo_ps(a, b);
    const T odd = _mm256_unpackhi_ps(a, b);
    *low = _mm256_permute2f128_ps(even, odd, 0x20);
    *high = _mm256_permute2f128_ps(even, odd, 0x31);
  }
  template <int kDistance>
  static inline T Exchange(T v) {
    if constexpr (kDistance == 4) return _mm256_permute2f128_ps(v, v, 1);
    if constexpr (kDistance == 2) return _mm256_shuffle_ps(v, v, 0x4E);
    if constexpr (kDistance == 1) return _mm256_shuffle_ps(v, v, 0xB1);
  }
  static inline void Transpose4x4(const float* src, int64_t src_stride, float* dst,
                                  int64_t dst_stride) {
    TransposeSse(src, src_stride, dst, dst_stride);
  }
  static inline float First(T v) { return _mm256_cvtss_f32(v); }
  static inline T Zero() { return _mm256_setzero_ps(); }
  static inline T Fma(T a, T b, T c) { return _mm256_fmadd_ps(a, b, c); }
  // *sum += x * w. Tiles of sums need all registers: of an intrinsic, GCC 12 would read weights
  // from memory once per row, and keep sums on the stack.
  static inline void AddProduct(T x, T w, T* sum) {
    __asm__("vfmadd231ps %2, %1, %0" : "+x"(*sum) : "x"(x), "x"(w));
  }
  static inline T Add(T a, T b) { return _mm256_add_ps(a, b); }
  static inline T Sub(T a, T b) { return _mm256_sub_ps(a, b); }
  static inline T Mul(T a, T b) { return _mm256_mul_ps(a, b); }
  static inline T Div(T a, T b) { return _mm256_div_ps(a, b); }
  static inline T Sqrt(T a) { return _mm256_sqrt_ps(a); }
  static inline T Min(T a, T b) { return _mm256_min_ps(a, b); }
  static inline T Max(T a, T b) { return _mm256_max_ps(a, b); }
  static inline T Relu(T x) { return Max(x, Zero()); }
  static inline T Clamp(T low, T high, T x) { return Min(high, Max(low, x)); }
  static inline Mask Less(T a, T b) { return _mm256_castps_si256(_mm256_cmp_ps(a, b, _CMP_LT_OQ)); }
  static inline Mask IsNan(T a) { return _mm256_castps_si256(_mm256_cmp_ps(a, a, _CMP_UNORD_Q)); }
  static inline T Abs(T a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
  // a * 2^n for integral n, |n| <= 252, in two steps because 2^n itself may not be a normal number.
  static inline T Scale(T a, T n) {
    const __m256i exponent = _mm256_cvtps_epi32(n);
    const __m256i half = _mm256_srai_epi32(exponent, 1);
    return _mm256_mul_ps(_mm256_mul_ps(a, PowerOfTwo(half)),
                         PowerOfTwo(_mm256_sub_epi32(exponent, half)));
  }
  // The same for normal a and a * 2^n.
  static inline T ScaleNormal(T a, T n) {
    const __m256i exponent = _mm256_slli_epi32(_mm256_cvtps_epi32(n), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a), exponent));
  }
  static inline T PowerOfTwo(__m256i n) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23));
  }
  static inline T Mantissa(T a, T* exponent) {
    const __m256i root = _mm256_set1_epi32(0x3f3504f3);
    const __m256i bits = _mm256_sub_epi32(_mm256_castps_si256(a), root);
    *exponent = _mm256_cvtepi32_ps(_mm256_srai_epi32(bits, 23));
    const __m256i fraction = _mm256_and_si256(bits, _mm256_set1_epi32(0x7fffff));
    return _mm256_castsi256_ps(_mm256_add_epi32(fraction, root));
  }
  static inline T Round(T a) {
    return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  static inline void PrefetchL1(const float* p) {
    _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T0);
  }
  static inline void PrefetchL2(const char* p) { _mm_prefetch(p, _MM_HINT_T1); }
};

}  // namespace
}  // namespace paddle::lite::x86
