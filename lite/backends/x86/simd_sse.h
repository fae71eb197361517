// What all levels compute with SSE. Included only by simd_*.h.
#pragma once

#include <emmintrin.h>

#include <cstdint>

namespace paddle::lite::x86 {
namespace {

// dst[c * dst_stride + r] = src[r * src_stride + c] for 4 rows of 4 floats.
inline void TransposeSse(const float* src, int64_t src_stride, float* dst, int64_t dst_stride) {
  const __m128 a = _mm_loadu_ps(src);
  const __m128 b = _mm_loadu_ps(src + src_stride);
  const __m128 c = _mm_loadu_ps(src + 2 * src_stride);
  const __m128 d = _mm_loadu_ps(src + 3 * src_stride);
  const __m128 ab_low = _mm_unpacklo_ps(a, b);
  const __m128 ab_high = _mm_unpackhi_ps(a, b);
  const __m128 cd_low = _mm_unpacklo_ps(c, d);
  const __m128 cd_high = _mm_unpackhi_ps(c, d);
  _mm_storeu_ps(dst, _mm_movelh_ps(ab_low, cd_low));
  _mm_storeu_ps(dst + dst_stride, _mm_movehl_ps(cd_low, ab_low));
  _mm_storeu_ps(dst + 2 * dst_stride, _mm_movelh_ps(ab_high, cd_high));
  _mm_storeu_ps(dst + 3 * dst_stride, _mm_movehl_ps(cd_high, ab_high));
}

}  // namespace
}  // namespace paddle::lite::x86
