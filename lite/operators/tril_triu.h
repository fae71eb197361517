#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The lower (or upper) triangle of each matrix in the last two dimensions, with zeros elsewhere.
// The triangle includes the diagonal `diagonal`, counted upwards from the main one.
struct TrilTriu final : Op {
  const Tensor* x = nullptr;
  int diagonal = 0;
  bool lower = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("diagonal", &diagonal);
    v.Attr("lower", &lower);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (x->dims().rank() < 2)
      return InvalidArgument("X: expected rank 2 or more, found shape ", x->dims());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(tril_triu, TrilTriu);

}  // namespace paddle::lite::operators
