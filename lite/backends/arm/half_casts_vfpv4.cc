// AArch64 has no such level.
#ifndef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon_half.h"

namespace paddle::lite::arm {
namespace widened {

#include "lite/backends/cpu/half_casts.inc"

}  // namespace widened

constexpr HalfCastKernels kHalfCastsVfpv4 = widened::MakeHalfCastKernels();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
