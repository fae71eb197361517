#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/gemm_w8.inc"

constexpr GemmW8Kernels kGemmW8Avx512 = MakeGemmW8Kernels();

}  // namespace paddle::lite::x86
