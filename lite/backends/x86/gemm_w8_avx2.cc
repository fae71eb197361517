#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/gemm_w8.inc"

constexpr GemmW8Kernels kGemmW8Avx2 = MakeGemmW8Kernels();

}  // namespace paddle::lite::x86
