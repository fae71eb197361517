#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = a copy of X. The place is that of the kernels which read it, whatever the program says.
struct Memcpy final : Op {
  const Tensor* x = nullptr;
  int dst_place_type = -1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("dst_place_type", &dst_place_type);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(memcpy, Memcpy);

}  // namespace paddle::lite::operators
