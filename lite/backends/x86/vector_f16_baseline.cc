#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_baseline_half.h"

namespace paddle::lite::x86 {
namespace widened {

#include "lite/backends/cpu/vector_f32.inc"

}  // namespace widened

constexpr VectorF16Kernels kVectorF16Baseline = widened::MakeVectorF32Kernels();

}  // namespace paddle::lite::x86
