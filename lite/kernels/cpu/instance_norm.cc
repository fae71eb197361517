// instance_norm of channels-last images, viewed as a matrix with one row per pixel.

#include "lite/operators/instance_norm.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/cpu/activation_map.h"

namespace paddle::lite::kernels::LITE_CPU {

class InstanceNormNhwc final : public CpuKernelFor<operators::InstanceNorm> {
 public:
  static Status Supports(const operators::InstanceNorm& op) {
    if (op.x->dims().rank() != 4)
      return Unsupported("X must have rank 4, found shape ", op.x->dims());
    return OkStatus();
  }

  Status PrepareOp(const operators::InstanceNorm& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    LITE_RETURN_IF_ERROR(activation_.Prepare(activation));
    const DDim& dims = op.x->dims();
    images_ = dims[0];
    channels_ = dims[1];
    pixels_ = dims[2] * dims[3];
    const auto instances = static_cast<size_t>(images_ * channels_);
    statistics_ = context->BookScratch(3 * instances * sizeof(float));
    return OkStatus();
  }

  Status RunOp(const operators::InstanceNorm& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const float* x = op.x->data<float>();
    float* y = op.y->mutable_data<float>();
    Statistics all;
    all.means = reinterpret_cast<float*>(context.scratch + statistics_);
    all.factors = all.means + images_ * channels_;
    all.shifts = all.factors + images_ * channels_;
    const int64_t blocks = (channels_ + kBlock - 1) / kBlock;
    context.pool->ParallelFor(images_ * blocks, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        Measure(op, i / blocks, i % blocks * kBlock, all);
      }
    });
    constexpr int64_t kGrain = 8192;   // elements that justify a thread
    constexpr int64_t kCached = 4096;  // elements that stay in the first cache
    context.pool->ParallelFor(
        images_ * pixels_, kGrain / channels_ + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end;) {
            const int64_t image = i / pixels_;
            // The amount that is still in the cache for the activation.
            const int64_t rows =
                std::min({end, (image + 1) * pixels_, i + kCached / channels_ + 1}) - i;
            const int64_t first = image * channels_;
            tables_.vector.normalise(x + i * channels_, all.means + first, all.factors + first,
                                     all.shifts + first, y + i * channels_, rows, channels_);
            activation_.Apply(y + i * channels_, rows * channels_);
            i += rows;
          }
        });
    return OkStatus();
  }

 private:
  // Channels per unit of work on the statistics: two cache lines of a pixel.
  static constexpr int64_t kBlock = 32;

  // By image and channel.
  struct Statistics {
    float* means;
    float* factors;
    float* shifts;
  };

  void Measure(const operators::InstanceNorm& op, int64_t image, int64_t channel,
               const Statistics& all) const {
    const int64_t count = std::min(kBlock, channels_ - channel);
    const float* src = op.x->data<float>() + image * pixels_ * channels_ + channel;
    const auto pixels = static_cast<double>(pixels_);
    // Sums relative to the first pixel, so that they stay small, then relative to the mean.
    double means[kBlock];
    const int64_t at = image * channels_ + channel;
    float* const rounded = all.means + at;
    tables_.vector.column_sums[0](src, channels_, pixels_, count, src, means);
    for (int64_t c = 0; c < count; ++c) {
      means[c] = src[c] + means[c] / pixels;
      rounded[c] = static_cast<float>(means[c]);
    }
    double squares[kBlock];
    tables_.vector.column_sums[1](src, channels_, pixels_, count, rounded, squares);
    for (int64_t c = 0; c < count; ++c) {
      const double off = means[c] - rounded[c];
      const double variance = std::max(squares[c] / pixels - off * off, 0.0);
      const double inverse = 1.0 / std::sqrt(variance + static_cast<double>(op.epsilon));
      const double scale = op.scale != nullptr ? op.scale->data<float>()[channel + c] : 1.0;
      all.factors[at + c] = static_cast<float>(inverse * scale);
      all.shifts[at + c] = op.bias != nullptr ? op.bias->data<float>()[channel + c] : 0.0f;
      if (op.saved_mean != nullptr) op.saved_mean->mutable_data<float>()[at + c] = rounded[c];
      if (op.saved_variance != nullptr)
        op.saved_variance->mutable_data<float>()[at + c] = static_cast<float>(inverse);
    }
  }

  InPlaceActivation<F32> activation_;
  int64_t images_ = 0;
  int64_t channels_ = 0;
  int64_t pixels_ = 0;
  size_t statistics_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, InstanceNormNhwc, instance_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"SavedMean", "SavedVariance"}, PRECISION(kFloat), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
