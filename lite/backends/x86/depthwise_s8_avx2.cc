#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {
using D = WideAvx2;
}  // namespace

#include "lite/backends/cpu/depthwise_s8.inc"

constexpr DepthwiseS8Kernels kDepthwiseS8Avx2 = MakeDepthwiseS8Kernels(&kDepthwiseS8Baseline);

}  // namespace paddle::lite::x86
