#include "lite/operators/one_hot.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class OneHotKernel final : public KernelFor<operators::OneHotBase> {
 public:
  Status RunOp(const operators::OneHotBase& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto index) {
      return VisitElementType(op.out->precision(), [&](auto element) {
        return RunTyped<typename decltype(index)::Type, typename decltype(element)::Type>(op,
                                                                                          context);
      });
    });
  }

 private:
  template <typename I, typename T>
  static Status RunTyped(const operators::OneHotBase& op, const RunContext& context) {
    const I* x = op.x->data<I>();
    const int64_t count = op.x->numel();
    const int64_t depth = op.out->dims().at(-1);
    if (!op.allow_out_of_range) {
      for (int64_t i = 0; i < count; ++i) {
        if (x[i] < 0 || x[i] >= depth) {
          return OutOfRange("X: ", x[i], " at position ", i, " is outside of depth ", depth);
        }
      }
    }
    T* out = op.out->mutable_data<T>();
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ForEach(count, kGrain / depth + 1, [=](int64_t i) {
      T* row = out + i * depth;
      std::memset(row, 0, static_cast<size_t>(depth) * sizeof(T));
      if (x[i] >= 0 && x[i] < depth) row[x[i]] = static_cast<T>(1);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, OneHotKernel, one_hot, one_hot_v2)
    .In({"depth_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
