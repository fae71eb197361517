#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Local response normalisation: Out = X / MidOut^beta, where MidOut = k + alpha * (sum of the
// squares of n neighbouring channels, centred on the element's own).
struct Lrn final : Op {
  const Tensor* x = nullptr;
  int n = 5;
  float k = 2.0f;
  float alpha = 1e-4f;
  float beta = 0.75f;
  std::string data_format = "AnyLayout";
  Tensor* out = nullptr;
  Tensor* mid_out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("n", &n);
    v.Attr("k", &k);
    v.Attr("alpha", &alpha);
    v.Attr("beta", &beta);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
    v.Output("MidOut", &mid_out, Need::kOptional);
  }

  // Valid after InferShape.
  int channel_axis() const { return data_format == "NHWC" ? 3 : 1; }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    LITE_RETURN_IF_ERROR(IsChannelsLast("attribute data_format", data_format).status());
    if (n < 1) return InvalidArgument("attribute n: expected at least one channel, found ", n);
    out->Resize(dims);
    out->set_lod(x->lod());
    if (mid_out != nullptr) mid_out->Resize(dims);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {(2.0 * n + 20.0) * static_cast<double>(x->numel()),
            2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(lrn, Lrn);

}  // namespace paddle::lite::operators
