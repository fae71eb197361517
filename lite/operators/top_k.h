#pragma once

#include <algorithm>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The k largest values along an axis, largest first, and their positions. Equal values keep their
// order; NaN counts as greater than every number.
struct TopKBase : Op {
  const Tensor* x = nullptr;
  const Tensor* k_tensor = nullptr;  // one integer, instead of `k`
  int k = 1;
  Tensor* out = nullptr;
  Tensor* indices = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Input("K", &k_tensor, Need::kOptional);
    v.Attr("k", &k);
    Attributes(v);
    v.Output("Out", &out);
    v.Output("Indices", &indices);
  }
  Status InferShape() final {
    int64_t count = k;
    if (k_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(count, ReadK(*k_tensor));
    }
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    DDim shape = x->dims();
    // As in Paddle, k does not matter for a scalar.
    if (count < 1 || (shape.rank() > 0 && count > shape[along])) {
      return InvalidArgument("k: expected ",
                             shape.rank() > 0 ? StrCat("1 to ", shape[along]) : "at least 1",
                             " for dimension ", along, " of X ", shape, ", found ", count);
    }
    if (shape.rank() > 0) shape[along] = count;
    for (Tensor* tensor : {out, indices}) {
      tensor->Resize(shape);
      ShareLoDIfRowsKept(*x, tensor);
    }
    return OkStatus();
  }
  Status InferType() final {
    out->set_precision(x->precision());
    indices->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const final {
    return {4.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
  bool ShapeDependsOnData() const final { return IsVariableData(k_tensor); }

  // The axis, counted from the front; a scalar counts as one element.
  Result<int> Axis() const { return NormalizeAxis("axis", axis, std::max(x->dims().rank(), 1)); }

  int axis = -1;
  bool largest = true;
  bool sorted = true;  // ignored: the result is always sorted

 protected:
  virtual void Attributes(FieldVisitor&) = 0;
  virtual Result<int64_t> ReadK(const Tensor& tensor) const { return ReadInteger("K", tensor); }
};

// Along the last axis. As in Paddle, K may hold several integers, of which the first counts.
struct TopK final : TopKBase {
 protected:
  void Attributes(FieldVisitor&) override {}
  Result<int64_t> ReadK(const Tensor& tensor) const override {
    return ReadFirstInteger("K", tensor);
  }
};

struct TopKV2 final : TopKBase {
 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("axis", &axis);
    v.Attr("largest", &largest);
    v.Attr("sorted", &sorted);
  }
};

LITE_OP(top_k, TopK);
LITE_OP(top_k_v2, TopKV2);

}  // namespace paddle::lite::operators
