#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/gemm_w8.inc"

constexpr GemmW8Kernels kGemmW8Baseline = MakeGemmW8Kernels();

}  // namespace paddle::lite::x86
