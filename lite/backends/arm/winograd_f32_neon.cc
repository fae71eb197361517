#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/winograd_f32.inc"

// From instruction counts: 7x7 outputs and 32 channels suffice, and half as many on ARMv7, whose
// smaller tiles spend more on finding the rows of windows.
constexpr int64_t kMinInputs = 16;
constexpr WinogradF32Kernels kWinogradF32Neon = MakeWinogradKernels<4>(4, kMinInputs, 32);

}  // namespace paddle::lite::arm
