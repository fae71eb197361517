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
  int dtype = 3;         // of the result, as numbered in program files; below 0 it is int64
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
    out->Resize(shape);  // the position in a vector has no dimension in Paddle 1.x either
    return OkStatus();
  }
  Status InferType() override {
    PrecisionType type = PrecisionType::kInt64;
    if (dtype >= 0) {
      LITE_ASSIGN_OR_RETURN(type, PrecisionOfDataType("dtype", dtype));
    }
    out->set_precision(type);
    return OkStatus();
  }
  // Paddle 1.8 converts positions to any type, as only the portable kernel does.
  Status CheckIntegerResult() const {
    if (dtype < 0 || dtype == 2 || dtype == 3) return OkStatus();
    return Unsupported("attribute dtype: expected 2 (int32), 3 (int64) or less than 0, found ",
                       dtype);
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(arg_max, ArgMinMax);
LITE_OP(arg_min, ArgMinMax);

}  // namespace paddle::lite::operators
