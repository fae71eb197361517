// Normalisation by the moments of rows, and by given moments of channels.

#include "lite/kernels/gpu/normalisation.h"

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/kernels/cuda/rows.h"

namespace paddle::lite::kernels::cuda {

template <typename OpType>
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
    return LaunchRows<lite::cuda::NormaliseBody>(
        context, "normalise", op.x->numel() / rows_.width, rows_.width, From<float>(op.x),
        From<float>(op.scale), From<float>(op.bias), To<float>(op.y), To<float>(statistics.mean),
        To<float>(statistics.variance), rows_);
  }

 private:
  gpu::Normalisation rows_;
};

class BatchNormKernel final : public CudaKernel<operators::BatchNorm> {
 public:
  static Status Supports(const operators::BatchNorm& op) { return gpu::RefuseBatchStatistics(op); }

  Status PrepareCuda(const operators::BatchNorm& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    return OkStatus();
  }
  Status RunOp(const operators::BatchNorm& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int axis = op.channel_axis();
    const lite::cuda::BatchNormBody body = {From<float>(op.x),
                                            From<float>(op.scale),
                                            From<float>(op.bias),
                                            From<float>(op.mean),
                                            From<float>(op.variance),
                                            To<float>(op.y),
                                            Int(dims[axis]),
                                            Int(dims.Count(axis + 1, dims.rank())),
                                            op.epsilon,
                                            activation_};
    return QueueOf(context)->Launch("batch_norm", body, op.x->numel());
  }

 private:
  Activation activation_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, RowNormKernel<operators::LayerNorm>, layer_norm);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, RowNormKernel<operators::InstanceNorm>, instance_norm);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, RowNormKernel<operators::GroupNorm>, group_norm);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BatchNormKernel, batch_norm, sync_batch_norm);

}  // namespace paddle::lite::kernels::cuda
