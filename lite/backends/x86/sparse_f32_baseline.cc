#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/sparse_f32.inc"

constexpr SparseF32Kernels kSparseF32Baseline = MakeSparseF32Kernels();

}  // namespace paddle::lite::x86
