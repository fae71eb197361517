#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The largest of `groups` neighbouring channels: channel c of Out is the maximum of the channels
// from c * groups of X.
struct Maxout final : Op {
  const Tensor* x = nullptr;
  int groups = 0;
  int axis = 1;  // of the channels
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("groups", &groups);
    v.Attr("axis", &axis);
    v.Output("Out", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("axis", axis, 4); }

  Status InferShape() override {
    if (groups < 2) return InvalidArgument("groups: expected at least 2, found ", groups);
    DDim shape = x->dims();
    if (shape.rank() != 4) {
      return InvalidArgument("X: expected rank 4, found shape ", shape);
    }
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    if (shape[along] % groups != 0) {
      return InvalidArgument("groups: ", groups, " does not divide dimension ", along, " of X ",
                             shape);
    }
    shape[along] /= groups;
    out->Resize(shape);
    out->set_lod(LoD());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(maxout, Maxout);

}  // namespace paddle::lite::operators
