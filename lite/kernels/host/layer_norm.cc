#include "lite/operators/layer_norm.h"

#include "lite/core/element.h"
#include "lite/kernels/host/layer_norm_row.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// The parameters of rows, and how many rows justify a thread.
template <typename T>
struct RowNorm {
  explicit RowNorm(const operators::LayerNormBase& op)
      : width(op.width()),
        epsilon(op.epsilon),
        scale(op.scale != nullptr ? op.scale->data<T>() : nullptr),
        bias(op.bias != nullptr ? op.bias->data<T>() : nullptr) {}

  int64_t grain() const { return 2048 / (width + 1) + 1; }
  Moments Run(const T* x, T* y) const { return NormaliseRow(x, width, epsilon, scale, bias, y); }

  const int64_t width;
  const float epsilon;
  const T* const scale;
  const T* const bias;
};

class LayerNormKernel final : public KernelFor<operators::LayerNorm> {
 public:
  Status RunOp(const operators::LayerNorm& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::LayerNorm& op, const RunContext& context) {
    const RowNorm<T> norm(op);
    const T* x = op.x->data<T>();
    T* y = op.y->mutable_data<T>();
    T* means = op.mean != nullptr ? op.mean->mutable_data<T>() : nullptr;
    T* variances = op.variance != nullptr ? op.variance->mutable_data<T>() : nullptr;
    context.pool->ForEach(op.rows(), norm.grain(), [=](int64_t r) {
      const Moments moments = norm.Run(x + r * norm.width, y + r * norm.width);
      if (means != nullptr) means[r] = static_cast<T>(moments.mean);
      if (variances != nullptr) variances[r] = static_cast<T>(moments.variance);
    });
  }
};

class SkipLayerNormKernel final : public KernelFor<operators::SkipLayerNorm> {
 public:
  Status RunOp(const operators::SkipLayerNorm& op, const RunContext& context) override {
    const RowNorm<float> norm(op);
    const float* x = op.x->data<float>();
    const float* y = op.y->data<float>();
    float* out = op.out->mutable_data<float>();
    context.pool->ForEach(op.rows(), norm.grain(), [=](int64_t r) {
      const int64_t begin = r * norm.width;
      for (int64_t i = begin; i < begin + norm.width; ++i) out[i] = x[i] + y[i];
      norm.Run(out + begin, out + begin);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LayerNormKernel, layer_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, LayerNormKernel, layer_norm);
LITE_KERNELS(kHost, kFloat, kNCHW, def, SkipLayerNormKernel, skip_layernorm);

}  // namespace paddle::lite::kernels::host
