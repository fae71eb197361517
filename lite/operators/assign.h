#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = a copy of X.
struct Assign final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(assign, Assign);
LITE_OP(share_data, Assign);

}  // namespace paddle::lite::operators
