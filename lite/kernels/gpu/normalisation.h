// What normalisations compute of rows of elements, for kernels of GPUs.
#pragma once

#include "lite/backends/gpu/functions.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/batch_norm.h"
#include "lite/operators/group_norm.h"
#include "lite/operators/instance_norm.h"
#include "lite/operators/layer_norm.h"

namespace paddle::lite::kernels::gpu {

using lite::gpu::Normalisation;

inline Normalisation RowsOf(const operators::LayerNorm& op) {
  const DDim& dims = op.x->dims();
  Normalisation rows;
  rows.width = static_cast<int32_t>(dims.Count(op.begin_norm_axis, dims.rank()));
  return rows;
}
// One scale per channel.
inline Normalisation RowsOf(const operators::InstanceNorm& op) {
  const DDim& dims = op.x->dims();
  Normalisation rows;
  rows.width = rows.step = static_cast<int32_t>(dims.Count(2, dims.rank()));
  rows.period = static_cast<int32_t>(dims[1]);
  rows.inverse = 1;
  return rows;
}
inline Normalisation RowsOf(const operators::GroupNorm& op) {
  const DDim& dims = op.x->dims();
  Normalisation rows;
  rows.step = static_cast<int32_t>(dims.Count(2, dims.rank()));
  rows.width = rows.step * static_cast<int32_t>(dims[1] / op.groups);
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

inline Status RefuseBatchStatistics(const operators::BatchNorm& op) {
  return op.uses_batch_statistics() ? Unsupported("statistics of the batch (training form)")
                                    : OkStatus();
}

inline Status CheckOrder(const operators::GroupNorm& op) {
  return op.channels_last() ? Unsupported("data_layout NHWC") : OkStatus();
}
template <typename OpType>
Status CheckOrder(const OpType&) {
  return OkStatus();
}

// The rows of an operator with its epsilon and activation.
template <typename OpType>
Result<Normalisation> NormalisationOf(const OpType& op) {
  Normalisation rows = RowsOf(op);
  rows.epsilon = op.epsilon;
  LITE_ASSIGN_OR_RETURN(rows.activation, ActivationOf(op));
  return rows;
}

}  // namespace paddle::lite::kernels::gpu
