// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_fp16.h"

namespace paddle::lite::arm {
namespace halves {

#include "lite/backends/cpu/depthwise_f32.inc"

}  // namespace halves

constexpr DepthwiseF16Kernels kDepthwiseF16Fp16 = halves::MakeDepthwiseF32Kernels<true>();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
