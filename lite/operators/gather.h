#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The shape of the slices of `x` along `axis` that `index` selects: [n], [n, 1], or a single
// number, which removes the axis.
inline Result<DDim> SelectedShape(const Tensor& x, int axis, const Tensor& index) {
  const DDim& which = index.dims();
  if (which.rank() > 2 || (which.rank() == 2 && which[1] != 1))
    return InvalidArgument("Index: expected shape [n] or [n, 1], found ", which);
  if (!CheckElementType<IndexTypes>("Index", index.precision()).ok()) {
    return InvalidArgument("Index: expected int32 or int64, found ",
                           PrecisionToStr(index.precision()));
  }
  DDim shape;
  for (int i = 0; i < x.dims().rank(); ++i) {
    if (i != axis) {
      shape.push_back(x.dims()[i]);
    } else if (which.rank() > 0) {
      shape.push_back(which[0]);
    }
  }
  return shape;
}

// The slices of X along an axis selected by Index. An index out of range is an error.
struct Gather final : Op {
  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  const Tensor* axis_tensor = nullptr;  // one integer, instead of `axis`
  int axis = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Index", &index);
    v.Input("Axis", &axis_tensor, Need::kOptional);
    v.Attr("axis", &axis);
    v.Output("Out", &out);
  }

  Result<int> Axis() const {
    int64_t along = axis;
    if (axis_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(along, ReadInteger("Axis", *axis_tensor));
    }
    return NormalizeAxis("axis", along, x->dims().rank());
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    LITE_ASSIGN_OR_RETURN(const DDim shape, SelectedShape(*x, along, *index));
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const override { return IsVariableData(axis_tensor); }
};

// The same with the axis in `dim`.
struct IndexSelect final : Op {
  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  int dim = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Index", &index);
    v.Attr("dim", &dim);
    v.Output("Out", &out);
  }
  Result<int> Axis() const { return NormalizeAxis("dim", dim, x->dims().rank()); }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    LITE_ASSIGN_OR_RETURN(const DDim shape, SelectedShape(*x, along, *index));
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(gather, Gather);
LITE_OP(index_select, IndexSelect);

}  // namespace paddle::lite::operators
