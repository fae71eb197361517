// Blocks of a quarter of the width, for processors whose AVX-512 has dot products of bytes.
#include <immintrin.h>

#include <cstdint>
#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_baseline.h"

namespace paddle::lite::x86 {
namespace {

struct D : WideBaseline {
  static inline Bits Set8(int8_t value) { return _mm_set1_epi8(value); }
  static inline Bits LoadTap(const char* p) { return _mm_xor_si128(LoadBits(p), Set8(-128)); }
  static inline Bits UnpackLow8(Bits a, Bits b) { return _mm_unpacklo_epi8(a, b); }
  static inline Bits UnpackHigh8(Bits a, Bits b) { return _mm_unpackhi_epi8(a, b); }
  static inline Sum Dot(Sum sum, Bits x, Bits w) { return _mm_dpbusd_epi32(sum, x, w); }
  static inline void JoinFour(Sum (&)[4]) {}

  struct Limits {
    Bits low, high;
  };
  static inline Limits SetLimits(int8_t low, int8_t high) { return {Set8(low), Set8(high)}; }
  static inline Sum RoundBounded(V::T x) {
    const __m128 half = _mm_or_ps(_mm_and_ps(x, _mm_set1_ps(-0.0f)), _mm_set1_ps(0x1.fffffep-2f));
    return _mm_cvttps_epi32(_mm_add_ps(x, half));
  }
  static inline Sum RoundPositive(V::T x) {
    return _mm_cvttps_epi32(_mm_add_ps(x, _mm_set1_ps(0x1.fffffep-2f)));
  }
  static inline Bits PackFour(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    const __m128i bytes = _mm_packs_epi16(_mm_packs_epi32(a0, a1), _mm_packs_epi32(b0, b1));
    return _mm_max_epi8(_mm_min_epi8(bytes, limits.high), limits.low);
  }
  static inline Bits PackRows(Sum a0, Sum a1, Sum b0, Sum b1, Limits limits) {
    return PackFour(a0, a1, b0, b1, limits);
  }
};

}  // namespace

#include "lite/backends/x86/depthwise_line_s8.inc"

constexpr DepthwiseS8Kernels kNarrowestDepthwiseS8Avx512Vnni =
    MakeLineKernels(&kDepthwiseS8Baseline);

}  // namespace paddle::lite::x86
