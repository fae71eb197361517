#include <type_traits>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {
using D = WideNeon;
}  // namespace

#include "lite/backends/cpu/vector_s8.inc"

constexpr VectorS8Kernels kVectorS8Neon = MakeVectorS8Kernels();

}  // namespace paddle::lite::arm
