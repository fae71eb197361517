#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon_half.h"

namespace paddle::lite::arm {
namespace widened {

#include "lite/backends/cpu/depthwise_f32.inc"

}  // namespace widened

constexpr DepthwiseF16Kernels kDepthwiseF16Neon =
    widened::MakeDepthwiseF32Kernels<sizeof(void*) == 8>();

}  // namespace paddle::lite::arm
