#pragma once

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// A tensor of X's shape filled with one value, with X's element type or another.
struct FillAnyLikeBase : Op {
  const Tensor* x = nullptr;
  float value = 0.0f;
  int dtype = -1;  // less than 0: the type of X
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    Attributes(v);
    v.Output("Out", &out);
  }
  bool ReadsData() const final { return false; }
  Status InferShape() final {
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() final {
    out->set_precision(x->precision());
    if (dtype < 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const final { return {0, static_cast<double>(out->memory_size())}; }

 protected:
  virtual void Attributes(FieldVisitor& v) = 0;
};

struct FillAnyLike final : FillAnyLikeBase {
 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("value", &value);
    v.Attr("dtype", &dtype);
  }
};

struct FillZerosLike final : FillAnyLikeBase {
 protected:
  void Attributes(FieldVisitor&) override {}
};

LITE_OP(fill_any_like, FillAnyLike);
LITE_OP(fill_zeros_like, FillZerosLike);

}  // namespace paddle::lite::operators
