#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {

#include "lite/backends/cpu/gemm_f32.inc"

constexpr GemmF32Kernels MakeKernels() {
  GemmF32Kernels kernels = MakeGemmF32Kernels();
  AddJoinedTile<1, 2>(&kernels);
  return kernels;
}

constexpr GemmF32Kernels kGemmF32Avx512 = MakeKernels();

}  // namespace paddle::lite::x86
