#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Transposes the channels, viewed as a matrix of `group` rows.
struct ShuffleChannel final : Op {
  const Tensor* x = nullptr;
  int group = 1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("group", &group);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (group < 1 || dims[1] % group != 0) {
      return InvalidArgument("attribute group: ", group, " does not divide the channels of X ",
                             dims);
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

// The same in Paddle 2, with channels in the last dimension if data_format is NHWC.
struct ChannelShuffle final : Op {
  const Tensor* x = nullptr;
  int groups = 1;
  std::string data_format = "NCHW";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("groups", &groups);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  // Valid after InferShape.
  bool channels_last() const { return data_format == "NHWC"; }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    LITE_RETURN_IF_ERROR(IsChannelsLast("attribute data_format", data_format).status());
    if (groups < 1 || dims[channels_last() ? 3 : 1] % groups != 0) {
      return InvalidArgument("attribute groups: ", groups, " does not divide the channels of X ",
                             dims);
    }
    out->Resize(dims);
    out->set_lod(LoD());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(shuffle_channel, ShuffleChannel);
LITE_OP(channel_shuffle, ChannelShuffle);

}  // namespace paddle::lite::operators
