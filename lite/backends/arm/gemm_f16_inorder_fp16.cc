// The same as gemm_f32_inorder_neon.cc for float16.
#ifdef __aarch64__

#include <type_traits>
#include <utility>

#include "lite/backends/arm/in_order_neon.h"
#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_fp16.h"

namespace paddle::lite::arm {
namespace halves {

#include "lite/backends/cpu/gemm_f32.inc"

namespace {

struct InOrderV : V {
  static constexpr int kSteps = 8;
  template <int kLane>
  static inline T Multiply(T w, T x, T sum) {
    __asm__ __volatile__("fmla %0.8h, %1.8h, %2.h[%3]" : "+w"(sum) : "w"(w), "x"(x), "i"(kLane));
    return sum;
  }
  template <int kRows>
  LITE_INLINE void AddSteps(T (&acc)[kRows][2], const HalfBits* (&row)[kRows],
                            const HalfBits** weights, int64_t steps) {
    AddInOrder<InOrderV>(acc, row, weights, steps);
  }
};

}  // namespace
}  // namespace halves

void RunInOrderTile4(const GemmTileF16* t) { halves::RunTileByLanes<halves::InOrderV, 4, 2>(t); }
void RunInOrderTile5(const GemmTileF16* t) { halves::RunTileByLanes<halves::InOrderV, 5, 2>(t); }
void RunInOrderTile6(const GemmTileF16* t) { halves::RunTileByLanes<halves::InOrderV, 6, 2>(t); }
void RunInOrderTile7(const GemmTileF16* t) { halves::RunTileByLanes<halves::InOrderV, 7, 2>(t); }
void RunInOrderTile8(const GemmTileF16* t) { halves::RunTileByLanes<halves::InOrderV, 8, 2>(t); }

}  // namespace paddle::lite::arm

#endif  // __aarch64__
