#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/pool_f32.inc"

constexpr PoolF32Kernels kPoolF32Avx2 = MakePoolF32Kernels();

}  // namespace paddle::lite::x86
