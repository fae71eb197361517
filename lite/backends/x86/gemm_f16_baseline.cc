#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline_half.h"

namespace paddle::lite::x86 {
namespace widened {

#include "lite/backends/cpu/gemm_f32.inc"

}  // namespace widened

constexpr GemmF16Kernels kGemmF16Baseline = widened::MakeGemmF32Kernels();

}  // namespace paddle::lite::x86
