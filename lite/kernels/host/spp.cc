#include "lite/operators/spp.h"

#include <limits>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SppKernel final : public KernelFor<operators::Spp> {
 public:
  Status RunOp(const operators::Spp& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const DDim& dims = op.x->dims();
      const int64_t width = op.out->dims()[1];
      int64_t first = 0;  // column of a level
      for (int level = 0; level < op.pyramid_height; ++level) {
        const operators::PoolGeometry g = op.Level(level);
        const int64_t windows = g.h.out * g.w.out;
        context.pool->ForEach(dims[0] * dims[1], 1, [&](int64_t plane) {
          Plane(g, op.pooling_type == "max", op.x->data<T>() + plane * dims[2] * dims[3],
                op.out->mutable_data<T>() + plane / dims[1] * width + first +
                    plane % dims[1] * windows);
        });
        first += dims[1] * windows;
      }
    });
  }

 private:
  template <typename T>
  static void Plane(const operators::PoolGeometry& g, bool is_max, const T* src, T* dst) {
    for (int64_t oy = 0; oy < g.h.out; ++oy) {
      const auto h = g.WindowOf(g.h, oy);
      for (int64_t ox = 0; ox < g.w.out; ++ox) {
        const auto w = g.WindowOf(g.w, ox);
        T largest = std::numeric_limits<float>::lowest();  // also of doubles, as in Paddle
        double sum = 0;
        for (int64_t y = h.begin; y < h.end; ++y) {
          for (int64_t i = y * g.w.in + w.begin; i < y * g.w.in + w.end; ++i) {
            if (src[i] > largest || src[i] != src[i]) largest = src[i];  // NaN is kept
            sum += src[i];
          }
        }
        *dst++ = is_max ? largest : static_cast<T>(sum / static_cast<double>(g.Divisor(h, w)));
      }
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SppKernel, spp);

}  // namespace paddle::lite::kernels::host
