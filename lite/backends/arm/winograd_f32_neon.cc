#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/winograd_f32.inc"

// From instruction counts: 7x7 outputs, 16 input and 32 output channels suffice.
constexpr WinogradF32Kernels kWinogradF32Neon = MakeWinogradKernels<4>(4, 4, 16, 32);

}  // namespace paddle::lite::arm
