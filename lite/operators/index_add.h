#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out is X, where slice i of AddValue along an axis is added to slice Index[i].
struct IndexAdd final : Op {
  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  const Tensor* add_value = nullptr;
  int axis = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Index", &index);
    v.Input("AddValue", &add_value);
    v.Attr("axis", &axis);
    v.Output("Out", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("axis", axis, x->dims().rank()); }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    if (index->dims().rank() != 1)
      return InvalidArgument("Index: expected rank 1, found shape ", index->dims());
    DDim expected = x->dims();
    expected[along] = index->dims()[0];
    if (add_value->dims() != expected) {
      return InvalidArgument("AddValue: expected shape ", expected, " for X ", x->dims(),
                             " and Index ", index->dims(), ", found ", add_value->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Index", index->precision()));
    if (add_value->precision() != x->precision()) {
      return InvalidArgument("AddValue has element type ", PrecisionToStr(add_value->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(add_value->numel()),
            2.0 * static_cast<double>(x->memory_size() + add_value->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(index_add, IndexAdd);

}  // namespace paddle::lite::operators
