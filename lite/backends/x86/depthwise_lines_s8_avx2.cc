#include <cstdint>
#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {

// For inputs without negative values.
struct D : TapsAvx2 {
  static inline Bits LoadTap(const char* p) { return LoadBits(p); }
  static inline Sum Dot(Sum sum, Bits x, Bits w) { return PositiveAvx2::Dot(sum, x, w); }
};

}  // namespace

#include "lite/backends/x86/depthwise_line_s8.inc"

constexpr DepthwiseS8Kernels kPositiveLinesS8Avx2 = MakeLineKernels(nullptr);

}  // namespace paddle::lite::x86
