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
    const DDim& dims = x->dims();
    if (x->lod().empty()) {
      if (dims.rank() != 3) {
        return InvalidArgument("X: expected rank 3 or a level of detail, found shape ", dims);
      }
    } else {
      if (dims.rank() != 2) return InvalidArgument("X: expected rank 2, found shape ", dims);
      LITE_RETURN_IF_ERROR(OnlyLevel("X", *x).status());
    }
    const DDim& weights = filter->dims();
    if (weights.rank() != 2 || weights[1] != dims[dims.rank() - 1]) {
      return InvalidArgument("Filter: expected ", dims[dims.rank() - 1], " columns, found shape ",
                             weights);
    }
    out->Resize(dims);
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
