// Resizes channels-last images, blending each pixel as a vector of its channels.

#include "lite/operators/interpolate.h"

#include <vector>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class InterpolateKernel final : public CpuKernelFor<operators::InterpolateBase, Types> {
 public:
  using Element = typename Types::Element;

  static Status Supports(const operators::InterpolateBase& op) {
    if (!op.IsImage()) return Unsupported("X must have rank 4, found shape ", op.x->dims());
    if (op.method() == operators::InterpolateBase::Method::kCubic)
      return Unsupported("interp_method ", op.interp_method);
    return op.channels_last() ? Unsupported("data_layout NHWC") : OkStatus();
  }

  Status PrepareOp(const operators::InterpolateBase& op, PrepareContext*) override {
    const DDim& out = op.out->dims();
    linear_ = op.method() == operators::InterpolateBase::Method::kLinear;
    rows_.resize(static_cast<size_t>(out[2]));
    columns_.resize(static_cast<size_t>(out[3]));
    // If the size is computed by the program, the steps are computed in Run as well.
    if (op.ShapeDependsOnData()) return OkStatus();
    return FindTaps(op);
  }

  Status RunOp(const operators::InterpolateBase& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    if (op.out->numel() == 0) return OkStatus();
    if (op.ShapeDependsOnData()) LITE_RETURN_IF_ERROR(FindTaps(op));
    const int64_t channels = dims[1];
    const int64_t line = dims[3] * channels;
    const int64_t width = static_cast<int64_t>(columns_.size());
    const int64_t height = static_cast<int64_t>(rows_.size());
    const int64_t pitch = context.out_pitch == 0 ? channels : context.out_pitch;
    const Element* src = op.x->data<Element>();
    Element* dst = op.out->mutable_data<Element>();
    context.pool->ParallelFor(
        dims[0] * height, kGrain / (width * channels) + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            const Element* image = src + i / height * dims[2] * line;
            const backend::LinearTapF32& row = rows_[static_cast<size_t>(i % height)];
            this->tables_.vector.resize_row[linear_](
                image + row.low * line, image + row.high * line, row.weight, columns_.data(), width,
                channels, dst + i * width * pitch, pitch);
          }
        });
    return OkStatus();
  }

  bool stores_apart() const override { return true; }

 private:
  static constexpr int64_t kGrain = 4096;  // elements that justify a thread

  Status FindTaps(const operators::InterpolateBase& op) {
    LITE_ASSIGN_OR_RETURN(const auto geometry, op.ResolveGeometry());
    FindTaps(op, geometry.h, &rows_);
    FindTaps(op, geometry.w, &columns_);
    return OkStatus();
  }
  void FindTaps(const operators::InterpolateBase& op, const operators::InterpolateBase::Axis& axis,
                std::vector<backend::LinearTapF32>* taps) const {
    for (size_t i = 0; i < taps->size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      if (linear_) {
        const auto position = op.LinearPositionOf(axis, at);
        (*taps)[i] = {position.low, position.high, position.weight};
      } else {
        const int64_t nearest = op.NearestPosition(axis, at);
        (*taps)[i] = {nearest, nearest, 0};
      }
    }
  }

  bool linear_ = false;
  std::vector<backend::LinearTapF32> rows_;
  std::vector<backend::LinearTapF32> columns_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, InterpolateKernel<F32>, nearest_interp,
             nearest_interp_v2, bilinear_interp, bilinear_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, def, InterpolateKernel<F16>, nearest_interp,
             nearest_interp_v2, bilinear_interp, bilinear_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
