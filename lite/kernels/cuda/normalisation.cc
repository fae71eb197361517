// Normalisation by the moments of rows, and by given moments of channels.

#include "lite/kernels/gpu/normalisation.h"

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/cuda/rows.h"

namespace paddle::lite::kernels::cuda {

template <typename OpType, typename T>
class RowNormKernel final : public CudaKernel<OpType> {
 public:
  static Status Supports(const OpType& op) { return gpu::CheckOrder(op); }

  Status PrepareCuda(const OpType& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(rows_, gpu::NormalisationOf(op));
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const gpu::Statistics statistics = gpu::StatisticsOf(op);
    return LaunchRows<T, lite::cuda::NormaliseBody>(
        context, "normalise", op.x->numel() / rows_.width, rows_.width, From<T>(op.x),
        From<float>(op.scale), From<float>(op.bias), To<T>(op.y), To<T>(statistics.mean),
        To<T>(statistics.variance), rows_);
  }

 private:
  gpu::Normalisation rows_;
};

template <typename T>
using LayerNormKernel = RowNormKernel<operators::LayerNorm, T>;
template <typename T>
using InstanceNormKernel = RowNormKernel<operators::InstanceNorm, T>;
template <typename T>
using GroupNormKernel = RowNormKernel<operators::GroupNorm, T>;

template <typename T>
class BatchNormKernel final : public CudaKernel<operators::BatchNorm> {
 public:
  static Status Supports(const operators::BatchNorm& op) { return gpu::RefuseBatchStatistics(op); }

  Status PrepareCuda(const operators::BatchNorm& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    return OkStatus();
  }
  Status RunOp(const operators::BatchNorm& op, const RunContext& context) override {
    const DDim dims = MemoryDims(*op.x);
    const int axis = MemoryAxis(*op.x, op.channel_axis());
    const lite::cuda::BatchNormBody<T> body = {From<T>(op.x),
                                               From<float>(op.scale),
                                               From<float>(op.bias),
                                               From<float>(op.mean),
                                               From<float>(op.variance),
                                               To<T>(op.y),
                                               Int(dims[axis]),
                                               Int(dims.Count(axis + 1, dims.rank())),
                                               op.epsilon,
                                               activation_};
    return QueueOf(context)->Launch("batch_norm", body, op.x->numel());
  }

 private:
  Activation activation_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, LayerNormKernel<float>, layer_norm);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, InstanceNormKernel<float>, instance_norm);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, GroupNormKernel<float>, group_norm);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BatchNormKernel<float>, batch_norm, sync_batch_norm);

// What scales the normalised values is float.
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, LayerNormKernel<Half>, layer_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, InstanceNormKernel<Half>, instance_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, GroupNormKernel<Half>, group_norm)
    .In({"Scale", "Bias"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kFP16, kAny, def, BatchNormKernel<Half>, batch_norm, sync_batch_norm)
    .In({"Scale", "Bias", "Mean", "Variance"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"MeanOut", "VarianceOut", "SavedMean", "SavedVariance"}, PRECISION(kFloat),
         DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::cuda
