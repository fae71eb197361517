#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx2.h"

namespace paddle::lite::x86 {

namespace {

template <int kGroup, int kIndex>
inline V::T Spread(V::T x) {
  static_assert(kGroup == 4, "a group is half of a vector");
  return _mm256_permute_ps(x, kIndex * 0x55);
}

}  // namespace

#include "lite/backends/cpu/grouped_f32.inc"

constexpr GroupedF32Kernels kGroupedF32Avx2 = MakeGroupedKernels<6>();

}  // namespace paddle::lite::x86
