#include "lite/operators/bincount.h"

#include <algorithm>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/given_output.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class BincountKernel final : public KernelFor<operators::Bincount> {
 public:
  Status RunOp(const operators::Bincount& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto type) -> Status {
      using X = typename decltype(type)::Type;
      const X* x = op.x->data<X>();
      const int64_t count = op.x->numel();
      int64_t size = count == 0 ? 0 : op.minlength;
      for (int64_t i = 0; i < count; ++i) {
        if (x[i] < 0 || x[i] == INT64_MAX)
          return OutOfRange("X: ", x[i], " at position ", i, " cannot be counted");
        size = std::max(size, static_cast<int64_t>(x[i]) + 1);
      }
      const Result<int64_t> checked = CheckedElementCount(DDim{size});
      if (!checked.ok())
        return OutOfRange("X or minlength: a result of ", size, " elements is too large");
      LITE_RETURN_IF_ERROR(GiveOutput(DDim{size}, op.out->precision(), op.out));
      if (op.weights == nullptr) {
        int64_t* out = op.out->mutable_data<int64_t>();
        std::fill_n(out, size, int64_t{0});
        for (int64_t i = 0; i < count; ++i) ++out[x[i]];
        return OkStatus();
      }
      return VisitElementType<NumberTypes>("Weights", op.weights->precision(), [&](auto weight) {
        using W = typename decltype(weight)::Type;
        using Sum = std::conditional_t<std::is_same_v<W, float>, float, double>;
        const W* weights = op.weights->data<W>();
        Sum* out = op.out->mutable_data<Sum>();
        std::fill_n(out, size, Sum{0});
        for (int64_t i = 0; i < count; ++i) out[x[i]] += static_cast<Sum>(weights[i]);
      });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, BincountKernel, bincount);

}  // namespace paddle::lite::kernels::host
