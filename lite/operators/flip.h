#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Reverses the elements along some axes.
struct Flip final : Op {
  const Tensor* x = nullptr;
  std::vector<int> axis;
  std::vector<int> dims;  // the same in programs of Paddle 1.x
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("dims", &dims);
    v.Output("Out", &out);
  }

  // For every axis of X: 1 if it is reversed.
  Result<DDim> Reversed() const {
    const int rank = x->dims().rank();
    DDim reversed;
    for (int i = 0; i < rank; ++i) reversed.push_back(0);
    for (const int given : axis.empty() ? dims : axis) {
      LITE_ASSIGN_OR_RETURN(const int along, NormalizeAxis("axis", given, rank));
      reversed[along] = 1;
    }
    return reversed;
  }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Reversed().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(flip, Flip);
LITE_OP(reverse, Flip);

}  // namespace paddle::lite::operators
