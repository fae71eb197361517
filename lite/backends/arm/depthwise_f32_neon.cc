#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/depthwise_f32.inc"

// ARMv7 has 16 registers.
constexpr DepthwiseF32Kernels kDepthwiseF32Neon = MakeDepthwiseF32Kernels<sizeof(void*) == 8>();

}  // namespace paddle::lite::arm
