// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_fp16.h"

namespace paddle::lite::arm {
namespace halves {

#include "lite/backends/cpu/gemm_f32.inc"

}  // namespace halves

constexpr GemmF16Kernels kGemmF16Fp16 = halves::MakeGemmF32Kernels();
constexpr GemmF16Kernels kGemmF16InOrder = WithInOrderTiles(kGemmF16Fp16, 64);

}  // namespace paddle::lite::arm

#endif  // __aarch64__
