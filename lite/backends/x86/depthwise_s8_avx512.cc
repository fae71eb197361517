#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx512.h"

namespace paddle::lite::x86 {
namespace {
using D = WideAvx512;
}  // namespace

#include "lite/backends/cpu/depthwise_s8.inc"

constexpr DepthwiseS8Kernels kDepthwiseS8Avx512 = MakeDepthwiseS8Kernels(&kDepthwiseS8Avx2);

}  // namespace paddle::lite::x86
