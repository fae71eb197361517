// AArch64 has no such level.
#ifndef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon_half.h"

namespace paddle::lite::arm {
namespace widened {

#include "lite/backends/cpu/depthwise_f32.inc"

}  // namespace widened

constexpr DepthwiseF16Kernels kDepthwiseF16Vfpv4 = widened::MakeDepthwiseF32Kernels<false>();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
