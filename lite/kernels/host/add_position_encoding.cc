#include "lite/operators/add_position_encoding.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AddPositionEncodingKernel final : public KernelFor<operators::AddPositionEncoding> {
 public:
  Status RunOp(const operators::AddPositionEncoding& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      operators::ForEachSequence(
          *op.x, [&](int64_t begin, int64_t end) { Sequence<T>(op, begin, end, context); });
    });
  }

 private:
  template <typename T>
  static void Sequence(const operators::AddPositionEncoding& op, int64_t begin, int64_t end,
                       const RunContext& context) {
    const int64_t width = op.x->dims()[op.x->lod().empty() ? 2 : 1];
    const int64_t half = width / 2;
    const T* x = op.x->data<T>() + begin * width;
    T* out = op.out->mutable_data<T>() + begin * width;
    const T alpha = op.alpha;
    const T beta = op.beta;
    constexpr int64_t kGrain = 512;  // elements that justify a thread: powers are slow
    context.pool->ForEach(end - begin, kGrain / (width + 1) + 1, [=](int64_t t) {
      for (int64_t k = 0; k < half; ++k) {
        // One angle only: the exponent has no divisor, and Paddle divides by the base.
        const double exponent =
            half > 1 ? static_cast<double>(k) / static_cast<double>(half - 1) : 1.0;
        const T angle = static_cast<T>(static_cast<double>(t) / std::pow(10000.0, exponent));
        const int64_t i = t * width + k;
        out[i] = x[i] * alpha + std::sin(angle) * beta;
        out[i + half] = x[i + half] * alpha + std::cos(angle) * beta;
      }
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, AddPositionEncodingKernel, add_position_encoding);

}  // namespace paddle::lite::kernels::host
