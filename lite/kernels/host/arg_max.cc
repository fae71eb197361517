#include "lite/operators/arg_max.h"

#include "lite/core/element.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

template <bool kMax>
class ArgMinMaxKernel final : public KernelWithoutHalf<operators::ArgMinMax> {
 public:
  Status RunOp(const operators::ArgMinMax& op, const RunContext& context) override {
    using Types = NumberTypes::And<uint8_t, int16_t>;
    return VisitElementType<Types>("X", op.x->precision(),
                                   [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::ArgMinMax& op, const RunContext& context) {
    const DDim& dims = op.x->dims();
    int64_t count = op.x->numel();
    int64_t inner = 1;
    if (!op.flatten && dims.rank() > 0) {
      const int axis = static_cast<int>(op.axis < 0 ? op.axis + dims.rank() : op.axis);
      count = dims[axis];
      inner = dims.Count(axis + 1, dims.rank());
    }
    const T* src = op.x->data<T>();
    void* results = op.out->mutable_raw_data();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(op.out->numel(), kGrain / count + 1, [&](int64_t o) {
      const T* line = src + o / inner * count * inner + o % inner;
      // Comparisons with NaN are false: it is never better, and must not be the first.
      int64_t best = 0;
      while (best + 1 < count && !(line[best * inner] == line[best * inner])) ++best;
      T extreme = line[best * inner];
      if (!(extreme == extreme)) best = 0;
      for (int64_t i = best + 1; i < count; ++i) {
        const T value = line[i * inner];
        if (kMax ? value > extreme : value < extreme) {
          extreme = value;
          best = i;
        }
      }
      StoreElement(results, op.out->precision(), o, static_cast<double>(best));
    });
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, ArgMinMaxKernel<true>, arg_max)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ArgMinMaxKernel<true>, arg_max);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ArgMinMaxKernel<false>, arg_min)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ArgMinMaxKernel<false>, arg_min);

}  // namespace paddle::lite::kernels::host
