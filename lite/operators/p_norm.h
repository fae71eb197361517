#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The norm of order `porder` along an axis, or with `asvector` of all elements:
// sum(|x|^p)^(1/p); the number of elements other than 0 for p = 0, the largest (smallest) magnitude
// for p = inf (-inf).
struct PNorm final : Op {
  const Tensor* x = nullptr;
  float porder = 2.0f;
  int axis = -1;
  float epsilon = 1e-12f;  // only used in training
  bool keepdim = false;
  bool asvector = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("porder", &porder);
    v.Attr("axis", &axis);
    v.Attr("epsilon", &epsilon);
    v.Attr("keepdim", &keepdim);
    v.Attr("asvector", &asvector);
    v.Output("Out", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("axis", axis, x->dims().rank()); }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (!asvector) LITE_RETURN_IF_ERROR(Axis().status());
    const int along = asvector ? -1 : *Axis();
    if (x->numel() == 0) return InvalidArgument("X: shape ", dims, " has no elements");
    DDim shape;
    for (int i = 0; i < dims.rank(); ++i) {
      const bool reduced = asvector || i == along;
      if (!reduced || keepdim) shape.push_back(reduced ? 1 : dims[i]);
    }
    out->set_lod(dims.rank() > 0 && shape.rank() > 0 && shape[0] == dims[0] && along != 0 ? x->lod()
                                                                                          : LoD());
    // The norm of a vector along its axis has no dimension in Paddle 1.x either.
    if (asvector && !keepdim) {
      SetScalarShape(out);
    } else {
      out->Resize(shape);
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(x->numel()), static_cast<double>(x->memory_size())};
  }
};

LITE_OP(p_norm, PNorm);

}  // namespace paddle::lite::operators
