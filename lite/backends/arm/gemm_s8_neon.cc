#include <type_traits>
#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {
using D = WideNeon;
}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Neon = MakeGemmS8Kernels();

}  // namespace paddle::lite::arm
