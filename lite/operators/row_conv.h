#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Lookahead convolution: Out[t] is the sum of X[t + k] * Filter[k] over the rows of Filter, within
// the sequence. Sequences are X [T, D] with a level of detail, or X [B, T, D].
struct RowConv final : Op {
  const Tensor* x = nullptr;
  const Tensor* filter = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Filter", &filter);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int64_t width, WidthOfRows("X", *x));
    const DDim& weights = filter->dims();
    if (weights.rank() != 2 || weights[1] != width) {
      return InvalidArgument("Filter: expected ", width, " columns, found shape ", weights);
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<ElementTypes<float>>("X", x->precision()));
    LITE_RETURN_IF_ERROR(CheckElementType<ElementTypes<float>>("Filter", filter->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()) * static_cast<double>(filter->dims()[0]),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(row_conv, RowConv);

}  // namespace paddle::lite::operators
