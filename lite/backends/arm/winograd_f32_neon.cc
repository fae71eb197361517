#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/winograd_f32.inc"

// From instruction counts: 7x7 outputs and 32 channels suffice.
constexpr WinogradF32Kernels kWinogradF32Neon = MakeWinogradKernels<4>(4, 32, 32);

}  // namespace paddle::lite::arm
