#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Concatenates the elements of a list along `axis`, or stacks them there. OutIndex has the size of
// each element along the axis.
struct TensorArrayToTensor final : Op {
  const TensorArray* x = nullptr;
  int axis = 0;
  bool use_stack = false;
  Tensor* out = nullptr;
  Tensor* out_index = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArray("X", &x, Need::kRequired);
    v.Attr("axis", &axis);
    v.Attr("use_stack", &use_stack);
    v.Output("Out", &out);
    v.Output("OutIndex", &out_index, Need::kOptional);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    const Tensor& first = x->front();
    DDim shape = first.dims();
    int64_t sum = 0;
    for (size_t i = 0; i < x->size(); ++i) {
      const DDim& dims = (*x)[i].dims();
      bool fits = dims.rank() == shape.rank() && (*x)[i].precision() == first.precision();
      for (int d = 0; fits && d < dims.rank(); ++d) {
        fits = dims[d] == shape[d] || (d == along && !use_stack);
      }
      const int64_t size = use_stack ? 1 : fits ? dims[along] : 0;
      if (!fits || !CheckedAdd(sum, size, &sum)) {
        return InvalidArgument("X: element ", i, " ", PrecisionToStr((*x)[i].precision()), dims,
                               " does not fit element 0 ", PrecisionToStr(first.precision()), shape,
                               " along axis ", along);
      }
    }
    DDim result;
    for (int d = 0; d < shape.rank(); ++d) {
      if (use_stack && d == along) result.push_back(sum);
      result.push_back(!use_stack && d == along ? sum : shape[d]);
    }
    if (use_stack && along == shape.rank()) result.push_back(sum);
    if (out_index != nullptr) out_index->Resize(DDim{static_cast<int64_t>(x->size())});
    return SetShape("Out", result, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(Axis().status());
    out->set_precision(x->front().precision());
    if (out_index != nullptr) out_index->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return true; }

  // Counted from the front; every element has a value.
  Result<int> Axis() const {
    if (x->empty()) return FailedPrecondition("X: the list is empty");
    for (size_t i = 0; i < x->size(); ++i) {
      if (!(*x)[i].IsInitialized()) {
        return FailedPrecondition("X: element ", i, " was never written");
      }
    }
    const int rank = x->front().dims().rank() + (use_stack ? 1 : 0);
    if (rank == 0) return InvalidArgument("X: scalars can only be stacked");
    if (rank > DDim::kMaxRank) {
      return InvalidArgument("X: shape ", x->front().dims(), " has too many dimensions to stack");
    }
    return NormalizeAxis("axis", axis, rank);
  }
};

LITE_OP(tensor_array_to_tensor, TensorArrayToTensor);

}  // namespace paddle::lite::operators
