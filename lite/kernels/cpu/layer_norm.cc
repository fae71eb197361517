#include "lite/operators/layer_norm.h"

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class LayerNormKernel final : public CpuKernelFor<operators::LayerNorm, Types> {
 public:
  using Element = typename Types::Element;

  Status RunOp(const operators::LayerNorm& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t rows = dims.Count(0, op.begin_norm_axis);
    const int64_t width = dims.Count(op.begin_norm_axis, dims.rank());
    const Element* x = op.x->data<Element>();
    const float* scale = op.scale != nullptr ? op.scale->data<float>() : nullptr;
    const float* bias = op.bias != nullptr ? op.bias->data<float>() : nullptr;
    Element* y = op.y->mutable_data<Element>();
    Element* means = op.mean != nullptr ? op.mean->mutable_data<Element>() : nullptr;
    Element* variances = op.variance != nullptr ? op.variance->mutable_data<Element>() : nullptr;
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ParallelFor(rows, kGrain / (width + 1) + 1, [&](int64_t begin, int64_t end, int) {
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

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LayerNormKernel<F32>, layer_norm);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, LayerNormKernel<F16>, layer_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::LITE_CPU
