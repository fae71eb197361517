#pragma once

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X converted to another element type.
struct Cast final : Op {
  const Tensor* x = nullptr;
  int in_dtype = 5;  // X's type according to the program; the actual type of X is used
  int out_dtype = 5;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("in_dtype", &in_dtype);
    v.Attr("out_dtype", &out_dtype);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision,
                          PrecisionOfDataType("out_dtype", out_dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(cast, Cast);

}  // namespace paddle::lite::operators
