#include <type_traits>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {
using D = WideAvx2;
}  // namespace

#include "lite/backends/cpu/vector_s8.inc"

constexpr VectorS8Kernels kVectorS8Avx2 = MakeVectorS8Kernels();

}  // namespace paddle::lite::x86
