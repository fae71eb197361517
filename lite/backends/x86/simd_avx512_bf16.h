// Vectors of 16 floats whose products are those of pairs of bfloat16, with AVX-512 BF16. Included
// only by *_avx512bf16.cc, which includes the kernels in namespace `bf16`.
#pragma once

#include "lite/backends/x86/simd_avx512.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::x86::bf16 {
namespace {

using FloatV = x86::V;

struct V : FloatV {
  using Operand = BFloat16Pair;  // of products

  using FloatV::Load;
  static inline T Load(const BFloat16Pair* p) { return _mm512_loadu_ps(p); }
  using FloatV::Set;
  static inline T Set(BFloat16Pair pair) {
    return _mm512_castsi512_ps(_mm512_set1_epi32(static_cast<int>(pair.bits)));
  }
  // The lanes of x and w are pairs.
  static inline void AddProduct(T x, T w, T* sum) {
    *sum = _mm512_dpbf16_ps(*sum, reinterpret_cast<__m512bh>(x), reinterpret_cast<__m512bh>(w));
  }
  static inline void StorePairs(BFloat16Pair* p, T low, T high) {
    _mm512_storeu_si512(p, reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low)));
  }
};

}  // namespace
}  // namespace paddle::lite::x86::bf16
