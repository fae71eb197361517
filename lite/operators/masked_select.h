#pragma once

#include "lite/core/element.h"
#include "lite/operators/broadcast.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The elements of X at which Mask is true, as a vector in memory order. Shapes are broadcast.
struct MaskedSelect final : Op {
  const Tensor* x = nullptr;
  const Tensor* mask = nullptr;
  Tensor* y = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Mask", &mask);
    v.Output("Y", &y);
  }
  // X, and Mask as Y.
  Result<Broadcast> Shapes() const {
    const Result<Broadcast> shapes = BroadcastShapes(x->dims(), mask->dims(), -1);
    if (shapes.ok()) return shapes;
    return InvalidArgument("Mask: shapes ", x->dims(), " of X and ", mask->dims(),
                           " cannot be broadcast");
  }
  Status InferShape() override { return Shapes().status(); }
  Status InferType() override {
    y->set_precision(x->precision());
    return CheckElementType<ElementTypes<bool>>("Mask", mask->precision());
  }
  Cost Estimate() const override {
    return {0, static_cast<double>(x->memory_size() + mask->memory_size())};
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(masked_select, MaskedSelect);

}  // namespace paddle::lite::operators
