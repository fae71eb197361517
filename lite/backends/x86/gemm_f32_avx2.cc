#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/gemm_f32.inc"

// Three or four panels for one row take the same time: the second-level cache is the limit.
constexpr GemmF32Kernels MakeKernels() {
  GemmF32Kernels kernels = MakeGemmF32Kernels();
  AddJoinedTile<1, 2>(&kernels);
  AddJoinedTile<2, 2>(&kernels);
  AddTileRun<1>(&kernels);
  AddTileRun<2>(&kernels);
  AddTileRun<3>(&kernels);
  return kernels;
}

constexpr GemmF32Kernels kGemmF32Avx2 = MakeKernels();

}  // namespace paddle::lite::x86
