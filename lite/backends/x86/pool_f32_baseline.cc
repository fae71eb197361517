#include "lite/backends/x86/pool_f32.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/x86/pool_f32.inc"

constexpr PoolF32Kernels kPoolF32Baseline = MakePoolF32Kernels();

}  // namespace paddle::lite::x86
