#pragma once

#include <algorithm>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The values along an axis in ascending (descending) order, and their positions. Equal values keep
// their order; NaN counts as greater than every number.
struct Argsort final : Op {
  const Tensor* x = nullptr;
  int axis = -1;
  bool descending = false;
  Tensor* out = nullptr;
  Tensor* indices = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("descending", &descending);
    v.Output("Out", &out);
    v.Output("Indices", &indices);
  }
  // The axis, counted from the front; a scalar counts as one element.
  Result<int> Axis() const { return NormalizeAxis("axis", axis, std::max(x->dims().rank(), 1)); }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Axis().status());
    for (Tensor* tensor : {out, indices}) {
      tensor->Resize(x->dims());
      tensor->set_lod(x->lod());
    }
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    indices->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size() + indices->memory_size())};
  }
};

LITE_OP(argsort, Argsort);

}  // namespace paddle::lite::operators
