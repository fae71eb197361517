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
  static inline Bits Set8(int8_t value) { return _mm512_set1_epi8(value); }
  static inline Bits Row(const int8_t* p) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static inline Bits Shuffle(Bits table, Bits at) { return _mm512_shuffle_epi8(table, at); }
  static inline Bits SubtractSaturating(Bits a, Bits b) { return _mm512_subs_epi8(a, b); }
  static inline Bits Xor(Bits a, Bits b) { return _mm512_xor_si512(a, b); }
  static inline Bits Madd16(Bits a, Bits b) { return _mm512_madd_epi16(a, b); }
  static inline Bits UnpackLow16(Bits a, Bits b) { return _mm512_unpacklo_epi16(a, b); }
  static inline Bits UnpackHigh16(Bits a, Bits b) { return _mm512_unpackhi_epi16(a, b); }
};

struct WideAvx512 : Words<BitsAvx512> {
  static constexpr int kMaxRows = 12;
  static constexpr int kHeldRows = 9;

  static inline int64_t LookUp(const int8_t* src, const int8_t* table, int64_t count, int8_t* dst) {
    return LookUpByRows<BitsAvx512>(src, table, count, dst);
  }
  static inline V::T ToFloat(Sum s) { return _mm512_cvtepi32_ps(s); }
  static inline void StoreRounded(int8_t* dst, V::T x) {
    const __m512 number = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x);
    const __m512 half =
        _mm512_or_ps(_mm512_and_ps(number, _mm512_set1_ps(-0.0f)), _mm512_set1_ps(0x1.fffffep-2f));
    const __m512i words = _mm512_cvttps_epi32(_mm512_add_ps(number, half));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm512_cvtepi32_epi8(words));
  }
  static constexpr bool kPacksRows = true;
  struct Limits {
    Bits low, high;
  };
  static inline Limits SetLimits(int8_t low, int8_t high) { return {Set8(low), Set8(high)}; }
  static inline Sum RoundBounded(V::T x) {
    constexpr int kFirstAndSecondOrThird = 0xEA;
    const __m512i half = _mm512_ternarylogic_epi32(
        _mm512_castps_si512(x), _mm512_set1_epi32(INT32_MIN),
        _mm512_castps_si512(_mm512_set1_ps(0x1.fffffep-2f)), kFirstAndSecondOrThird);
    return _mm512_cvttps_epi32(_mm512_add_ps(x, _mm512_castsi512_ps(half)));
  }
  static inline Sum RoundPositive(V::T x) {
    return _mm512_cvttps_epi32(_mm512_add_ps(x, _mm512_set1_ps(0x1.fffffep-2f)));
  }
  // Packing works on 128 bits at a time, which leaves four bytes of each vector together.
  static inline Bits PackFour(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    const __m512i a = _mm512_packs_epi32(a0, a1);
    const __m512i bytes = _mm512_packs_epi16(a, _mm512_packs_epi32(b0, b1));
    return _mm512_max_epi8(_mm512_min_epi8(bytes, limits.high), limits.low);
  }
  // The same for a lower limit of 0, which saturation imposes.
  static inline Bits PackFourPositive(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    const __m512i a = _mm512_packs_epi32(a0, a1);
    return _mm512_min_epu8(_mm512_packus_epi16(a, _mm512_packs_epi32(b0, b1)), limits.high);
  }
  static inline Bits OrderRows(Bits packed) {
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(order, packed);
  }
  static inline Bits PackRows(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    return OrderRows(PackFour(a0, a1, b0, b1, limits));
  }
  static inline Bits PackPositiveRows(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    return OrderRows(PackFourPositive(a0, a1, b0, b1, limits));
  }
  static inline void StoreFirstRow(int8_t* dst, Bits rows) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(dst), _mm512_castsi512_si256(rows));
  }
  static inline void StoreSecondRow(int8_t* dst, Bits rows) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(dst), _mm512_extracti64x4_epi64(rows, 1));
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
