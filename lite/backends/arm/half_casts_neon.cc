#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon_half.h"

namespace paddle::lite::arm {
namespace widened {

#include "lite/backends/cpu/half_casts.inc"

}  // namespace widened

constexpr HalfCastKernels kHalfCastsNeon = widened::MakeHalfCastKernels();

}  // namespace paddle::lite::arm
