#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx512.h"

namespace paddle::lite::x86 {
namespace {
using D = WideAvx512;
}  // namespace

#include "lite/backends/cpu/gemm_s8.inc"

constexpr GemmS8Kernels kGemmS8Avx512 = MakeGemmS8Kernels();

}  // namespace paddle::lite::x86
