#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/pool_f32.inc"

constexpr PoolF32Kernels kPoolF32Neon = MakePoolF32Kernels();

}  // namespace paddle::lite::arm
