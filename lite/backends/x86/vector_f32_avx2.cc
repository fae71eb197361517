#include "lite/backends/x86/simd_avx2.h"
#include "lite/backends/x86/vector_f32.h"

namespace paddle::lite::x86 {

#include "lite/backends/vector_f32.inc"

constexpr VectorF32Kernels kVectorF32Avx2 = MakeVectorF32Kernels();

}  // namespace paddle::lite::x86
