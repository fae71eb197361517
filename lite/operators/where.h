#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out = Condition ? X : Y, elementwise. Condition holds bools; the three have one shape.
struct Where final : Op {
  const Tensor* condition = nullptr;
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Condition", &condition);
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    for (const Tensor* tensor : {x, y}) {
      if (tensor->dims() != condition->dims()) {
        return InvalidArgument(tensor == x ? "X" : "Y", ": expected shape ", condition->dims(),
                               " of Condition, found ", tensor->dims());
      }
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<ElementTypes<bool>>("Condition", condition->precision()));
    if (x->precision() != y->precision()) {
      return InvalidArgument("Y has element type ", PrecisionToStr(y->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {0, static_cast<double>(condition->memory_size()) +
                   3.0 * static_cast<double>(out->memory_size())};
  }
};

// The positions [n, rank] of the elements of Condition that are not zero, in memory order; NaN is
// not zero.
struct WhereIndex final : Op {
  const Tensor* condition = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Condition", &condition);
    v.Output("Out", &out);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override {
    out->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, static_cast<double>(condition->memory_size())}; }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(where, Where);
LITE_OP(where_index, WhereIndex);

}  // namespace paddle::lite::operators
