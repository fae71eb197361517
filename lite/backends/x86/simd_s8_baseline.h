// Int8 arithmetic with SSE2: both sides as 16 bits, whose products add up in pairs without
// saturation. Included only by *_s8_baseline.cc; see cpu/gemm_s8.inc for the contract.
#pragma once

#include <emmintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {
namespace {

struct WideBaseline {
  using Sum = __m128i;
  using Weights = __m128i;
  using Input = int16_t;
  using StoredWeight = int16_t;
  using Positive = void;
  static constexpr int kGroup = 2;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 0;
  static constexpr int kMaxRows = 6;
  static constexpr int kConverted = 8;

  static inline __m128i LoadBits(const void* p) {
    return _mm_loadu_si128(static_cast<const __m128i*>(p));
  }
  static inline Sum Zero() { return _mm_setzero_si128(); }
  static inline Sum LoadSum(const int32_t* p) { return LoadBits(p); }
  static inline void StoreSum(int32_t* p, Sum s) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), s);
  }
  static inline V::T ToFloat(Sum s) { return _mm_cvtepi32_ps(s); }

  static inline __m128i Broadcast(const char* p) {
    int32_t pair;
    __builtin_memcpy(&pair, p, sizeof(pair));
    return _mm_set1_epi32(pair);
  }
  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return LoadBits(p);
  }
  static inline Sum Dot(Sum sum, __m128i x, Weights w) {
    sum = _mm_add_epi32(sum, _mm_madd_epi16(x, w));
    __asm__("" : "+x"(sum));
    return sum;
  }
  static inline void Convert(const int8_t* src, Input* dst) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), LoadWide(reinterpret_cast<const char*>(src)));
  }

  static inline void StoreRounded(int8_t* dst, V::T x) {
    const __m128 number = _mm_and_ps(x, _mm_cmpord_ps(x, x));
    const __m128 half =
        _mm_or_ps(_mm_and_ps(number, _mm_set1_ps(-0.0f)), _mm_set1_ps(0x1.fffffep-2f));
    const __m128i words = _mm_cvttps_epi32(_mm_add_ps(number, half));
    const __m128i shorts = _mm_packs_epi32(words, words);
    const int32_t bytes = _mm_cvtsi128_si32(_mm_packs_epi16(shorts, shorts));
    __builtin_memcpy(dst, &bytes, sizeof(bytes));
  }
  static inline Sum Widen(const int8_t* src) {
    int32_t bytes;
    __builtin_memcpy(&bytes, src, sizeof(bytes));
    const __m128i twice = _mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), _mm_cvtsi32_si128(bytes));
    return _mm_srai_epi32(_mm_unpacklo_epi16(twice, twice), 24);
  }

  static inline __m128i ZeroWide() { return _mm_setzero_si128(); }
  static inline __m128i LoadWide(const char* p) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
  }
  static inline void AddTaps(Sum* low, Sum* high, __m128i a, __m128i b, const int16_t* weights) {
    *low = Dot(*low, _mm_unpacklo_epi16(a, b), LoadBits(weights));
    *high = Dot(*high, _mm_unpackhi_epi16(a, b), LoadBits(weights + 8));
  }
  static inline void Join(Sum*, Sum*) {}
  static void PackPair(const int16_t* first, const int16_t* second, int16_t* dst) {
    const __m128i a = LoadBits(first);
    const __m128i b = LoadBits(second);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm_unpacklo_epi16(a, b));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + 8), _mm_unpackhi_epi16(a, b));
  }
};

}  // namespace
}  // namespace paddle::lite::x86
