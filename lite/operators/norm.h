#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out = X / Norm, where Norm = sqrt(epsilon + sum of the squares along `axis`).
struct Norm final : Op {
  const Tensor* x = nullptr;
  int axis = -1;
  float epsilon = 1e-10f;
  Tensor* out = nullptr;
  Tensor* norm = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("epsilon", &epsilon);
    v.Output("Out", &out);
    v.Output("Norm", &norm, Need::kOptional);
  }

  // The axis, counted from the front.
  Result<int> Axis() const { return NormalizeAxis("axis", axis, x->dims().rank()); }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    if (norm == nullptr) return OkStatus();
    DDim shape = x->dims();
    shape[along] = 1;
    return SetShape("Norm", shape, norm);
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(norm, Norm);

}  // namespace paddle::lite::operators
