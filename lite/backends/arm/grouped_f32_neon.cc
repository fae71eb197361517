#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

namespace {

template <int kGroup, int kIndex>
inline V::T Spread(V::T x) {
  static_assert(kGroup == 4, "a group is a vector");
  return vdupq_lane_f32(kIndex < 2 ? vget_low_f32(x) : vget_high_f32(x), kIndex % 2);
}

}  // namespace

#include "lite/backends/cpu/grouped_f32.inc"

constexpr GroupedF32Kernels kGroupedF32Neon = MakeGroupedKernels<6>();

}  // namespace paddle::lite::arm
