#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Repeats each slice of X along `dim`: as often as RepeatsTensor states for it, or else `Repeats`
// times.
struct RepeatInterleave final : Op {
  const Tensor* x = nullptr;
  const Tensor* repeats_tensor = nullptr;
  int repeats = 0;
  int dim = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("RepeatsTensor", &repeats_tensor, Need::kOptional);
    v.Attr("Repeats", &repeats);
    v.Attr("dim", &dim);
    v.Output("Out", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("dim", dim, x->dims().rank()); }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int axis, Axis());
    DDim dims = x->dims();
    if (repeats_tensor == nullptr) {
      if (repeats < 1)
        return InvalidArgument("attribute Repeats: expected 1 or more, found ", repeats);
      if (!CheckedMul(dims[axis], static_cast<int64_t>(repeats), &dims[axis]))
        return OutOfRange("attribute Repeats: ", repeats, " is too large for X ", x->dims());
    } else {
      if (repeats_tensor->dims().rank() != 1 || repeats_tensor->dims()[0] != dims[axis]) {
        return InvalidArgument("RepeatsTensor: expected shape [", dims[axis], "] for X ", dims,
                               ", found ", repeats_tensor->dims());
      }
      LITE_ASSIGN_OR_RETURN(dims[axis], SumOfRepeats());
    }
    LITE_RETURN_IF_ERROR(SetShape("Out", dims, out));
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    if (repeats_tensor == nullptr) return OkStatus();
    return CheckElementType<IndexTypes>("RepeatsTensor", repeats_tensor->precision());
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const override { return IsVariableData(repeats_tensor); }

 private:
  Result<int64_t> SumOfRepeats() const {
    LITE_RETURN_IF_ERROR(CheckValuesKnown("RepeatsTensor", *repeats_tensor));
    int64_t sum = 0;
    LITE_RETURN_IF_ERROR(VisitElementType<IndexTypes>(
        "RepeatsTensor", repeats_tensor->precision(), [&](auto type) -> Status {
          const auto* times = repeats_tensor->data<typename decltype(type)::Type>();
          for (int64_t i = 0; i < repeats_tensor->numel(); ++i) {
            if (times[i] < 0 || !CheckedAdd(sum, static_cast<int64_t>(times[i]), &sum)) {
              return OutOfRange("RepeatsTensor: ", times[i], " at position ", i, " is not a count");
            }
          }
          return OkStatus();
        }));
    return sum;
  }
};

LITE_OP(repeat_interleave, RepeatInterleave);

}  // namespace paddle::lite::operators
