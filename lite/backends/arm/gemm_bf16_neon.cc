#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon_bf16.h"

namespace paddle::lite::arm {
namespace bf16 {

#include "lite/backends/cpu/bf16_casts.inc"
#include "lite/backends/cpu/gemm_f32.inc"

}  // namespace bf16

constexpr GemmBf16Kernels kGemmBf16Neon = bf16::MakeGemmF32Kernels();
constexpr BFloat16CastKernels kBFloat16CastsNeon = bf16::MakeBFloat16CastKernels();

}  // namespace paddle::lite::arm
