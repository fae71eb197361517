// AArch64 has no such level.
#ifndef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/depthwise_f32.inc"

constexpr DepthwiseF32Kernels kDepthwiseF32Vfpv4 = MakeDepthwiseF32Kernels<false>();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
