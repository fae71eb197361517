#include "lite/operators/tril_triu.h"

#include <algorithm>

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TrilTriuKernel final : public KernelFor<operators::TrilTriu> {
 public:
  Status RunOp(const operators::TrilTriu& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const int64_t rows = op.x->dims().at(-2);
    const int64_t columns = op.x->dims().at(-1);
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* src = op.x->data<Bits>();
      Bits* dst = op.out->mutable_data<Bits>();
      constexpr int64_t kGrain = 8192;  // elements that justify a thread
      context.pool->ForEach(op.x->numel() / columns, kGrain / columns + 1, [&](int64_t row) {
        // The row's part of the triangle: [begin, end).
        const int64_t diagonal = row % rows + op.diagonal;
        const int64_t begin = op.lower ? 0 : std::clamp<int64_t>(diagonal, 0, columns);
        const int64_t end = op.lower ? std::clamp<int64_t>(diagonal + 1, 0, columns) : columns;
        const Bits* from = src + row * columns;
        Bits* to = dst + row * columns;
        std::fill(to, to + begin, Bits{0});
        if (from != to) std::copy(from + begin, from + end, to + begin);
        std::fill(to + end, to + columns, Bits{0});
      });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, TrilTriuKernel, tril_triu);

}  // namespace paddle::lite::kernels::host
