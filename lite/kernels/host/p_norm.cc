#include "lite/operators/p_norm.h"

#include "lite/core/element.h"
#include "lite/kernels/host/norm_of_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PNormKernel final : public KernelFor<operators::PNorm> {
 public:
  Status RunOp(const operators::PNorm& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::PNorm& op, const RunContext& context) {
    const DDim& dims = op.x->dims();
    int64_t count = op.x->numel();
    int64_t inner = 1;
    if (!op.asvector) {
      LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
      count = dims[axis];
      inner = dims.Count(axis + 1, dims.rank());
    }
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    const double p = op.porder;
    constexpr int64_t kGrain = 1024;  // elements that justify a thread
    context.pool->ForEach(op.x->numel() / count, kGrain / count + 1, [=](int64_t o) {
      const T* line = src + o / inner * count * inner + o % inner;
      NormOfOrder norm(p);
      for (int64_t i = 0; i < count; ++i) norm.Take(static_cast<double>(line[i * inner]));
      dst[o] = static_cast<T>(norm.Value());
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, PNormKernel, p_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, PNormKernel, p_norm);

}  // namespace paddle::lite::kernels::host
