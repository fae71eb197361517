#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {

// Dot products of four bytes, the input without sign: it is stored 128 higher.
struct D : WideAvx2 {
  using Input = uint8_t;
  using Positive = void;
  static constexpr int kGroup = 4;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 128;
  static constexpr int kConverted = 32;

  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return LoadBits(p);
  }
  static inline Sum Dot(Sum sum, __m256i x, Weights w) {
    sum = _mm256_dpbusd_avx_epi32(sum, x, w);
    __asm__("" : "+x"(sum));
    return sum;
  }
  static inline void Convert(const int8_t* src, Input* dst) {
    StoreBits(dst, _mm256_xor_si256(LoadBits(src), _mm256_set1_epi8(-128)));
  }
};

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8AvxVnni = MakeGemmS8Kernels();

}  // namespace paddle::lite::x86
