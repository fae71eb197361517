// Normalisation by the moments of rows, and by given moments of channels.

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/kernels/cuda/rows.h"
#include "lite/operators/batch_norm.h"
#include "lite/operators/group_norm.h"
#include "lite/operators/instance_norm.h"
#include "lite/operators/layer_norm.h"

namespace paddle::lite::kernels::cuda {
namespace {

using lite::cuda::Normalisation;

inline Normalisation RowsOf(const operators::LayerNorm& op) {
  const DDim& dims = op.x->dims();
  Normalisation rows;
  rows.width = Int(dims.Count(op.begin_norm_axis, dims.rank()));
  return rows;
}
// One scale per channel.
inline Normalisation RowsOf(const operators::InstanceNorm& op) {
  const DDim& dims = op.x->dims();
  Normalisation rows;
  rows.width = rows.step = Int(dims.Count(2, dims.rank()));
  rows.period = Int(dims[1]);
  rows.inverse = 1;
  return rows;
}
inline Normalisation RowsOf(const operators::GroupNorm& op) {
  const DDim& dims = op.x->dims();
  Normalisation rows;
  rows.step = Int(dims.Count(2, dims.rank()));
  rows.width = rows.step * Int(dims[1] / op.groups);
  rows.period = op.groups;
  return rows;
}

inline Result<Activation> ActivationOf(const operators::InstanceNorm& op) {
  return op.activation.Resolve();
}
template <typename OpType>
Result<Activation> ActivationOf(const OpType&) {
  return Activation();
}

struct Statistics {
  const Tensor* mean;
  const Tensor* variance;
};
inline Statistics StatisticsOf(const operators::InstanceNorm& op) {
  return {op.saved_mean, op.saved_variance};
}
template <typename OpType>
Statistics StatisticsOf(const OpType& op) {
  return {op.mean, op.variance};
}

Status RefuseBatchStatistics(const operators::BatchNorm& op) {
  return op.uses_batch_statistics() ? Unsupported("statistics of the batch (training form)")
                                    : OkStatus();
}

Status CheckOrder(const operators::GroupNorm& op) {
  return op.channels_last() ? Unsupported("data_layout NHWC") : OkStatus();
}
template <typename OpType>
Status CheckOrder(const OpType&) {
  return OkStatus();
}

}  // namespace

template <typename OpType>
class RowNormKernel final : public CudaKernel<OpType> {
 public:
  static Status Supports(const OpType& op) { return CheckOrder(op); }

  Status PrepareCuda(const OpType& op, PrepareContext*) override {
    rows_ = RowsOf(op);
    rows_.epsilon = op.epsilon;
    LITE_ASSIGN_OR_RETURN(rows_.activation, ActivationOf(op));
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const Statistics statistics = StatisticsOf(op);
    return LaunchRows<lite::cuda::NormaliseBody>(
        context, "normalise", op.x->numel() / rows_.width, rows_.width, From<float>(op.x),
        From<float>(op.scale), From<float>(op.bias), To<float>(op.y), To<float>(statistics.mean),
        To<float>(statistics.variance), rows_);
  }

 private:
  Normalisation rows_;
};

class BatchNormKernel final : public CudaKernel<operators::BatchNorm> {
 public:
  static Status Supports(const operators::BatchNorm& op) { return RefuseBatchStatistics(op); }

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
