#pragma once

#include <algorithm>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// One element of each line along an axis, and its position.
struct PickAlongAxis : Op {
  const Tensor* x = nullptr;
  int axis = -1;
  bool keepdim = false;
  Tensor* out = nullptr;
  Tensor* indices = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    Attributes(v);
    v.Attr("axis", &axis);
    v.Attr("keepdim", &keepdim);
    v.Output("Out", &out);
    v.Output("Indices", &indices);
  }
  // The axis, counted from the front; a scalar counts as one element.
  Result<int> Axis() const { return NormalizeAxis("axis", axis, std::max(x->dims().rank(), 1)); }
  // Elements along the axis.
  int64_t LineSize(int along) const { return x->dims().rank() == 0 ? 1 : x->dims()[along]; }

  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    LITE_RETURN_IF_ERROR(CheckLineSize(LineSize(along)));
    const DDim& dims = x->dims();
    DDim shape;
    for (int i = 0; i < dims.rank(); ++i) {
      if (i != along || keepdim) shape.push_back(i == along ? 1 : dims[i]);
    }
    for (Tensor* tensor : {out, indices}) {
      if (dims.rank() == 1 && !keepdim) {
        SetScalarShape(tensor);
      } else {
        tensor->Resize(shape);
      }
      tensor->set_lod(along != 0 ? x->lod() : LoD());
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
            static_cast<double>(x->memory_size() + out->memory_size() + indices->memory_size())};
  }

 protected:
  virtual void Attributes(FieldVisitor&) {}
  virtual Status CheckLineSize(int64_t size) const = 0;
};

// The k-th smallest element. NaN counts as greater than every number.
struct KthValue final : PickAlongAxis {
  int k = 1;

 protected:
  void Attributes(FieldVisitor& v) override { v.Attr("k", &k); }
  Status CheckLineSize(int64_t size) const override {
    if (k >= 1 && k <= size) return OkStatus();
    return InvalidArgument("k: expected 1 to ", size, " for axis ", axis, " of X ", x->dims(),
                           ", found ", k);
  }
};

// The most frequent element, the smallest of several, and its last position. NaN differs from
// itself.
struct Mode final : PickAlongAxis {
 protected:
  Status CheckLineSize(int64_t size) const override {
    if (size > 0) return OkStatus();
    return InvalidArgument("X: shape ", x->dims(), " has no elements along axis ", axis);
  }
};

LITE_OP(kthvalue, KthValue);
LITE_OP(mode, Mode);

}  // namespace paddle::lite::operators
