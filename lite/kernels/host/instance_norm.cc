#include "lite/operators/instance_norm.h"

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/moments.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class InstanceNormKernel final : public KernelFor<operators::InstanceNorm> {
 public:
  static Status Supports(const operators::InstanceNorm& op) {
    return op.activation.CheckElements(op.x->precision());
  }

  Status PrepareOp(const operators::InstanceNorm& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    return OkStatus();
  }

  Status RunOp(const operators::InstanceNorm& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const DDim& dims = op.x->dims();
    const int64_t channels = dims[1];
    const int64_t pixels = dims.Count(2, dims.rank());
    const T* x = op.x->data<T>();
    const T* scale = op.scale != nullptr ? op.scale->data<T>() : nullptr;
    const T* bias = op.bias != nullptr ? op.bias->data<T>() : nullptr;
    T* y = op.y->mutable_data<T>();
    T* means = op.saved_mean != nullptr ? op.saved_mean->mutable_data<T>() : nullptr;
    T* deviations = op.saved_variance != nullptr ? op.saved_variance->mutable_data<T>() : nullptr;
    const float epsilon = op.epsilon;
    const Activation activation = activation_;
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(dims[0] * channels, kGrain / pixels + 1, [=](int64_t i) {
      const Moments moments = MomentsOf(x + i * pixels, 1, pixels, pixels);
      const double inverse = moments.InverseDeviation(epsilon);
      const double factor = scale != nullptr ? inverse * scale[i % channels] : inverse;
      const double shift = (bias != nullptr ? bias[i % channels] : T(0)) - moments.mean * factor;
      for (int64_t j = i * pixels; j < (i + 1) * pixels; ++j)
        y[j] = static_cast<T>(x[j] * factor + shift);
      if constexpr (std::is_same_v<T, float>) {
        ApplyActivation(activation, y + i * pixels, pixels);
      }
      if (means != nullptr) means[i] = static_cast<T>(moments.mean);
      if (deviations != nullptr) deviations[i] = static_cast<T>(inverse);
    });
    return OkStatus();
  }

 private:
  Activation activation_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, InstanceNormKernel<float>, instance_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, InstanceNormKernel<double>, instance_norm);

}  // namespace paddle::lite::kernels::host
