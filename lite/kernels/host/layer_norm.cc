#include "lite/operators/layer_norm.h"

#include "lite/core/element.h"
#include "lite/kernels/host/layer_norm_row.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class LayerNormKernel final : public KernelFor<operators::LayerNorm> {
 public:
  Status RunOp(const operators::LayerNorm& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::LayerNorm& op, const RunContext& context) {
    const DDim& dims = op.x->dims();
    const int64_t rows = dims.Count(0, op.begin_norm_axis);
    const int64_t width = dims.Count(op.begin_norm_axis, dims.rank());
    const T* x = op.x->data<T>();
    const T* scale = op.scale != nullptr ? op.scale->data<T>() : nullptr;
    const T* bias = op.bias != nullptr ? op.bias->data<T>() : nullptr;
    T* y = op.y->mutable_data<T>();
    T* means = op.mean != nullptr ? op.mean->mutable_data<T>() : nullptr;
    T* variances = op.variance != nullptr ? op.variance->mutable_data<T>() : nullptr;
    const float epsilon = op.epsilon;
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(rows, kGrain / (width + 1) + 1, [=](int64_t r) {
      const Moments moments =
          NormaliseRow(x + r * width, width, epsilon, scale, bias, y + r * width);
      if (means != nullptr) means[r] = static_cast<T>(moments.mean);
      if (variances != nullptr) variances[r] = static_cast<T>(moments.variance);
    });
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LayerNormKernel, layer_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, LayerNormKernel, layer_norm);

}  // namespace paddle::lite::kernels::host
