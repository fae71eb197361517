#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx512.h"

namespace paddle::lite::x86 {
namespace {

// Dot products of four bytes, the input without sign: it is stored 128 higher.
struct D : WideAvx512 {
  using Input = uint8_t;
  using StoredWeight = int8_t;
  using Positive = void;
  static constexpr int kGroup = 4;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 128;
  static constexpr int kConverted = 64;

  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return LoadBits(p);
  }
  static inline Sum Dot(Sum sum, __m512i x, Weights w) {
    sum = _mm512_dpbusd_epi32(sum, x, w);
    __asm__("" : "+v"(sum));
    return sum;
  }
  static inline void Convert(const int8_t* src, Input* dst) {
    StoreBits(dst, _mm512_xor_si512(LoadBits(src), _mm512_set1_epi8(-128)));
  }
};

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Avx512Vnni = MakeGemmS8Kernels();

}  // namespace paddle::lite::x86
