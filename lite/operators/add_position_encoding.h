#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out = alpha * X + beta * E(t) at position t of a sequence. The first half of the elements of E(t)
// are sines, the second half cosines, of t / 10000^(k / (half - 1)). Sequences are X [B, T, D], or
// X [T, D] with a level of detail.
struct AddPositionEncoding final : Op {
  const Tensor* x = nullptr;
  float alpha = 1.0f;
  float beta = 1.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("alpha", &alpha);
    v.Attr("beta", &beta);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int64_t width, WidthOfRows("X", *x));
    if (width % 2 != 0) {
      return InvalidArgument("X: expected an even number of elements for a position, found shape ",
                             x->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {60.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(add_position_encoding, AddPositionEncoding);

}  // namespace paddle::lite::operators
