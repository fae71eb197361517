#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/gemm_w8.inc"

constexpr GemmW8Kernels kGemmW8Neon = MakeGemmW8Kernels();

}  // namespace paddle::lite::arm
