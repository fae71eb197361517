#include "lite/operators/batch_norm.h"

#include <cmath>
#include <vector>

#include "lite/kernels/cpu/activation_map.h"

namespace paddle::lite::kernels::LITE_CPU {

// Inference with constant statistics: one multiplication and one addition per element.
template <typename Types>
class BatchNormKernel final : public CpuKernelFor<operators::BatchNorm, Types> {
 public:
  using Element = typename Types::Element;

  static Status Supports(const operators::BatchNorm& op) {
    if (op.uses_batch_statistics()) return Unsupported("statistics of the batch");
    if (op.data_layout == "NHWC") return Unsupported("data_layout NHWC");
    if (!op.mean->persistable() || !op.variance->persistable() ||
        (op.scale != nullptr && !op.scale->persistable()) ||
        (op.bias != nullptr && !op.bias->persistable())) {
      return Unsupported("the parameters must be constant weights");
    }
    return OkStatus();
  }

  Status PrepareOp(const operators::BatchNorm& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    LITE_RETURN_IF_ERROR(activation_.Prepare(activation));
    const size_t channels = static_cast<size_t>(op.mean->numel());
    scale_.resize(channels);
    shift_.resize(channels);
    for (size_t c = 0; c < channels; ++c) {
      const double deviation = std::sqrt(static_cast<double>(op.variance->data<float>()[c]) +
                                         static_cast<double>(op.epsilon));
      const double gamma = op.scale == nullptr ? 1.0 : op.scale->data<float>()[c];
      const double beta = op.bias == nullptr ? 0.0 : op.bias->data<float>()[c];
      const double scale = gamma / deviation;
      scale_[c] = static_cast<float>(scale);
      shift_[c] = static_cast<float>(beta - scale * op.mean->data<float>()[c]);
    }
    return OkStatus();
  }

  Status RunOp(const operators::BatchNorm& op, const RunContext& context) override {
    if (op.y->numel() == 0) return OkStatus();
    const int64_t channels = static_cast<int64_t>(scale_.size());
    const Element* src = op.x->data<Element>();
    Element* dst = op.y->mutable_data<Element>();
    const DDim& dims = op.x->dims();
    const bool channels_last = dims.rank() == 4 && op.x->layout() == DataLayoutType::kNHWC;
    const int64_t inner = channels_last ? 1 : dims.Count(2, dims.rank());
    if (inner == 1) {
      context.pool->ParallelFor(
          op.x->numel() / channels, std::max<int64_t>(1, kGrain / channels),
          [&](int64_t begin, int64_t end, int) {
            for (int64_t i = begin * channels; i < end * channels; i += channels) {
              this->tables_.vector.affine(src + i, scale_.data(), shift_.data(), dst + i, channels);
              activation_.Apply(dst + i, channels);
            }
          });
      return OkStatus();
    }
    const auto run = this->tables_.vector.unary[static_cast<int>(backend::UnaryF32::kAffine)];
    context.pool->ParallelFor(
        op.x->numel() / inner, std::max<int64_t>(1, kGrain / inner),
        [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            const size_t c = static_cast<size_t>(i % channels);
            const float params[backend::kUnaryF32Params] = {scale_[c], shift_[c], 0};
            run(src + i * inner, dst + i * inner, inner, params);
            activation_.Apply(dst + i * inner, inner);
          }
        });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread

  InPlaceActivation<Types> activation_;
  std::vector<float> scale_;
  std::vector<float> shift_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, BatchNormKernel<F32>, batch_norm, sync_batch_norm)
    .In({"Scale", "Bias", "Mean", "Variance"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"MeanOut", "VarianceOut", "SavedMean", "SavedVariance"}, PRECISION(kFloat),
         DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, BatchNormKernel<F16>, batch_norm, sync_batch_norm)
    .In({"Scale", "Bias", "Mean", "Variance"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"MeanOut", "VarianceOut", "SavedMean", "SavedVariance"}, PRECISION(kFloat),
         DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
