#pragma once

#include <string>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Result is Input, where Result[.., Index[.., i, ..], ..] becomes Value[.., i, ..] along an axis,
// or is combined with it. Without Include_self, the elements of Input that are selected do not
// count.
struct PutAlongAxis final : Op {
  enum class Reduction : int { kAssign, kAdd, kMultiply, kMin, kMax, kMean };

  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  const Tensor* value = nullptr;
  int axis = 0;
  std::string reduce = "assign";
  bool include_self = true;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &x);
    v.Input("Index", &index);
    v.Input("Value", &value);
    v.Attr("Axis", &axis);
    v.Attr("Reduce", &reduce);
    v.Attr("Include_self", &include_self);
    v.Output("Result", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("Axis", axis, x->dims().rank()); }
  Result<Reduction> Reduces() const {
    if (reduce == "assign") return Reduction::kAssign;
    if (reduce == "add") return Reduction::kAdd;
    if (reduce == "mul" || reduce == "multiply") return Reduction::kMultiply;
    if (reduce == "amin") return Reduction::kMin;
    if (reduce == "amax") return Reduction::kMax;
    if (reduce == "mean") return Reduction::kMean;
    return InvalidArgument("attribute Reduce: expected assign, add, mul, multiply, amin, amax or ",
                           "mean, found '", reduce, "'");
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Reduces().status());
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    const DDim& dims = x->dims();
    bool fits = index->dims().rank() == dims.rank();
    for (int i = 0; fits && i < dims.rank(); ++i) fits = i == along || index->dims()[i] <= dims[i];
    if (!fits) {
      return InvalidArgument("Index: expected the rank of Input ", dims,
                             " and at most its dimensions, found ", index->dims());
    }
    if (value->dims() != index->dims()) {
      return InvalidArgument("Value: expected shape ", index->dims(), " of Index, found ",
                             value->dims());
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Index", index->precision()));
    if (value->precision() != x->precision()) {
      return InvalidArgument("Value has element type ", PrecisionToStr(value->precision()),
                             ", expected that of Input, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(index->numel()),
            2.0 * static_cast<double>(x->memory_size() + value->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(put_along_axis, PutAlongAxis);

}  // namespace paddle::lite::operators
