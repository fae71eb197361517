#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/gemm_f32.inc"

constexpr GemmF32Kernels kGemmF32Baseline = MakeGemmF32Kernels();

}  // namespace paddle::lite::x86
