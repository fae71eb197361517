// Int8 arithmetic with AVX2: both sides as 16 bits, whose products add up in pairs without
// saturation, or bytes for an input without negative values, whose pairs fit: 2 * 127 * 128 < 2^15.
// Included only by *_s8_avx2.cc and *_s8_avxvnni.cc, and by depthwise_narrow_s8_avx512vnni.cc; see
// cpu/gemm_s8.inc for the contract.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lite/backends/x86/simd_avx2.h"
#include "lite/backends/x86/simd_s8.h"

namespace paddle::lite::x86 {
namespace {

struct BitsAvx2 {
  using Bits = __m256i;
  static inline Bits LoadBits(const void* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(p));
  }
  static inline void StoreBits(void* p, Bits v) {
    _mm256_storeu_si256(static_cast<__m256i*>(p), v);
  }
  static inline Bits LoadWide(const char* p) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static inline Bits Set32(int32_t value) { return _mm256_set1_epi32(value); }
  static inline Bits Add32(Bits a, Bits b) { return _mm256_add_epi32(a, b); }
  static inline Bits FlipSigns(Bits bytes) {
    return _mm256_xor_si256(bytes, _mm256_set1_epi8(-128));
  }
  static inline Bits Set8(int8_t value) { return _mm256_set1_epi8(value); }
  static inline Bits Row(const int8_t* p) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static inline Bits Shuffle(Bits table, Bits at) { return _mm256_shuffle_epi8(table, at); }
  static inline Bits SubtractSaturating(Bits a, Bits b) { return _mm256_subs_epi8(a, b); }
  static inline Bits Xor(Bits a, Bits b) { return _mm256_xor_si256(a, b); }
  static inline Bits Madd16(Bits a, Bits b) { return _mm256_madd_epi16(a, b); }
  static inline Bits UnpackLow16(Bits a, Bits b) { return _mm256_unpacklo_epi16(a, b); }
  static inline Bits UnpackHigh16(Bits a, Bits b) { return _mm256_unpackhi_epi16(a, b); }
};

// Dot products of four bytes, the input without negative values.
struct PositiveAvx2 : Words<BitsAvx2> {
  using Input = int8_t;
  using StoredWeight = int8_t;

  template <int kPart>
  static inline Bits LoadWeights(const int8_t* p) {
    return LoadBits(p);
  }
  static inline Sum Dot(Sum sum, Bits x, Bits w) {
    return Words::Dot(sum, _mm256_maddubs_epi16(x, w), _mm256_set1_epi16(1));
  }
};

// A group of four bytes is two groups of two words: the even and the odd ones.
struct WidenedAvx2 : Words<BitsAvx2> {
  static constexpr int kParts = 2;

  template <int kPart>
  static inline Weights LoadWeights(const int16_t* p) {
    return LoadBits(p + kPart * kConverted);
  }
  template <int kPart>
  static inline Weights WidenPart(const int8_t* p) {
    const __m256i bytes = LoadBits(p);
    return _mm256_srai_epi16(kPart == 0 ? _mm256_slli_epi16(bytes, 8) : bytes, 8);
  }
  static inline void Widen(const int8_t* src, int16_t* dst) {
    StoreBits(dst, WidenPart<0>(src));
    StoreBits(dst + kConverted, WidenPart<1>(src));
  }
};

struct WideAvx2 : Words<BitsAvx2> {
  using StoredWeight = int8_t;
  using Positive = PositiveAvx2;
  using WideWeights = WidenedAvx2;
  static constexpr int kGroup = 4;
  static constexpr int kParts = 2;
  static constexpr int kMaxRows = 6;
  static constexpr int kHeldRows = kMaxRows;

  static inline int64_t LookUp(const int8_t* src, const int8_t* table, int64_t count, int8_t* dst) {
    return LookUpByRows<BitsAvx2>(src, table, count, dst);
  }
  static inline V::T ToFloat(Sum s) { return _mm256_cvtepi32_ps(s); }

  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return WidenedAvx2::WidenPart<kPart>(p);
  }
  // In the order of the weights: values 0 2 1 3 of every four.
  static inline void Convert(const int8_t* src, Input* dst) {
    const __m128i order = _mm_setr_epi8(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15);
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src));
    StoreBits(dst, _mm256_cvtepi8_epi16(_mm_shuffle_epi8(bytes, order)));
  }

  static inline void StoreRounded(int8_t* dst, V::T x) {
    const __m256 number = _mm256_and_ps(x, _mm256_cmp_ps(x, x, _CMP_ORD_Q));
    const __m256 half =
        _mm256_or_ps(_mm256_and_ps(number, _mm256_set1_ps(-0.0f)), _mm256_set1_ps(0x1.fffffep-2f));
    const __m256i words = _mm256_cvttps_epi32(_mm256_add_ps(number, half));
    const __m128i shorts =
        _mm_packs_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(dst), _mm_packs_epi16(shorts, shorts));
  }
  static constexpr bool kPacksRows = true;
  struct Limits {
    Bits low, high;
  };
  static inline Limits SetLimits(int8_t low, int8_t high) { return {Set8(low), Set8(high)}; }
  static inline Sum RoundBounded(V::T x) {
    const __m256 half =
        _mm256_or_ps(_mm256_and_ps(x, _mm256_set1_ps(-0.0f)), _mm256_set1_ps(0x1.fffffep-2f));
    return _mm256_cvttps_epi32(_mm256_add_ps(x, half));
  }
  static inline Sum RoundPositive(V::T x) {
    return _mm256_cvttps_epi32(_mm256_add_ps(x, _mm256_set1_ps(0x1.fffffep-2f)));
  }
  // Packing works on 128 bits at a time, which leaves four bytes of each vector together.
  static inline Bits PackFour(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    const __m256i a = _mm256_packs_epi32(a0, a1);
    const __m256i bytes = _mm256_packs_epi16(a, _mm256_packs_epi32(b0, b1));
    return _mm256_max_epi8(_mm256_min_epi8(bytes, limits.high), limits.low);
  }
  static inline Bits OrderRows(Bits packed) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return _mm256_permutevar8x32_epi32(packed, order);
  }
  static inline Bits PackRows(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    return OrderRows(PackFour(a0, a1, b0, b1, limits));
  }
  // The same for a lower limit of 0, which saturation imposes.
  static inline Bits PackPositiveRows(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    const __m256i a = _mm256_packs_epi32(a0, a1);
    const __m256i bytes = _mm256_packus_epi16(a, _mm256_packs_epi32(b0, b1));
    return OrderRows(_mm256_min_epu8(bytes, limits.high));
  }
  static inline void StoreFirstRow(int8_t* dst, Bits rows) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm256_castsi256_si128(rows));
  }
  static inline void StoreSecondRow(int8_t* dst, Bits rows) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm256_extracti128_si256(rows, 1));
  }
  static inline Sum Widen(const int8_t* src) {
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(src)));
  }

  // Unpacking leaves channels 0-3 and 8-11 in one vector, 4-7 and 12-15 in the other.
  static inline void Join(Sum* low, Sum* high) {
    const __m256i first = _mm256_permute2x128_si256(*low, *high, 0x20);
    *high = _mm256_permute2x128_si256(*low, *high, 0x31);
    *low = first;
  }
};

// What depthwise kernels for dot products of four bytes need, except Dot, which AVX-VNNI and
// AVX512-VNNI encode differently: a processor may have either one without the other.
struct TapsAvx2 : WideAvx2 {
  static inline Bits LoadTap(const char* p) { return FlipSigns(LoadBits(p)); }
  static inline Bits UnpackLow8(Bits a, Bits b) { return _mm256_unpacklo_epi8(a, b); }
  static inline Bits UnpackHigh8(Bits a, Bits b) { return _mm256_unpackhi_epi8(a, b); }
  // Sum j has channels 4 * j and on of the first half, then of the second.
  static inline void JoinFour(Sum (&s)[4]) {
    const Sum low[2] = {_mm256_permute2x128_si256(s[0], s[1], 0x20),
                        _mm256_permute2x128_si256(s[2], s[3], 0x20)};
    s[3] = _mm256_permute2x128_si256(s[2], s[3], 0x31);
    s[2] = _mm256_permute2x128_si256(s[0], s[1], 0x31);
    s[0] = low[0];
    s[1] = low[1];
  }
};

}  // namespace
}  // namespace paddle::lite::x86
