#include "lite/operators/batch_norm.h"

#include <algorithm>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/moments.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

constexpr int64_t kBatchNormGrain = 16384;  // elements that justify starting a thread

template <typename T>
class BatchNormKernel final : public KernelFor<operators::BatchNorm> {
 public:
  static Status Supports(const operators::BatchNorm& op) {
    return op.activation.CheckElements(op.x->precision());
  }

  Status PrepareOp(const operators::BatchNorm& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    const DDim& dims = op.x->dims();
    const int axis = op.channel_axis();
    channels_ = dims[axis];
    outer_ = dims.Count(0, axis);
    inner_ = dims.Count(axis + 1, dims.rank());
    factors_ = context->BookScratch(static_cast<size_t>(channels_) * sizeof(T));
    shifts_ = context->BookScratch(static_cast<size_t>(channels_) * sizeof(T));
    return OkStatus();
  }

  Status RunOp(const operators::BatchNorm& op, const RunContext& context) override {
    T* factors = reinterpret_cast<T*>(context.scratch + factors_);
    T* shifts = reinterpret_cast<T*>(context.scratch + shifts_);
    context.pool->ForEach(channels_, op.uses_batch_statistics() ? 1 : kBatchNormGrain,
                          [&](int64_t c) { Fold(op, c, factors + c, shifts + c); });

    const T* x = op.x->data<T>();
    T* y = op.y->mutable_data<T>();
    if (inner_ == 1) {
      context.pool->ForEach(outer_,
                            std::max<int64_t>(1, kBatchNormGrain / std::max<int64_t>(1, channels_)),
                            [&](int64_t i) {
                              const T* src = x + i * channels_;
                              T* dst = y + i * channels_;
                              for (int64_t c = 0; c < channels_; ++c) {
                                dst[c] = src[c] * factors[c] + shifts[c];
                              }
                              Activate(dst, channels_);
                            });
      return OkStatus();
    }
    context.pool->ForEach(outer_ * channels_,
                          std::max<int64_t>(1, kBatchNormGrain / std::max<int64_t>(1, inner_)),
                          [&](int64_t i) {
                            const T factor = factors[i % channels_];
                            const T shift = shifts[i % channels_];
                            const T* src = x + i * inner_;
                            T* dst = y + i * inner_;
                            for (int64_t j = 0; j < inner_; ++j) dst[j] = src[j] * factor + shift;
                            Activate(dst, inner_);
                          });
    return OkStatus();
  }

 private:
  void Activate(T* data, int64_t count) const {
    if constexpr (std::is_same_v<T, float>) ApplyActivation(activation_, data, count);
  }

  // Folds the normalisation of channel c into x * factor + shift.
  void Fold(const operators::BatchNorm& op, int64_t c, T* factor, T* shift) const {
    Moments moments{op.mean->data<T>()[c], op.variance->data<T>()[c]};
    if (op.uses_batch_statistics()) {
      const Moments old = moments;
      moments = MomentsOf(op.x->data<T>() + c * inner_, outer_, inner_, channels_ * inner_);
      const double momentum =
          op.momentum_tensor != nullptr ? op.momentum_tensor->data<float>()[0] : op.momentum;
      const auto blend = [=](double before, double now) {
        return before * momentum + now * (1 - momentum);
      };
      Write(op.mean_out, op.mean, c, blend(old.mean, moments.mean));
      Write(op.variance_out, op.variance, c, blend(old.variance, moments.variance));
      Write(op.saved_mean, nullptr, c, moments.mean);
    }
    const double inverse_deviation = moments.InverseDeviation(op.epsilon);
    if (op.uses_batch_statistics()) Write(op.saved_variance, nullptr, c, inverse_deviation);
    const double scale = op.scale != nullptr ? op.scale->data<T>()[c] : 1.0;
    const double bias = op.bias != nullptr ? op.bias->data<T>()[c] : 0.0;
    *factor = static_cast<T>(scale * inverse_deviation);
    *shift = static_cast<T>(bias - moments.mean * scale * inverse_deviation);
  }

  // Does not write to a tensor that is `source` itself, because weights are constant.
  static void Write(Tensor* to, const Tensor* source, int64_t c, double value) {
    if (to == nullptr || (source != nullptr && to->raw_data() == source->raw_data())) return;
    to->mutable_data<T>()[c] = static_cast<T>(value);
  }

  Activation activation_;
  // X viewed as [outer, channels, inner].
  int64_t outer_ = 0;
  int64_t channels_ = 0;
  int64_t inner_ = 0;
  size_t factors_ = 0;  // scratch offsets
  size_t shifts_ = 0;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, BatchNormKernel<float>, batch_norm, sync_batch_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, BatchNormKernel<double>, batch_norm, sync_batch_norm)
    .In({"MomentumTensor"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
