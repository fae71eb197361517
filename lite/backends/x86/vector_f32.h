// The array kernels of x86, by instruction-set level.
#pragma once

#include "lite/backends/vector_f32.h"

namespace paddle::lite::x86 {

using namespace simd;  // NOLINT: the interface is the same for all CPU targets

extern const VectorF32Kernels kVectorF32Baseline;
extern const VectorF32Kernels kVectorF32Avx2;
extern const VectorF32Kernels kVectorF32Avx512;

}  // namespace paddle::lite::x86
