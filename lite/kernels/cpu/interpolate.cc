// Resizes channels-last images, blending each pixel as a vector of its channels.

#include "lite/operators/interpolate.h"

#include <vector>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

template <bool kLinear>
class InterpolateKernel final : public CpuKernelFor<operators::InterpolateBase> {
 public:
  static Status Supports(const operators::InterpolateBase& op) {
    return op.channels_last() ? Unsupported("data_layout NHWC") : OkStatus();
  }

  Status PrepareOp(const operators::InterpolateBase& op, PrepareContext*) override {
    const DDim& dims = op.x->dims();
    const DDim& out = op.out->dims();
    rows_.resize(static_cast<size_t>(out[2]));
    columns_.resize(static_cast<size_t>(out[3]));
    // If the size is computed by the program, the steps are computed in Run as well.
    if (op.ShapeDependsOnData()) return OkStatus();
    return FindTaps(op, dims);
  }

  Status RunOp(const operators::InterpolateBase& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    if (op.out->numel() == 0) return OkStatus();
    if (op.ShapeDependsOnData()) LITE_RETURN_IF_ERROR(FindTaps(op, dims));
    const int64_t channels = dims[1];
    const int64_t line = dims[3] * channels;
    const int64_t width = static_cast<int64_t>(columns_.size());
    const int64_t height = static_cast<int64_t>(rows_.size());
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    context.pool->ParallelFor(
        dims[0] * height, kGrain / (width * channels) + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            const float* image = src + i / height * dims[2] * line;
            const backend::LinearTapF32& row = rows_[static_cast<size_t>(i % height)];
            tables_.vector.resize_row[kLinear](image + row.low * line, image + row.high * line,
                                               row.weight, columns_.data(), width, channels,
                                               dst + i * width * channels);
          }
        });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 4096;  // elements that justify a thread

  Status FindTaps(const operators::InterpolateBase& op, const DDim& dims) {
    LITE_ASSIGN_OR_RETURN(const auto geometry, op.ResolveGeometry());
    for (size_t i = 0; i < rows_.size(); ++i) rows_[i] = TapOf(op, i, geometry.h.step, dims[2]);
    for (size_t i = 0; i < columns_.size(); ++i) {
      columns_[i] = TapOf(op, i, geometry.w.step, dims[3]);
    }
    return OkStatus();
  }

  // Positions in double, weights in float, as in the portable kernel.
  static backend::LinearTapF32 TapOf(const operators::InterpolateBase& op, size_t index, float step,
                                     int64_t size) {
    const float plain = step * static_cast<float>(index);
    if (!kLinear) {
      const int64_t at = static_cast<int64_t>(op.align_corners ? static_cast<double>(plain) + 0.5
                                                               : static_cast<double>(plain));
      return {std::min(at, size - 1), std::min(at, size - 1), 0};
    }
    const bool half_pixel = op.align_mode == 0 && !op.align_corners;
    const double at =
        half_pixel ? static_cast<double>(step) * (static_cast<double>(index) + 0.5) - 0.5 : plain;
    const double position = std::max(at, 0.0);
    const int64_t low = std::min(static_cast<int64_t>(position), size - 1);
    return {low, std::min(low + 1, size - 1),
            static_cast<float>(position - static_cast<double>(low))};
  }

  std::vector<backend::LinearTapF32> rows_;
  std::vector<backend::LinearTapF32> columns_;
};

using NearestInterpKernel = InterpolateKernel<false>;
using BilinearInterpKernel = InterpolateKernel<true>;

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(nearest_interp, kFloat, kNHWC, NearestInterpKernel, def)
    .BindInput("OutSize", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("SizeTensor", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("Scale", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .Finalize();

REGISTER_CPU_KERNEL(nearest_interp_v2, kFloat, kNHWC, NearestInterpKernel, def)
    .BindInput("OutSize", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("SizeTensor", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("Scale", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .Finalize();

REGISTER_CPU_KERNEL(bilinear_interp, kFloat, kNHWC, BilinearInterpKernel, def)
    .BindInput("OutSize", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("SizeTensor", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("Scale", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .Finalize();

REGISTER_CPU_KERNEL(bilinear_interp_v2, kFloat, kNHWC, BilinearInterpKernel, def)
    .BindInput("OutSize", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("SizeTensor", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("Scale", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .Finalize();
