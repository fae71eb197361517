#include "lite/operators/layer_norm.h"

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// The rows of `op` that justify a thread.
inline int64_t RowGrain(const operators::LayerNormBase& op) {
  constexpr int64_t kGrain = 8192;  // elements
  return kGrain / (op.width() + 1) + 1;
}

template <typename Types>
class LayerNormKernel final : public CpuKernelFor<operators::LayerNorm, Types> {
 public:
  using Element = typename Types::Element;

  Status RunOp(const operators::LayerNorm& op, const RunContext& context) override {
    const int64_t width = op.width();
    const Element* x = op.x->data<Element>();
    const float* scale = op.scale != nullptr ? op.scale->data<float>() : nullptr;
    const float* bias = op.bias != nullptr ? op.bias->data<float>() : nullptr;
    Element* y = op.y->mutable_data<Element>();
    Element* means = op.mean != nullptr ? op.mean->mutable_data<Element>() : nullptr;
    Element* variances = op.variance != nullptr ? op.variance->mutable_data<Element>() : nullptr;
    context.pool->ParallelFor(op.rows(), RowGrain(op), [&](int64_t begin, int64_t end, int) {
      for (int64_t r = begin; r < end; ++r) {
        float mean = 0;
        float variance = 0;
        this->tables_.vector.standardise(x + r * width, scale, bias, op.epsilon, y + r * width,
                                         width, &mean, &variance);
        if (means != nullptr) means[r] = Element(mean);
        if (variances != nullptr) variances[r] = Element(variance);
      }
    });
    return OkStatus();
  }
};

// A row is added and normalised while it is in the first-level cache.
template <typename Types>
class SkipLayerNormKernel final : public CpuKernelFor<operators::SkipLayerNorm, Types> {
 public:
  using Element = typename Types::Element;

  Status RunOp(const operators::SkipLayerNorm& op, const RunContext& context) override {
    const auto& vector = this->tables_.vector;
    const auto add = vector.binary[static_cast<int>(backend::BinaryF32::kAdd)];
    const int64_t width = op.width();
    const Element* x = op.x->data<Element>();
    const Element* y = op.y->data<Element>();
    const float* scale = op.scale->data<float>();
    const float* bias = op.bias->data<float>();
    Element* out = op.out->mutable_data<Element>();
    context.pool->ParallelFor(op.rows(), RowGrain(op), [&](int64_t begin, int64_t end, int) {
      for (int64_t at = begin * width; at < end * width; at += width) {
        float mean = 0;
        float variance = 0;
        add(x + at, y + at, out + at, width);
        vector.standardise(out + at, scale, bias, op.epsilon, out + at, width, &mean, &variance);
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LayerNormKernel<F32>, layer_norm);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, LayerNormKernel<F16>, layer_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SkipLayerNormKernel<F32>, skip_layernorm);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, SkipLayerNormKernel<F16>, skip_layernorm)
    .In({"Scale", "Bias"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::LITE_CPU
