// Normalisation by the moments of rows, and by given moments of channels.

#include "lite/kernels/gpu/normalisation.h"

#include "lite/kernels/opencl/images.h"
#include "lite/kernels/opencl/rows.h"

namespace paddle::lite::kernels::opencl {

template <typename OpType>
class RowNormKernel final : public KernelFor<OpType> {
 public:
  static Status Supports(const OpType& op) { return gpu::CheckOrder(op); }

  Status PrepareOp(const OpType& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(rows_, gpu::NormalisationOf(op));
    return function_.Load(*context, "rows", "normalise");
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const gpu::Statistics statistics = gpu::StatisticsOf(op);
    return function_.On(context)
        .Add(op.x)
        .Add(op.scale)
        .Add(op.bias)
        .Add(op.y)
        .Add(statistics.mean)
        .Add(statistics.variance)
        .Add(rows_)
        .OverGroups({op.x->numel() / rows_.width, 1, 1}, GroupOfRow(rows_.width));
  }

 private:
  gpu::Normalisation rows_;
  LoadedFunction function_;
};

// In buffers or images.
template <bool kInImages>
class BatchNormKernel final : public KernelFor<operators::BatchNorm> {
 public:
  static Status Supports(const operators::BatchNorm& op) {
    LITE_RETURN_IF_ERROR(gpu::RefuseBatchStatistics(op));
    if (!kInImages) return OkStatus();
    if (op.data_layout == "NHWC") return Unsupported("data_layout NHWC");
    return RequireRank4(*op.x);
  }

  Status PrepareOp(const operators::BatchNorm& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    return function_.Load(*context, "elementwise", kInImages ? "batch_norm_image" : "batch_norm");
  }
  Status RunOp(const operators::BatchNorm& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.x).Add(op.scale).Add(op.bias).Add(op.mean).Add(op.variance).Add(op.y);
    const DDim& dims = op.x->dims();
    if (kInImages) {
      const ImageShape shape(dims);
      return call.Add(shape).Add(op.epsilon).Add(activation_).Over(shape.items(), kCube);
    }
    const int axis = op.channel_axis();
    const int64_t inner = dims.Count(axis + 1, dims.rank());
    return call.Add(static_cast<int32_t>(dims[axis]))
        .Add(static_cast<int32_t>(inner))
        .Add(op.epsilon)
        .Add(activation_)
        .Over({Quarters(inner), op.x->numel() / inner, 1}, kSquare);
  }

 private:
  Activation activation_;
  LoadedFunction function_;
};

class InstanceNormImageKernel final : public KernelFor<operators::InstanceNorm> {
 public:
  static Status Supports(const operators::InstanceNorm& op) { return RequireRank4(*op.x); }

  Status PrepareOp(const operators::InstanceNorm& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    return function_.Load(*context, "image_norm", "instance_norm_image");
  }
  Status RunOp(const operators::InstanceNorm& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const ImageShape shape(op.x->dims());
    return function_.On(context)
        .Add(op.x)
        .Add(op.scale)
        .Add(op.bias)
        .Add(op.y)
        .Add(op.saved_mean == nullptr ? op.y : op.saved_mean)
        .Add(op.saved_variance == nullptr ? op.y : op.saved_variance)
        .Add(int32_t{op.saved_mean != nullptr})
        .Add(int32_t{op.saved_variance != nullptr})
        .Add(shape)
        .Add(op.epsilon)
        .Add(activation_)
        .OverGroups({Quarters(shape.c), shape.n, 1}, {64, 1, 1});
  }

 private:
  Activation activation_;
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, RowNormKernel<operators::LayerNorm>, layer_norm);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, RowNormKernel<operators::InstanceNorm>, instance_norm);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, RowNormKernel<operators::GroupNorm>, group_norm);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, BatchNormKernel<false>, batch_norm, sync_batch_norm);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, InstanceNormImageKernel, instance_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, BatchNormKernel<true>, batch_norm,
             sync_batch_norm)
    .In({"Scale", "Bias", "Mean", "Variance"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"MeanOut", "VarianceOut", "SavedMean", "SavedVariance"}, PRECISION(kFloat),
         DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::opencl
