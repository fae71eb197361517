#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline_half.h"

namespace paddle::lite::x86 {
namespace widened {

#include "lite/backends/cpu/pool_f32.inc"

}  // namespace widened

constexpr PoolF16Kernels kPoolF16Baseline = widened::MakePoolF32Kernels();

}  // namespace paddle::lite::x86
