#include "lite/backends/arm/simd_neon.h"
#include "lite/backends/arm/vector_f32.h"

namespace paddle::lite::arm {

#include "lite/backends/vector_f32.inc"

constexpr VectorF32Kernels kVectorF32Neon = MakeVectorF32Kernels();

}  // namespace paddle::lite::arm
