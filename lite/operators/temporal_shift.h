#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// X holds videos of seg_num frames each. The first part of the channels is taken from the previous
// frame, a second part of the same size from the next frame, with zeros outside the video.
struct TemporalShift final : Op {
  const Tensor* x = nullptr;
  int seg_num = 1;
  float shift_ratio = 0.25f;  // each part's share of the channels
  std::string data_format = "NCHW";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("seg_num", &seg_num);
    v.Attr("shift_ratio", &shift_ratio);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  // Valid after InferShape. As in Paddle, AnyLayout means channels last.
  bool channels_last() const { return data_format == "NHWC" || data_format == "AnyLayout"; }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    LITE_RETURN_IF_ERROR(IsChannelsLast("attribute data_format", data_format).status());
    if (seg_num < 1 || dims[0] % seg_num != 0) {
      return InvalidArgument("attribute seg_num: expected a divisor of the ", dims[0],
                             " frames of X, found ", seg_num);
    }
    if (!(shift_ratio > 0.0f && shift_ratio <= 0.5f)) {
      return InvalidArgument(
          "attribute shift_ratio: expected a value above 0 and up to 0.5, found ", shift_ratio);
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(temporal_shift, TemporalShift);

}  // namespace paddle::lite::operators
