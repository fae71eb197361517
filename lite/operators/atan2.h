#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The angle of the point (X2, X1), in (-pi, pi]. Integers are computed in float and produce
// doubles, as in Paddle. X2 is not broadcast: it has the rank of X1 and at least as many elements,
// of which the first in memory are read.
struct Atan2 final : Op {
  const Tensor* x1 = nullptr;
  const Tensor* x2 = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X1", &x1);
    v.Input("X2", &x2);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (x2->dims().rank() != x1->dims().rank() || x2->numel() < x1->numel()) {
      return InvalidArgument("X2: expected shape ", x1->dims(), " of X1, or more elements, found ",
                             x2->dims());
    }
    out->Resize(x1->dims());
    out->set_lod(x1->lod());
    return OkStatus();
  }
  Status InferType() override {
    if (x1->precision() != x2->precision()) {
      return InvalidArgument("X2 has element type ", PrecisionToStr(x2->precision()),
                             ", expected that of X1, ", PrecisionToStr(x1->precision()));
    }
    const bool integers = CheckElementType<IndexTypes>("X1", x1->precision()).ok();
    out->set_precision(integers ? PrecisionType::kFP64 : x1->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {20.0 * static_cast<double>(out->numel()),
            3.0 * static_cast<double>(out->memory_size())};
  }
};

LITE_OP(atan2, Atan2);

}  // namespace paddle::lite::operators
