#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out = t - log(sum(exp(t))) along `axis`, where t = max(X - max(X), -64). The lower bound is
// Paddle's.
struct LogSoftmax final : Op {
  const Tensor* x = nullptr;
  int axis = -1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Output("Out", &out);
  }

  // The axis, counted from the front; -1 for a scalar, which is treated as a line of one element.
  Result<int> Axis() const {
    const int rank = x->dims().rank();
    LITE_ASSIGN_OR_RETURN(const int along, NormalizeAxis("axis", axis, rank == 0 ? 1 : rank));
    return rank == 0 ? -1 : along;
  }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Axis().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {8.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(log_softmax, LogSoftmax);

}  // namespace paddle::lite::operators
