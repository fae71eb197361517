#pragma once

#include "lite/operators/broadcast.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// X + Weight * (Y - X), where the shapes of all three are broadcast.
struct Lerp final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  const Tensor* weight = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Input("Weight", &weight);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Broadcast ends, BroadcastShapes(x->dims(), y->dims(), -1));
    const Result<Broadcast> all = BroadcastShapes(ends.out, weight->dims(), -1);
    if (!all.ok()) {
      return InvalidArgument("Weight: shape ", weight->dims(), " cannot be broadcast with ",
                             ends.out, " of X and Y");
    }
    out->Resize(all->out);
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckType("Y", *y));
    LITE_RETURN_IF_ERROR(CheckType("Weight", *weight));
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {3.0 * static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + y->memory_size() + weight->memory_size() +
                                out->memory_size())};
  }

 private:
  Status CheckType(const char* slot, const Tensor& tensor) const {
    if (tensor.precision() == x->precision()) return OkStatus();
    return InvalidArgument(slot, " has element type ", PrecisionToStr(tensor.precision()),
                           ", expected that of X, ", PrecisionToStr(x->precision()));
  }
};

LITE_OP(lerp, Lerp);

}  // namespace paddle::lite::operators
