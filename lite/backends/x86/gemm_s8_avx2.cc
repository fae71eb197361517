#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {
using D = WideAvx2;
}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Avx2 = MakeGemmS8Kernels();

}  // namespace paddle::lite::x86
