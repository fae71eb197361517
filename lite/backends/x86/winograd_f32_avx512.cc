#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/winograd_f32.inc"

// Measured; see docs/design/x86-convolution.md.
constexpr WinogradF32Kernels kWinogradF32Avx512 = MakeWinogradKernels<4>(36, 36, 16, 24);

}  // namespace paddle::lite::x86
