// Int8 arithmetic with SSE2: both sides as 16 bits, whose products add up in pairs without
// saturation. Included only by *_s8_baseline.cc and by depthwise_narrowest_s8_avx512vnni.cc; see
// cpu/gemm_s8.inc for the contract.
#pragma once

#include <emmintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_baseline.h"
#include "lite/backends/x86/simd_s8.h"

namespace paddle::lite::x86 {
namespace {

struct BitsBaseline {
  using Bits = __m128i;
  static inline Bits LoadBits(const void* p) {
    return _mm_loadu_si128(static_cast<const __m128i*>(p));
  }
  static inline void StoreBits(void* p, Bits v) { _mm_storeu_si128(static_cast<__m128i*>(p), v); }
  static inline Bits LoadWide(const char* p) {
    const Bits bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
  }
  static inline Bits Set32(int32_t value) { return _mm_set1_epi32(value); }
  static inline Bits Add32(Bits a, Bits b) { return _mm_add_epi32(a, b); }
  static inline Bits Madd16(Bits a, Bits b) { return _mm_madd_epi16(a, b); }
  static inline Bits UnpackLow16(Bits a, Bits b) { return _mm_unpacklo_epi16(a, b); }
  static inline Bits UnpackHigh16(Bits a, Bits b) { return _mm_unpackhi_epi16(a, b); }
};

struct WideBaseline : Words<BitsBaseline> {
  static constexpr int kMaxRows = 6;
  static constexpr int kHeldRows = kMaxRows;

  static inline int64_t LookUp(const int8_t*, const int8_t*, int64_t, int8_t*) { return 0; }
  static inline V::T ToFloat(Sum s) { return _mm_cvtepi32_ps(s); }
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

  static inline void Join(Sum*, Sum*) {}
};

}  // namespace
}  // namespace paddle::lite::x86
