#pragma once

#include <string>

#include "lite/operators/basic_activation.h"
#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Y = activation((X - mean) / sqrt(variance + epsilon) * Scale + Bias) per channel. The statistics
// are Mean and Variance, or those of the batch itself if the program was saved in training form
// (uses_batch_statistics).
struct BatchNorm final : Op {
  const Tensor* x =
      nullptr;  // [N, C], [N, C, L], [N, C, H, W] or [N, C, D, H, W]; channels last: C at the end
  const Tensor* scale = nullptr;  // [C], like the three below; absent = 1
  const Tensor* bias = nullptr;   // absent = 0
  const Tensor* mean = nullptr;
  const Tensor* variance = nullptr;
  const Tensor* momentum_tensor = nullptr;
  Tensor* y = nullptr;
  // The four statistics are computed only in the training form; otherwise kernels do not touch
  // them. MeanOut and VarianceOut are usually Mean and Variance themselves, which a kernel never
  // changes.
  Tensor* mean_out = nullptr;
  Tensor* variance_out = nullptr;
  Tensor* saved_mean = nullptr;
  Tensor* saved_variance = nullptr;  // the reciprocal standard deviation, as Paddle has it
  Tensor* reserve_space = nullptr;   // always empty

  float epsilon = 1e-5f;
  float momentum = 0.9f;
  bool is_test = false;
  bool use_global_stats = false;
  bool trainable_statistics = false;
  std::string data_layout = "NCHW";
  BasicActivation activation;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale, Need::kOptional);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("Mean", &mean);
    v.Input("Variance", &variance);
    v.Input("MomentumTensor", &momentum_tensor, Need::kOptional);
    v.Attr("epsilon", &epsilon);
    v.Attr("momentum", &momentum);
    v.Attr("is_test", &is_test);
    v.Attr("use_global_stats", &use_global_stats);
    v.Attr("trainable_statistics", &trainable_statistics);
    v.Attr("data_layout", &data_layout);
    activation.Fields(v);
    v.Output("Y", &y);
    v.Output("MeanOut", &mean_out, Need::kOptional);
    v.Output("VarianceOut", &variance_out, Need::kOptional);
    v.Output("SavedMean", &saved_mean, Need::kOptional);
    v.Output("SavedVariance", &saved_variance, Need::kOptional);
    v.Output("ReserveSpace", &reserve_space, Need::kOptional);
  }

  bool uses_batch_statistics() const {
    return (!is_test || trainable_statistics) && !use_global_stats;
  }
  // Valid after InferShape.
  int channel_axis() const { return data_layout == "NHWC" ? x->dims().rank() - 1 : 1; }

  Status InferShape() override {
    const DDim& in = x->dims();
    if (in.rank() < 2 || in.rank() > 5)
      return InvalidArgument("X: expected rank 2 to 5, found ", in);
    LITE_RETURN_IF_ERROR(IsChannelsLast("data_layout", data_layout).status());
    const int64_t channels = in[channel_axis()];
    const struct {
      const char* slot;
      const Tensor* tensor;
    } parameters[] = {{"Scale", scale}, {"Bias", bias}, {"Mean", mean}, {"Variance", variance}};
    for (const auto& parameter : parameters) {
      if (parameter.tensor != nullptr && parameter.tensor->numel() != channels) {
        return InvalidArgument(parameter.slot, ": expected ", channels, " elements for X ", in,
                               ", found ", parameter.tensor->dims());
      }
    }
    if (momentum_tensor != nullptr && momentum_tensor->numel() != 1) {
      return InvalidArgument("MomentumTensor: expected one element, found ",
                             momentum_tensor->dims());
    }
    if (!(epsilon >= 0))
      return InvalidArgument("epsilon: expected a value of at least 0, found ", epsilon);
    LITE_RETURN_IF_ERROR(activation.Resolve().status());
    y->Resize(in);
    y->set_lod(x->lod());
    for (Tensor* statistic : {mean_out, variance_out, saved_mean, saved_variance}) {
      if (statistic != nullptr) statistic->Resize(DDim({channels}));
    }
    if (reserve_space != nullptr) reserve_space->Resize(DDim({0}));
    return OkStatus();
  }

  Status InferType() override {
    y->set_precision(x->precision());
    for (Tensor* statistic : {mean_out, variance_out, saved_mean, saved_variance}) {
      if (statistic != nullptr) statistic->set_precision(mean->precision());
    }
    if (reserve_space != nullptr) reserve_space->set_precision(x->precision());
    return OkStatus();
  }

  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + y->memory_size())};
  }
  OutputReuse output_reuse() const override {
    return uses_batch_statistics() ? OutputReuse::kNone : OutputReuse::kInplace;
  }
};

LITE_OP(batch_norm, BatchNorm);
LITE_OP(sync_batch_norm, BatchNorm);

}  // namespace paddle::lite::operators
