#pragma once

#include "lite/operators/basic_activation.h"
#include "lite/operators/channel_values.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Normalises every channel of every image to mean 0 and variance 1, then Y = activation(normalised
// * Scale + Bias) per channel.
struct InstanceNorm final : Op {
  const Tensor* x = nullptr;  // [N, C, ...]
  const Tensor* scale = nullptr;
  const Tensor* bias = nullptr;
  float epsilon = 1e-5f;
  BasicActivation activation;
  Tensor* y = nullptr;
  Tensor* saved_mean = nullptr;      // [N * C]
  Tensor* saved_variance = nullptr;  // the reciprocal standard deviation, as Paddle has it

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale, Need::kOptional);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("epsilon", &epsilon);
    activation.Fields(v);
    v.Output("Y", &y);
    v.Output("SavedMean", &saved_mean, Need::kOptional);
    v.Output("SavedVariance", &saved_variance, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 2 || dims.rank() > 5)
      return InvalidArgument("X: expected rank 2 to 5, found shape ", dims);
    LITE_RETURN_IF_ERROR(activation.Resolve().status());
    LITE_RETURN_IF_ERROR(CheckChannelValues("Scale", scale, dims[1]));
    LITE_RETURN_IF_ERROR(CheckChannelValues("Bias", bias, dims[1]));
    LITE_ASSIGN_OR_RETURN(const int64_t instances, CountOf(dims, 0, 2));
    y->Resize(dims);
    y->set_lod(x->lod());
    for (Tensor* statistic : {saved_mean, saved_variance}) {
      if (statistic != nullptr) statistic->Resize(DDim{instances});
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {8.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(instance_norm, InstanceNorm);

}  // namespace paddle::lite::operators
