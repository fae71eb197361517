#pragma once

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Index of the largest (smallest) value along `axis`: the first of equal values, and a NaN only if
// there is no number.
struct ArgMinMax final : Op {
  const Tensor* x = nullptr;
  int64_t axis = -1;
  bool keepdims = false;
  bool flatten = false;  // search all elements
  int dtype = 3;         // 2 int32; 3 and -1 int64
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("keepdims", &keepdims);
    v.Attr("flatten", &flatten);
    v.Attr("dtype", &dtype);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (x->numel() == 0)
      return InvalidArgument("X: shape ", dims, " has no element to choose from");
    out->set_lod(LoD());
    if (flatten || dims.rank() == 0) {
      if (!keepdims) {
        SetScalarShape(out);
        return OkStatus();
      }
      DDim ones;
      for (int i = 0; i < dims.rank(); ++i) ones.push_back(1);
      // As in Paddle, a value without dimensions gets one, unless all elements are searched.
      if (!flatten) ones.push_back(1);
      out->Resize(ones);
      return OkStatus();
    }
    LITE_ASSIGN_OR_RETURN(const int along, NormalizeAxis("axis", axis, dims.rank()));
    DDim shape;
    for (int i = 0; i < dims.rank(); ++i) {
      if (i != along) {
        shape.push_back(dims[i]);
      } else if (keepdims) {
        shape.push_back(1);
      }
    }
    if (shape.rank() == 0) {
      SetScalarShape(out);
    } else {
      out->Resize(shape);
    }
    return OkStatus();
  }
  Status InferType() override {
    if (dtype != -1 && dtype != 2 && dtype != 3) {
      return InvalidArgument("attribute dtype: expected 2 (int32), 3 (int64) or -1, found ", dtype);
    }
    out->set_precision(dtype == 2 ? PrecisionType::kInt32 : PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(arg_max, ArgMinMax);
LITE_OP(arg_min, ArgMinMax);

}  // namespace paddle::lite::operators
