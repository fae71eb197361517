#include "lite/operators/topk_pooling.h"

#include <algorithm>
#include <functional>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TopkPoolingKernel final : public KernelFor<operators::TopkPooling> {
 public:
  Status PrepareOp(const operators::TopkPooling& op, PrepareContext* context) override {
    const size_t values = static_cast<size_t>(op.x->dims().Count(2, 4));
    scratch_ = context->BookScratch(values * PrecisionTypeLength(op.x->precision()));
    return OkStatus();
  }
  Status RunOp(const operators::TopkPooling& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      RunTyped(op, op.x->data<typename decltype(type)::Type>(), context);
    });
  }

 private:
  template <typename T>
  void RunTyped(const operators::TopkPooling& op, const T* map, const RunContext& context) const {
    const DDim& dims = op.x->dims();
    T* const values = reinterpret_cast<T*>(context.scratch + scratch_);
    T* out = op.out->mutable_data<T>();
    for (int64_t n = 0; n < dims[0]; ++n) {
      const int64_t height = operators::TopkPooling::SizeOf(*op.y, n);
      const int64_t width = operators::TopkPooling::SizeOf(*op.x, n);
      for (int64_t c = 0; c < dims[1]; ++c, map += dims[2] * dims[3], out += op.top_k) {
        T* end = values;
        for (int64_t h = 0; h < height; ++h) end = std::copy_n(map + h * dims[3], width, end);
        const int64_t count = std::min<int64_t>(op.top_k, end - values);
        // NaN comes last.
        std::partial_sort(values, values + count, end,
                          [](T a, T b) { return b != b ? a == a : a > b; });
        std::fill(std::copy_n(values, count, out), out + op.top_k, T(0));
      }
    }
  }

  size_t scratch_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, TopkPoolingKernel, topk_pooling)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
