#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/sparse_f32.inc"

constexpr SparseF32Kernels kSparseF32Neon = MakeSparseF32Kernels();

}  // namespace paddle::lite::arm
