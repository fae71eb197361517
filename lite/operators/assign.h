#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = a copy of X. The place that a program names for `memcpy` is not read: it is that of the
// kernels which read Out.
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
LITE_OP(memcpy, Assign);

}  // namespace paddle::lite::operators
