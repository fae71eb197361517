#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {

struct D : OffsetBytes<WideAvx2> {
  static inline Sum Dot(Sum sum, Bits x, Weights w) {
    sum = _mm256_dpbusd_avx_epi32(sum, x, w);
    __asm__("" : "+v"(sum));
    return sum;
  }
};

}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8AvxVnni = MakeGemmS8Kernels();

}  // namespace paddle::lite::x86
