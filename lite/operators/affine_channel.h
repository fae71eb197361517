#pragma once

#include <string>

#include "lite/operators/channel_values.h"
#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Out = X * Scale + Bias per channel.
struct AffineChannel final : Op {
  const Tensor* x = nullptr;
  const Tensor* scale = nullptr;
  const Tensor* bias = nullptr;
  std::string data_layout = "AnyLayout";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale);
    v.Input("Bias", &bias);
    v.Attr("data_layout", &data_layout);
    v.Output("Out", &out);
  }

  // Valid after InferShape. As in Paddle, AnyLayout (the default) means channels last.
  int channel_axis() const { return data_layout == "NCHW" ? 1 : x->dims().rank() - 1; }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    LITE_RETURN_IF_ERROR(IsChannelsLast("attribute data_layout", data_layout).status());
    LITE_RETURN_IF_ERROR(CheckChannelValues("Scale", scale, dims[channel_axis()]));
    LITE_RETURN_IF_ERROR(CheckChannelValues("Bias", bias, dims[channel_axis()]));
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(affine_channel, AffineChannel);

}  // namespace paddle::lite::operators
