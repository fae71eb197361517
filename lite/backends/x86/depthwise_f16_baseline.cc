#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline_half.h"

namespace paddle::lite::x86 {
namespace widened {

#include "lite/backends/cpu/depthwise_f32.inc"

}  // namespace widened

constexpr DepthwiseF16Kernels kDepthwiseF16Baseline = widened::MakeDepthwiseF32Kernels();

}  // namespace paddle::lite::x86
