#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/depthwise_f32.inc"

constexpr DepthwiseF32Kernels kDepthwiseF32Neon = MakeDepthwiseF32Kernels();

}  // namespace paddle::lite::arm
