#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline_half.h"

namespace paddle::lite::x86 {
namespace widened {

#include "lite/backends/cpu/half_casts.inc"

}  // namespace widened

constexpr HalfCastKernels kHalfCastsBaseline = widened::MakeHalfCastKernels();

}  // namespace paddle::lite::x86
