// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_fp16.h"

namespace paddle::lite::arm {
namespace halves {

namespace {

// The bytes of lane kIndex of each half of a vector, four times.
template <int kIndex>
inline uint8x16_t SpreadBytes() {
  constexpr uint8_t kLow = 2 * kIndex;
  constexpr uint8_t kHigh = kLow + 8;
  return uint8x16_t{kLow,  kLow + 1,  kLow,  kLow + 1,  kLow,  kLow + 1,  kLow,  kLow + 1,
                    kHigh, kHigh + 1, kHigh, kHigh + 1, kHigh, kHigh + 1, kHigh, kHigh + 1};
}

template <int kGroup, int kIndex>
inline V::T Spread(V::T x) {
  static_assert(kGroup == 4, "a group is half of a vector");
  return vreinterpretq_f16_u8(vqtbl1q_u8(vreinterpretq_u8_f16(x), SpreadBytes<kIndex>()));
}

}  // namespace

#include "lite/backends/cpu/grouped_f32.inc"

}  // namespace halves

constexpr GroupedF16Kernels kGroupedF16Fp16 = halves::MakeGroupedKernels<6>();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
