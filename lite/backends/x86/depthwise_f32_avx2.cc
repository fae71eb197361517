#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/depthwise_f32.inc"

constexpr DepthwiseF32Kernels kDepthwiseF32Avx2 = MakeDepthwiseF32Kernels<false, true>();

}  // namespace paddle::lite::x86
