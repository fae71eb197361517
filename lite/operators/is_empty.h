#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Whether X has no elements.
struct IsEmpty final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    SetScalarShape(out);
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
  bool ReadsData() const override { return false; }
};

LITE_OP(is_empty, IsEmpty);

}  // namespace paddle::lite::operators
