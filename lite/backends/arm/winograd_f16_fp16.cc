// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_fp16.h"

namespace paddle::lite::arm {
namespace halves {

#include "lite/backends/cpu/winograd_f32.inc"

}  // namespace halves

// Tiles of 4x4 have ten times the error of direct convolution (docs/design/element-types.md).
constexpr WinogradF16Kernels kWinogradF16Fp16 = halves::MakeWinogradKernels<2>(4, 4, 16, 32);

}  // namespace paddle::lite::arm

#endif  // __aarch64__
