#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/vector_f32.inc"

constexpr VectorF32Kernels kVectorF32Neon = MakeVectorF32Kernels();

}  // namespace paddle::lite::arm
