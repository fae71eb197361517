#include "lite/operators/layer_norm.h"

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class LayerNormKernel final : public CpuKernelFor<operators::LayerNorm> {
 public:
  Status RunOp(const operators::LayerNorm& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t rows = dims.Count(0, op.begin_norm_axis);
    const int64_t width = dims.Count(op.begin_norm_axis, dims.rank());
    const float* x = op.x->data<float>();
    const float* scale = op.scale != nullptr ? op.scale->data<float>() : nullptr;
    const float* bias = op.bias != nullptr ? op.bias->data<float>() : nullptr;
    float* y = op.y->mutable_data<float>();
    float* means = op.mean != nullptr ? op.mean->mutable_data<float>() : nullptr;
    float* variances = op.variance != nullptr ? op.variance->mutable_data<float>() : nullptr;
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ParallelFor(rows, kGrain / (width + 1) + 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t r = begin; r < end; ++r) {
        float mean = 0;
        float variance = 0;
        tables_.vector.standardise(x + r * width, scale, bias, op.epsilon, y + r * width, width,
                                   &mean, &variance);
        if (means != nullptr) means[r] = mean;
        if (variances != nullptr) variances[r] = variance;
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LayerNormKernel, layer_norm);

}  // namespace paddle::lite::kernels::LITE_CPU
