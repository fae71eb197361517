// Vectors of 4 floats whose products are those of pairs of bfloat16. Included only by
// *_bf16_baseline.cc, which includes the kernels in namespace `bf16`. They show what bfloat16 costs
// in accuracy; they save no time.
#pragma once

#include "lite/backends/x86/simd_baseline.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::x86::bf16 {
namespace {

using FloatV = x86::V;

struct V : FloatV {
  using Operand = BFloat16Pair;  // of products
  static constexpr int kMaxRows[5] = {0, 4, 4, 0, 0};

  using FloatV::Load;
  static inline T Load(const BFloat16Pair* p) {
    return _mm_castsi128_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  using FloatV::Set;
  static inline T Set(BFloat16Pair pair) {
    return _mm_castsi128_ps(_mm_set1_epi32(static_cast<int>(pair.bits)));
  }
  static inline T Second(T pairs) {
    return _mm_and_ps(pairs, _mm_castsi128_ps(_mm_set1_epi32(static_cast<int>(0xffff0000u))));
  }
  static inline T First(T pairs) {
    return _mm_castsi128_ps(_mm_slli_epi32(_mm_castps_si128(pairs), 16));
  }
  // The lanes of x and w are pairs.
  static inline void AddProduct(T x, T w, T* sum) {
    *sum = _mm_add_ps(*sum, _mm_mul_ps(Second(x), Second(w)));
    *sum = _mm_add_ps(*sum, _mm_mul_ps(First(x), First(w)));
  }
  // In the upper half of each lane; the lower half is 0.
  static inline __m128i Round(T v) {
    const __m128i bits = _mm_castps_si128(v);
    const __m128i odd = _mm_and_si128(_mm_srli_epi32(bits, 16), _mm_set1_epi32(1));
    const __m128i rounded = _mm_add_epi32(bits, _mm_add_epi32(odd, _mm_set1_epi32(0x7fff)));
    const __m128i quiet = _mm_or_si128(bits, _mm_set1_epi32(0x00400000));
    const __m128i nan = _mm_castps_si128(_mm_cmpunord_ps(v, v));
    return _mm_and_si128(_mm_or_si128(_mm_and_si128(nan, quiet), _mm_andnot_si128(nan, rounded)),
                         _mm_set1_epi32(static_cast<int>(0xffff0000u)));
  }
  static inline void StorePairs(BFloat16Pair* p, T low, T high) {
    // Pairs of lanes: the even ones are first, the odd ones second.
    const T a = _mm_castsi128_ps(Round(low));
    const T b = _mm_castsi128_ps(Round(high));
    const __m128i even = _mm_castps_si128(_mm_shuffle_ps(a, b, 0x88));
    const __m128i odd = _mm_castps_si128(_mm_shuffle_ps(a, b, 0xDD));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_or_si128(_mm_srli_epi32(even, 16), odd));
  }
};

}  // namespace
}  // namespace paddle::lite::x86::bf16
