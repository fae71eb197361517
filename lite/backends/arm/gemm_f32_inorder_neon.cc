// The tiles of cores that execute in order: panels of two vectors, whose sums leave registers for
// the rows and weights of a whole round. Compiled without the allocator of gemm_f32_neon.cc, which
// copies registers in these loops.
#ifdef __aarch64__

#include <type_traits>
#include <utility>

#include "lite/backends/arm/in_order_neon.h"
#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_neon.h"

namespace paddle::lite::arm {

#include "lite/backends/cpu/gemm_f32.inc"

namespace {

struct InOrderV : V {
  static constexpr int kSteps = 4;
  template <int kLane>
  static inline T Multiply(T w, T x, T sum) {
    __asm__ __volatile__("fmla %0.4s, %1.4s, %2.s[%3]" : "+w"(sum) : "w"(w), "w"(x), "i"(kLane));
    return sum;
  }
  template <int kRows>
  LITE_INLINE void AddSteps(T (&acc)[kRows][2], const float* (&row)[kRows], const float** weights,
                            int64_t steps) {
    AddInOrder<InOrderV>(acc, row, weights, steps);
  }
};

}  // namespace

void RunInOrderTile4(const GemmTileF32* t) { RunTileByLanes<InOrderV, 4, 2>(t); }
void RunInOrderTile5(const GemmTileF32* t) { RunTileByLanes<InOrderV, 5, 2>(t); }
void RunInOrderTile6(const GemmTileF32* t) { RunTileByLanes<InOrderV, 6, 2>(t); }
void RunInOrderTile7(const GemmTileF32* t) { RunTileByLanes<InOrderV, 7, 2>(t); }
void RunInOrderTile8(const GemmTileF32* t) { RunTileByLanes<InOrderV, 8, 2>(t); }

}  // namespace paddle::lite::arm

#endif  // __aarch64__
