#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/sparse_f32.inc"

constexpr SparseF32Kernels kSparseF32Avx512 = MakeSparseF32Kernels();

}  // namespace paddle::lite::x86
