#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out[.., i, ..] = X[.., Index[.., i, ..], ..] along one axis, in the shape of Index. Base of
// take_along_axis and index_sample.
struct TakeAlong : Op {
  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  Tensor* out = nullptr;

  virtual Result<int> Axis() const = 0;
  // Whether an index outside of the axis is an error, and not only one outside of X.
  virtual bool ChecksAxis() const { return true; }

  Status InferType() override {
    out->set_precision(x->precision());
    return CheckElementType<IndexTypes>("Index", index->precision());
  }
  Cost Estimate() const override {
    return {0, static_cast<double>(index->memory_size()) +
                   2.0 * static_cast<double>(out->memory_size())};
  }
};

// As in Paddle, the dimensions before the axis and those after it are joined, an element of Index
// is at the same number of the joined ones in X, and an index is valid if its element is one of X.
// Index may lack the last dimensions of X.
struct TakeAlongAxis final : TakeAlong {
  int axis = 0;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &x);
    v.Input("Index", &index);
    v.Attr("Axis", &axis);
    v.Output("Result", &out);
  }
  Result<int> Axis() const override { return NormalizeAxis("Axis", axis, x->dims().rank()); }
  bool ChecksAxis() const override { return false; }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    const DDim& which = index->dims();
    const int rank = x->dims().rank();
    if (which.rank() != rank && (axis < 0 || along >= which.rank() || which.rank() > rank))
      return InvalidArgument("Index: expected rank ", rank, " of Input, found ", which);
    out->Resize(which);
    out->set_lod(LoD());
    return OkStatus();
  }
};

// The elements of each row of X that the same row of Index selects.
struct IndexSample final : TakeAlong {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Index", &index);
    v.Output("Out", &out);
  }
  Result<int> Axis() const override { return 1; }

  Status InferShape() override {
    if (x->dims().rank() != 2) return InvalidArgument("X: expected rank 2, found ", x->dims());
    if (index->dims().rank() != 2 || index->dims()[0] != x->dims()[0]) {
      return InvalidArgument("Index: expected rank 2 and ", x->dims()[0], " rows as in X, found ",
                             index->dims());
    }
    out->Resize(index->dims());
    out->set_lod(index->lod());
    return OkStatus();
  }
};

LITE_OP(take_along_axis, TakeAlongAxis);
LITE_OP(index_sample, IndexSample);

}  // namespace paddle::lite::operators
