#pragma once

#include "lite/operators/op.h"

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

LITE_OP(shuffle_channel, ShuffleChannel);

}  // namespace paddle::lite::operators
