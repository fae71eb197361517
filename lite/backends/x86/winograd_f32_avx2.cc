#include "lite/backends/x86/simd_avx2.h"
#include "lite/backends/x86/winograd_f32.h"

namespace paddle::lite::x86 {

#include "lite/backends/x86/winograd_f32.inc"

constexpr WinogradF32Kernels kWinogradF32Avx2 = MakeWinogradF32Kernels();

}  // namespace paddle::lite::x86
