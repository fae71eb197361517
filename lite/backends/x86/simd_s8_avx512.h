// Int8 arithmetic with AVX-512 BW: both sides as 16 bits, whose products add up in pairs without
// saturation. Included only by *_s8_avx512.cc and *_s8_avx512vnni.cc; see cpu/gemm_s8.inc for the
// contract.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_avx512.h"
#include "lite/backends/x86/simd_s8.h"

namespace paddle::lite::x86 {
namespace {

struct BitsAvx512 {
  using Bits = __m512i;
  static inline Bits LoadBits(const void* p) { return _mm512_loadu_si512(p); }
  static inline void StoreBits(void* p, Bits v) { _mm512_storeu_si512(p, v); }
  static inline Bits LoadWide(const char* p) {
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static inline Bits Set32(int32_t value) { return _mm512_set1_epi32(value); }
  static inline Bits Add32(Bits a, Bits b) { return _mm512_add_epi32(a, b); }
  static inline Bits FlipSigns(Bits bytes) {
    return _mm512_xor_si512(bytes, _mm512_set1_epi8(-128));
  }
  static inline Bits Madd16(Bits a, Bits b) { return _mm512_madd_epi16(a, b); }
  static inline Bits UnpackLow16(Bits a, Bits b) { return _mm512_unpacklo_epi16(a, b); }
  static inline Bits UnpackHigh16(Bits a, Bits b) { return _mm512_unpackhi_epi16(a, b); }
};

struct WideAvx512 : Words<BitsAvx512> {
  static constexpr int kMaxRows = 12;

  static inline V::T ToFloat(Sum s) { return _mm512_cvtepi32_ps(s); }
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

  // Unpacking leaves four of every eight channels in one vector, the other four in the other.
  static inline void Join(Sum* low, Sum* high) {
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i second =
        _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    const __m512i joined = _mm512_permutex2var_epi32(*low, first, *high);
    *high = _mm512_permutex2var_epi32(*low, second, *high);
    *low = joined;
  }
};

}  // namespace
}  // namespace paddle::lite::x86
