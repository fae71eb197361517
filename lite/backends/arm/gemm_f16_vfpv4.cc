// AArch64 has no such level.
#ifndef __aarch64__

#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon_half.h"

namespace paddle::lite::arm {
namespace widened {

#include "lite/backends/cpu/gemm_f32.inc"

}  // namespace widened

constexpr GemmF16Kernels kGemmF16Vfpv4 = widened::MakeGemmF32Kernels();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
