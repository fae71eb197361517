#pragma once

#include <algorithm>

#include "lite/operators/cumsum.h"
#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Element i of Out is the product of the elements up to i along an axis.
struct Cumprod final : Op {
  const Tensor* x = nullptr;
  int dim = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("dim", &dim);
    v.Output("Out", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("dim", dim, std::max(x->dims().rank(), 1)); }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Axis().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

// The largest (smallest) of the elements up to i along an axis, and the last position of it. NaN is
// larger and smaller than every number.
struct CumulativeExtreme final : Op {
  const Tensor* x = nullptr;
  int axis = -1;
  int dtype = 3;  // type of the positions
  Tensor* out = nullptr;
  Tensor* indices = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("x", &x);
    v.Attr("axis", &axis);
    v.Attr("dtype", &dtype);
    v.Output("out", &out);
    v.Output("indices", &indices);
  }
  Result<int> Axis() const { return NormalizeAxis("axis", axis, std::max(x->dims().rank(), 1)); }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Axis().status());
    for (Tensor* tensor : {out, indices}) {
      tensor->Resize(x->dims());
      tensor->set_lod(x->lod());
    }
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    LITE_ASSIGN_OR_RETURN(const PrecisionType type, PrecisionOfDataType("dtype", dtype));
    if (type != PrecisionType::kInt32 && type != PrecisionType::kInt64) {
      return InvalidArgument("attribute dtype: expected int32 or int64, found ",
                             PrecisionToStr(type));
    }
    indices->set_precision(type);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size() + indices->memory_size())};
  }
};

LITE_OP(cumprod, Cumprod);
LITE_OP(cummax, CumulativeExtreme);
LITE_OP(cummin, CumulativeExtreme);
// log(sum(exp(x))) of the elements up to i, with the attributes of cumsum.
LITE_OP(logcumsumexp, Cumsum);

}  // namespace paddle::lite::operators
