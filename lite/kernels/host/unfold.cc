#include "lite/operators/unfold.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class UnfoldKernel final : public KernelFor<operators::Unfold> {
 public:
  Status PrepareOp(const operators::Unfold& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.ResolveGeometry());
    return OkStatus();
  }
  Status RunOp(const operators::Unfold& op, const RunContext& context) override {
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* src = op.x->data<Bits>();
      Bits* dst = op.y->mutable_data<Bits>();
      const int64_t area = g_.h.kernel * g_.w.kernel;
      const int64_t plane = g_.h.in * g_.w.in;
      const int64_t row = g_.h.out * g_.w.out;
      const int64_t rows = op.y->dims()[0] * op.y->dims()[1];
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ForEach(rows, kGrain / row + 1, [&](int64_t r) {
        Row(src + r / area * plane, r % area / g_.w.kernel, r % g_.w.kernel, dst + r * row);
      });
    });
    return OkStatus();
  }

 private:
  // Copies what element (ky, kx) of the window reads at every position.
  template <typename Bits>
  void Row(const Bits* plane, int64_t ky, int64_t kx, Bits* to) const {
    for (int64_t oy = 0; oy < g_.h.out; ++oy) {
      const int64_t y = oy * g_.h.stride - g_.h.pad_begin + ky * g_.h.dilation;
      for (int64_t ox = 0; ox < g_.w.out; ++ox) {
        const int64_t x = ox * g_.w.stride - g_.w.pad_begin + kx * g_.w.dilation;
        const bool inside = y >= 0 && y < g_.h.in && x >= 0 && x < g_.w.in;
        *to++ = inside ? plane[y * g_.w.in + x] : Bits{0};
      }
    }
  }

  operators::Unfold::Geometry g_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, UnfoldKernel, unfold);

}  // namespace paddle::lite::kernels::host
