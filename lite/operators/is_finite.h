#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Whether each element is NaN, is infinite, or is neither, as bool.
struct IsFiniteEach final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(x->dims());
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
};

// Whether any element is NaN or infinite, or all elements are finite: one bool.
struct IsFiniteAll final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(DDim{1});
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
};

LITE_OP(isnan_v2, IsFiniteEach);
LITE_OP(isinf_v2, IsFiniteEach);
LITE_OP(isfinite_v2, IsFiniteEach);
LITE_OP(isnan, IsFiniteAll);
LITE_OP(isinf, IsFiniteAll);
LITE_OP(isfinite, IsFiniteAll);

}  // namespace paddle::lite::operators
