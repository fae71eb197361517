#include <cstdint>
#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {

struct D : TapsAvx2 {
  static inline Sum Dot(Sum sum, Bits x, Bits w) { return _mm256_dpbusd_avx_epi32(sum, x, w); }
};

}  // namespace

#include "lite/backends/x86/depthwise_line_s8.inc"

constexpr DepthwiseS8Kernels kDepthwiseS8AvxVnni = MakeLineKernels(&kDepthwiseS8Avx2);

}  // namespace paddle::lite::x86
