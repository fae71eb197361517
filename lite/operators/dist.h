#pragma once

#include "lite/operators/broadcast.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The norm of order p (see p_norm) of X - Y, whose shapes are broadcast: one value.
struct Dist final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  float p = 2.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("p", &p);
    v.Output("Out", &out);
  }
  Result<Broadcast> Shapes() const { return BroadcastShapes(x->dims(), y->dims(), -1); }

  Status InferShape() override {
    if (x->numel() == 0) return InvalidArgument("X: shape ", x->dims(), " has no elements");
    if (y->numel() == 0) return InvalidArgument("Y: shape ", y->dims(), " has no elements");
    LITE_RETURN_IF_ERROR(Shapes().status());
    SetScalarShape(out);
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    if (x->precision() != y->precision()) {
      return InvalidArgument("Y has element type ", PrecisionToStr(y->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + y->memory_size())};
  }
};

LITE_OP(dist, Dist);

}  // namespace paddle::lite::operators
