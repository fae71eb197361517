#pragma once

#include <string>

#include "lite/operators/channel_values.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Normalises each group of channels of each image to mean 0 and variance 1, then applies Scale and
// Bias per channel.
struct GroupNorm final : Op {
  const Tensor* x = nullptr;
  const Tensor* scale = nullptr;
  const Tensor* bias = nullptr;
  float epsilon = 1e-5f;  // added to the variance; negative as well, as in Paddle
  int groups = -1;
  std::string data_layout = "NCHW";
  Tensor* y = nullptr;
  Tensor* mean = nullptr;  // [N, groups]
  Tensor* variance = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale, Need::kOptional);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("epsilon", &epsilon);
    v.Attr("groups", &groups);
    v.Attr("data_layout", &data_layout);
    v.Output("Y", &y);
    v.Output("Mean", &mean, Need::kOptional);
    v.Output("Variance", &variance, Need::kOptional);
  }

  // Valid after InferShape.
  bool channels_last() const { return data_layout == "NHWC"; }
  int channel_axis() const { return channels_last() ? x->dims().rank() - 1 : 1; }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    if (data_layout != "NCHW" && data_layout != "NHWC") {
      return InvalidArgument("attribute data_layout: expected NCHW or NHWC, found '", data_layout,
                             "'");
    }
    const int64_t channels = dims[channel_axis()];
    if (groups < 1 || groups > channels || channels % groups != 0) {
      return InvalidArgument("attribute groups: ", groups, " does not divide the channels of X ",
                             dims);
    }
    LITE_RETURN_IF_ERROR(CheckChannelValues("Scale", scale, channels));
    LITE_RETURN_IF_ERROR(CheckChannelValues("Bias", bias, channels));
    y->Resize(dims);
    y->set_lod(x->lod());
    for (Tensor* statistic : {mean, variance}) {
      if (statistic != nullptr) statistic->Resize(DDim{dims[0], groups});
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {8.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(group_norm, GroupNorm);

}  // namespace paddle::lite::operators
