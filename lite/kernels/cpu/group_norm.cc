// group_norm of images whose channels come first: a group is one run of memory.

#include "lite/operators/group_norm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class GroupNormNchw final : public CpuKernelFor<operators::GroupNorm> {
 public:
  static Status Supports(const operators::GroupNorm& op) {
    if (op.channels_last()) return Unsupported("attribute data_layout ", op.data_layout);
    return OkStatus();
  }

  Status RunOp(const operators::GroupNorm& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t channels = dims[1] / op.groups;  // of a group
    const int64_t plane = dims.Count(2, dims.rank());
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ForEach(dims[0] * op.groups, kGrain / std::max<int64_t>(channels * plane, 1) + 1,
                          [&](int64_t group) { Normalise(op, group, channels, plane); });
    return OkStatus();
  }

 private:
  static constexpr int64_t kColumns = 64;  // a run of memory is a matrix with so many
  static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

  // The sum of x - shift, or of its square, over `count` elements.
  template <bool kSquares>
  double Sum(const float* x, int64_t count, float shift) const {
    float shifts[kColumns];
    std::fill_n(shifts, kColumns, shift);
    double sums[kColumns] = {};
    double sum = 0;
    const auto add = [&](const float* from, int64_t rows, int64_t columns) {
      tables_.vector.column_sums[kSquares](from, columns, rows, columns, shifts, sums);
      sum = std::accumulate(sums, sums + columns, sum);
    };
    const int64_t rows = count / kColumns;
    if (rows > 0) add(x, rows, kColumns);
    if (count % kColumns != 0) add(x + rows * kColumns, 1, count % kColumns);
    return sum;
  }

  static void SetStatistics(const operators::GroupNorm& op, int64_t group, float mean,
                            float variance) {
    if (op.mean != nullptr) op.mean->mutable_data<float>()[group] = mean;
    if (op.variance != nullptr) op.variance->mutable_data<float>()[group] = variance;
  }

  void Normalise(const operators::GroupNorm& op, int64_t group, int64_t channels,
                 int64_t plane) const {
    const int64_t count = channels * plane;
    const float* x = op.x->data<float>() + group * count;
    float* y = op.y->mutable_data<float>() + group * count;
    if (count == 0) return SetStatistics(op, group, kNan, kNan);
    // Relative to the first element, so that sums stay small, then relative to the mean.
    const auto elements = static_cast<double>(count);
    const double mean = x[0] + Sum<false>(x, count, x[0]) / elements;
    const auto rounded = static_cast<float>(mean);
    const double off = mean - rounded;
    const double variance = std::max(Sum<true>(x, count, rounded) / elements - off * off, 0.0);
    SetStatistics(op, group, rounded, static_cast<float>(variance));
    const double inverse = 1.0 / std::sqrt(variance + static_cast<double>(op.epsilon));
    float means[kColumns], factors[kColumns], shifts[kColumns];
    std::fill_n(means, kColumns, rounded);
    const int64_t first = group % op.groups * channels;
    for (int64_t c = 0; c < channels; ++c) {
      const double scale = op.scale != nullptr ? op.scale->data<float>()[first + c] : 1.0;
      std::fill_n(factors, kColumns, static_cast<float>(inverse * scale));
      std::fill_n(shifts, kColumns, op.bias != nullptr ? op.bias->data<float>()[first + c] : 0.0f);
      const int64_t rows = plane / kColumns;
      const int64_t rest = plane % kColumns;
      const float* from = x + c * plane;
      float* to = y + c * plane;
      if (rows > 0) tables_.vector.normalise(from, means, factors, shifts, to, rows, kColumns);
      if (rest == 0) continue;
      tables_.vector.normalise(from + rows * kColumns, means, factors, shifts, to + rows * kColumns,
                               1, rest);
    }
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GroupNormNchw, group_norm);

}  // namespace paddle::lite::kernels::LITE_CPU
