#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/gemm_f32.inc"

constexpr GemmF32Kernels kGemmF32Neon = MakeGemmF32Kernels();

#ifdef __aarch64__
constexpr GemmF32Kernels kGemmF32InOrder = WithInOrderTiles(kGemmF32Neon, 8);
#endif

}  // namespace paddle::lite::arm
