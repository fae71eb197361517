#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/depthwise_f32.inc"

constexpr DepthwiseF32Kernels kDepthwiseF32Baseline = MakeDepthwiseF32Kernels();

}  // namespace paddle::lite::x86
