#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/winograd_f32.inc"

// Measured; see docs/design/x86-convolution.md.
// Multiplications of 16 tiles take longer than memory takes to deliver the transformed weights.
constexpr WinogradF32Kernels kWinogradF32Avx2 = MakeWinogradKernels<4>(16, 36, 16, 24);

}  // namespace paddle::lite::x86
