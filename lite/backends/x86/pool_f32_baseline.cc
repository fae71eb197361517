#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/pool_f32.inc"

constexpr PoolF32Kernels kPoolF32Baseline = MakePoolF32Kernels();

}  // namespace paddle::lite::x86
