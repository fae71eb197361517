#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {

namespace {

template <int kGroup, int kIndex>
inline V::T Spread(V::T x) {
  if constexpr (kGroup == 4) return _mm512_permute_ps(x, kIndex * 0x55);
  constexpr int kNext = kIndex + 8;
  return _mm512_permutexvar_ps(
      _mm512_setr_epi32(kIndex, kIndex, kIndex, kIndex, kIndex, kIndex, kIndex, kIndex, kNext,
                        kNext, kNext, kNext, kNext, kNext, kNext, kNext),
      x);
}

}  // namespace

#include "lite/backends/cpu/grouped_f32.inc"

constexpr GroupedF32Kernels kGroupedF32Avx512 = MakeGroupedKernels<8>();

}  // namespace paddle::lite::x86
