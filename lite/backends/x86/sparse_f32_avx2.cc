#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/sparse_f32.inc"

constexpr SparseF32Kernels kSparseF32Avx2 = MakeSparseF32Kernels();

}  // namespace paddle::lite::x86
