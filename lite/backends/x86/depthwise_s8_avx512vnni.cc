#include <cstdint>
#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx512.h"

namespace paddle::lite::x86 {
namespace {

struct D : WideAvx512 {
  static inline Bits LoadTap(const char *p) { return FlipSigns(LoadBits(p)); }
  static inline Bits UnpackLow8(Bits a, Bits b) { return _mm512_unpacklo_epi8(a, b); }
  static inline Bits UnpackHigh8(Bits a, Bits b) { return _mm512_unpackhi_epi8(a, b); }
  static inline Sum Dot(Sum sum, Bits x, Bits w) { return _mm512_dpbusd_epi32(sum, x, w); }
  // Sum j has channels 4 * j and on of every quarter: a transposition of 128
  // bits.
  static inline void JoinFour(Sum (&s)[4]) {
    const Sum a = _mm512_shuffle_i32x4(s[0], s[1], 0x44);
    const Sum b = _mm512_shuffle_i32x4(s[2], s[3], 0x44);
    const Sum c = _mm512_shuffle_i32x4(s[0], s[1], 0xEE);
    const Sum d = _mm512_shuffle_i32x4(s[2], s[3], 0xEE);
    s[0] = _mm512_shuffle_i32x4(a, b, 0x88);
    s[1] = _mm512_shuffle_i32x4(a, b, 0xDD);
    s[2] = _mm512_shuffle_i32x4(c, d, 0x88);
    s[3] = _mm512_shuffle_i32x4(c, d, 0xDD);
  }
};

}  // namespace

#include "lite/backends/x86/depthwise_line_s8.inc"

constexpr DepthwiseS8Kernels kDepthwiseS8Avx512Vnni =
    MakeLineKernels(&kNarrowDepthwiseS8Avx512Vnni);

}  // namespace paddle::lite::x86
