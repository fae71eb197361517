#include "lite/operators/sampling_id.h"

#include <chrono>
#include <cmath>
#include <random>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SamplingIdKernel final : public KernelFor<operators::SamplingId> {
 public:
  Status RunOp(const operators::SamplingId& op, const RunContext&) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op); });
  }

 private:
  template <typename T>
  void RunTyped(ElementTag<T>, const operators::SamplingId& op) {
    // Paddle reads the attribute as an unsigned number.
    if (op.seed != 0) engine_.seed(static_cast<uint32_t>(op.seed));
    const int64_t width = op.x->dims()[1];
    const T* row = op.x->data<T>();
    for (int64_t b = 0; b < op.x->dims()[0]; ++b, row += width) {
      // Not std::uniform_real_distribution, whose numbers depend on the library.
      const T unit = static_cast<T>(engine_()) * static_cast<T>(0x1p-64);
      T rest = (unit < 1 ? unit : std::nextafter(T(1), T(0))) * static_cast<T>(op.max - op.min) +
               static_cast<T>(op.min);
      int64_t index = 0;
      for (; index < width - 1; ++index) {
        rest -= row[index];
        if (rest < 0) break;
      }
      op.out->mutable_data<int64_t>()[b] = index;
    }
  }

  std::mt19937_64 engine_{
      static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())};
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SamplingIdKernel, sampling_id)
    .Out({"Out"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
