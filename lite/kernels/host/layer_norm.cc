#include "lite/operators/layer_norm.h"

#include "lite/kernels/host/moments.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class LayerNormKernel final : public KernelFor<operators::LayerNorm> {
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
    const float epsilon = op.epsilon;
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(rows, kGrain / (width + 1) + 1, [=](int64_t r) {
      const float* src = x + r * width;
      float* dst = y + r * width;
      const Moments moments = MomentsOf(src, 1, width, width);
      const double factor = moments.InverseDeviation(epsilon);
      for (int64_t i = 0; i < width; ++i) {
        const float value = static_cast<float>((src[i] - moments.mean) * factor);
        const float scaled = scale != nullptr ? value * scale[i] : value;
        dst[i] = bias != nullptr ? scaled + bias[i] : scaled;
      }
      if (means != nullptr) means[r] = static_cast<float>(moments.mean);
      if (variances != nullptr) variances[r] = static_cast<float>(moments.variance);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LayerNormKernel, layer_norm);

}  // namespace paddle::lite::kernels::host
