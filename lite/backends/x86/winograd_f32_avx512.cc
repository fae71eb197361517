#include "lite/backends/x86/simd_avx512.h"
#include "lite/backends/x86/winograd_f32.h"
#include "lite/backends/x86/winograd_f32.inc"

namespace paddle::lite::x86 {

constexpr WinogradF32Kernels kWinogradF32Avx512 = MakeWinogradF32Kernels();

}  // namespace paddle::lite::x86
