#pragma once

#include <string>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// x > 0 ? x : alpha * x, with one alpha for all elements (mode "all"), one per channel ("channel")
// or one per element of an image, shared by the batch ("element").
struct Prelu final : Op {
  const Tensor* x = nullptr;
  const Tensor* alpha = nullptr;
  std::string mode = "all";
  std::string data_format = "NCHW";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Alpha", &alpha);
    v.Attr("mode", &mode);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    int64_t expected = 1;
    if (mode == "channel") {
      if (dims.rank() < 2)
        return InvalidArgument("X: mode channel needs rank 2 or more, found shape ", dims);
      if (data_format != "NCHW" && data_format != "NHWC") {
        return InvalidArgument("attribute data_format: expected NCHW or NHWC, found '", data_format,
                               "'");
      }
      expected = dims[ChannelAxis()];
    } else if (mode == "element") {
      if (dims.rank() < 1)
        return InvalidArgument("X: mode element needs rank 1 or more, found shape ", dims);
      expected = dims.Count(1, dims.rank());
    } else if (mode != "all") {
      return InvalidArgument("attribute mode: expected all, channel or element, found '", mode,
                             "'");
    }
    if (alpha->numel() != expected) {
      return InvalidArgument("Alpha: mode ", mode, " on X ", dims, " needs ", expected,
                             " values, found shape ", alpha->dims());
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }

  int ChannelAxis() const { return data_format == "NHWC" ? x->dims().rank() - 1 : 1; }
};

LITE_OP(prelu, Prelu);

}  // namespace paddle::lite::operators
