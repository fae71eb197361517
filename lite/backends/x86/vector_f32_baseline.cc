#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/vector_f32.inc"

constexpr VectorF32Kernels kVectorF32Baseline = MakeVectorF32Kernels();

}  // namespace paddle::lite::x86
