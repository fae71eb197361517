// The array kernels of ARM.
#pragma once

#include "lite/backends/vector_f32.h"

namespace paddle::lite::arm {

using namespace simd;  // NOLINT: the interface is the same for all CPU targets

extern const VectorF32Kernels kVectorF32Neon;

}  // namespace paddle::lite::arm
