// Int8 arithmetic with AVX-512 BW: both sides as 16 bits, whose products add up in pairs without
// saturation. Included only by *_s8_avx512.cc and *_s8_avx512vnni.cc; see cpu/gemm_s8.inc for the
// contract.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {
namespace {

struct WideAvx512 {
  using Sum = __m512i;
  using Weights = __m512i;
  using Input = int16_t;
  using StoredWeight = int16_t;
  using Positive = void;
  static constexpr int kGroup = 2;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 0;
  static constexpr int kMaxRows = 12;
  static constexpr int kConverted = 32;

  static inline __m512i LoadBits(const void* p) { return _mm512_loadu_si512(p); }
  static inline void StoreBits(void* p, __m512i v) { _mm512_storeu_si512(p, v); }
  static inline Sum Zero() { return _mm512_setzero_si512(); }
  static inline Sum LoadSum(const int32_t* p) { return LoadBits(p); }
  static inline void StoreSum(int32_t* p, Sum s) { StoreBits(p, s); }
  static inline V::T ToFloat(Sum s) { return _mm512_cvtepi32_ps(s); }

  static inline __m512i Broadcast(const char* p) {
    int32_t group;
    __builtin_memcpy(&group, p, sizeof(group));
    return _mm512_set1_epi32(group);
  }
  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return LoadBits(p);
  }
  static inline Sum Dot(Sum sum, __m512i x, Weights w) {
    sum = _mm512_add_epi32(sum, _mm512_madd_epi16(x, w));
    __asm__("" : "+v"(sum));
    return sum;
  }
  static inline void Convert(const int8_t* src, Input* dst) {
    StoreBits(dst, LoadWide(reinterpret_cast<const char*>(src)));
  }

  static inline void StoreRounded(int8_t* dst, V::T x) {
    const __m512 number = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x);
    const __m512 half =
        _mm512_or_ps(_mm512_and_ps(number, _mm512_set1_ps(-0.0f)), _mm512_set1_ps(0x1.fffffep-2f));
    const __m512i words = _mm512_cvttps_epi32(_mm512_add_ps(number, half));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm512_cvtepi32_epi8(words));
  }
  static inline Sum Widen(const int8_t* src) {
    return _mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(src)));
  }

  static inline __m512i ZeroWide() { return _mm512_setzero_si512(); }
  static inline __m512i LoadWide(const char* p) {
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static inline void AddTaps(Sum* low, Sum* high, __m512i a, __m512i b, const int16_t* weights) {
    *low =
        _mm512_add_epi32(*low, _mm512_madd_epi16(_mm512_unpacklo_epi16(a, b), LoadBits(weights)));
    *high = _mm512_add_epi32(
        *high, _mm512_madd_epi16(_mm512_unpackhi_epi16(a, b), LoadBits(weights + 32)));
  }
  // Unpacking leaves four of every eight channels in one vector, the other four in the other.
  static inline void Join(Sum* low, Sum* high) {
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i second =
        _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    const __m512i joined = _mm512_permutex2var_epi32(*low, first, *high);
    *high = _mm512_permutex2var_epi32(*low, second, *high);
    *low = joined;
  }
  static void PackPair(const int16_t* first, const int16_t* second, int16_t* dst) {
    const __m512i a = LoadBits(first);
    const __m512i b = LoadBits(second);
    StoreBits(dst, _mm512_unpacklo_epi16(a, b));
    StoreBits(dst + 32, _mm512_unpackhi_epi16(a, b));
  }
};

}  // namespace
}  // namespace paddle::lite::x86
