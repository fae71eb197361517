#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X + step, with the step first cast to X's type.
struct Increment final : Op {
  const Tensor* x = nullptr;
  float step = 1.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("step", &step);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (x->numel() != 1) return InvalidArgument("X: expected one value, found shape ", x->dims());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(increment, Increment);

}  // namespace paddle::lite::operators
