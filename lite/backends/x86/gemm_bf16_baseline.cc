#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline_bf16.h"

namespace paddle::lite::x86 {
namespace bf16 {

#include "lite/backends/cpu/bf16_casts.inc"
#include "lite/backends/cpu/gemm_f32.inc"

}  // namespace bf16

constexpr GemmBf16Kernels kGemmBf16Baseline = bf16::MakeGemmF32Kernels();
constexpr BFloat16CastKernels kBFloat16CastsBaseline = bf16::MakeBFloat16CastKernels();

}  // namespace paddle::lite::x86
