#pragma once

#include <array>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Dimension i of the output is dimension axis[i] of the input.
struct Transpose final : Op {
  const Tensor* x = nullptr;
  std::vector<int> axis;
  Tensor* out = nullptr;
  Tensor* xshape = nullptr;  // transpose2 only

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Output("Out", &out);
    v.Output("XShape", &xshape, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& from = x->dims();
    if (axis.size() != from.size()) {
      return InvalidArgument("attribute axis ", ListToString(axis),
                             " is not a permutation of X of rank ", from.rank());
    }
    std::array<bool, DDim::kMaxRank> seen{};
    DDim shape;
    for (const int a : axis) {
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis("axis", a, from.rank()));
      if (seen[i])
        return InvalidArgument("attribute axis ", ListToString(axis), " names a dimension twice");
      seen[i] = true;
      shape.push_back(from[i]);
    }
    out->Resize(shape);
    out->set_lod(!axis.empty() && axis[0] == 0 ? x->lod() : LoD());
    SetShapeHolder(*x, xshape);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(transpose, Transpose);
LITE_OP(transpose2, Transpose);

}  // namespace paddle::lite::operators
