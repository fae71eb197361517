#include "lite/operators/group_norm.h"

#include <algorithm>
#include <limits>

#include "lite/kernels/host/moments.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class GroupNormKernel final : public KernelFor<operators::GroupNorm> {
 public:
  Status RunOp(const operators::GroupNorm& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    if (op.x->numel() == 0) {
      for (Tensor* statistic : {op.mean, op.variance}) {  // of no values
        if (statistic == nullptr) continue;
        T* values = statistic->mutable_data<T>();
        std::fill(values, values + statistic->numel(), std::numeric_limits<T>::quiet_NaN());
      }
      return OkStatus();
    }
    const bool last = op.channels_last();
    const int64_t channels = dims[op.channel_axis()];
    const int64_t per_group = channels / op.groups;
    const int64_t pixels = op.x->numel() / dims[0] / channels;
    // A group is one contiguous run of memory, or one short run per pixel if channels are last.
    const int64_t runs = last ? pixels : 1;
    const int64_t width = last ? per_group : per_group * pixels;
    const int64_t channel_elements = last ? 1 : pixels;
    const T* x = op.x->data<T>();
    const T* scale = op.scale != nullptr ? op.scale->data<T>() : nullptr;
    const T* bias = op.bias != nullptr ? op.bias->data<T>() : nullptr;
    T* y = op.y->mutable_data<T>();
    T* means = op.mean != nullptr ? op.mean->mutable_data<T>() : nullptr;
    T* variances = op.variance != nullptr ? op.variance->mutable_data<T>() : nullptr;
    const auto group = [&](int64_t index) {
      const int64_t first_channel = index % op.groups * per_group;
      const int64_t offset =
          index / op.groups * channels * pixels + first_channel * channel_elements;
      const Moments moments = MomentsOf(x + offset, runs, width, channels);
      const double factor = moments.InverseDeviation(op.epsilon);
      for (int64_t r = 0; r < runs; ++r) {
        const T* src = x + offset + r * channels;
        T* dst = y + offset + r * channels;
        for (int64_t i = 0; i < width; ++i) {
          const int64_t c = first_channel + i / channel_elements;
          const T value = static_cast<T>((src[i] - moments.mean) * factor);
          const T scaled = scale != nullptr ? value * scale[c] : value;
          dst[i] = bias != nullptr ? scaled + bias[c] : scaled;
        }
      }
      if (means != nullptr) means[index] = static_cast<T>(moments.mean);
      if (variances != nullptr) variances[index] = static_cast<T>(moments.variance);
    };
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(dims[0] * op.groups, kGrain / (runs * width) + 1, group);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, GroupNormKernel<float>, group_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, GroupNormKernel<double>, group_norm);

}  // namespace paddle::lite::kernels::host
