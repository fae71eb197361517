#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {
using D = BytesNeon;
}  // namespace

#include "lite/backends/arm/depthwise_line_s8.inc"

constexpr DepthwiseS8Kernels kDepthwiseS8Neon = MakeLineKernels();

}  // namespace paddle::lite::arm
