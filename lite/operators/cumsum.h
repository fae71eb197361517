#pragma once

#include <algorithm>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Sums along an axis, or with `flatten` over all elements as one vector: element i of Out is the
// sum of the elements up to i; up to i - 1 with `exclusive`; from the end with `reverse`.
struct Cumsum final : Op {
  const Tensor* x = nullptr;
  int axis = -1;
  bool flatten = false;
  bool exclusive = false;
  bool reverse = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("flatten", &flatten);
    v.Attr("exclusive", &exclusive);
    v.Attr("reverse", &reverse);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (flatten) {
      LITE_RETURN_IF_ERROR(SetShape("Out", DDim{x->numel()}, out));
    } else {
      LITE_RETURN_IF_ERROR(Axis().status());
      out->Resize(x->dims());
    }
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }

  // The axis, counted from the front; a scalar counts as one element.
  Result<int> Axis() const { return NormalizeAxis("axis", axis, std::max(x->dims().rank(), 1)); }
};

LITE_OP(cumsum, Cumsum);

}  // namespace paddle::lite::operators
