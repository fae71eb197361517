#include <cstdint>
#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {

struct D : WideAvx2 {
  static inline Bits LoadTap(const char *p) { return FlipSigns(LoadBits(p)); }
  static inline Bits UnpackLow8(Bits a, Bits b) { return _mm256_unpacklo_epi8(a, b); }
  static inline Bits UnpackHigh8(Bits a, Bits b) { return _mm256_unpackhi_epi8(a, b); }
  static inline Sum Dot(Sum sum, Bits x, Bits w) { return _mm256_dpbusd_avx_epi32(sum, x, w); }
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

#include "lite/backends/cpu/depthwise_bytes_s8.inc"

constexpr DepthwiseS8Kernels kDepthwiseS8AvxVnni = MakeDepthwiseBytesS8Kernels(&kDepthwiseS8Avx2);

}  // namespace paddle::lite::x86
