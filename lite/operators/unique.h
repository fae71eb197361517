#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The distinct elements of X, or with an axis its distinct slices. Index has the position in Out of
// every element of X, Indices the first position in X of every element of Out, and Counts how often
// it occurs. NaN is greater than every number and equal to no other NaN.
struct UniqueBase : Op {
  const Tensor* x = nullptr;
  int dtype = 3;  // of the positions and counts
  Tensor* out = nullptr;
  Tensor* index = nullptr;
  Tensor* indices = nullptr;
  Tensor* counts = nullptr;

  // Ascending, or in the order of first occurrence.
  virtual bool SortsResult() const = 0;
  // The axis, counted from the front; -1 = X is a vector of all elements.
  virtual Result<int> Axis() const = 0;
  // Whether positions may have any element type.
  virtual bool AnyPositionType() const { return false; }

  Status InferShape() final {
    LITE_RETURN_IF_ERROR(Axis().status());
    if (!SortsResult() && x->dims().rank() > 1)
      return InvalidArgument("X: expected a vector, found shape ", x->dims());
    return OkStatus();
  }
  Status InferType() final {
    LITE_ASSIGN_OR_RETURN(const PrecisionType positions, PrecisionOfDataType("dtype", dtype));
    if (!AnyPositionType()) {
      LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("attribute dtype", positions));
    }
    out->set_precision(x->precision());
    for (Tensor* tensor : {index, indices, counts}) {
      if (tensor != nullptr) tensor->set_precision(positions);
    }
    return OkStatus();
  }
  Cost Estimate() const final {
    return {20.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  bool KernelAllocatesOutput() const final { return true; }
};

struct Unique final : UniqueBase {
  bool return_index = false;
  bool return_inverse = false;
  bool return_counts = false;
  std::vector<int> axis;
  bool is_sorted = false;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("return_index", &return_index);
    v.Attr("return_inverse", &return_inverse);
    v.Attr("return_counts", &return_counts);
    v.Attr("axis", &axis);
    v.Attr("dtype", &dtype);
    v.Attr("is_sorted", &is_sorted);
    v.Output("Out", &out);
    v.Output("Index", &index, Need::kOptional);
    v.Output("Indices", &indices, Need::kOptional);
    v.Output("Counts", &counts, Need::kOptional);
  }
  bool SortsResult() const override { return is_sorted; }
  bool AnyPositionType() const override { return !is_sorted; }
  Result<int> Axis() const override {
    if (axis.empty() || !is_sorted) return -1;
    return NormalizeAxis("axis", axis[0], x->dims().rank());  // others have no effect, as in Paddle
  }
};

struct UniqueWithCounts final : UniqueBase {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("dtype", &dtype);
    v.Output("Out", &out);
    v.Output("Index", &index);
    v.Output("Count", &counts);
  }
  bool SortsResult() const override { return false; }
  Result<int> Axis() const override { return -1; }
};

// X without the elements, or with an axis the slices, that equal the one before them. Index has the
// position in Out of every one of X, and Counts how many of X each of Out stands for.
struct UniqueConsecutive final : Op {
  const Tensor* x = nullptr;
  bool return_inverse = false;
  bool return_counts = false;
  std::vector<int> axis;
  int dtype = 5;  // of the positions and counts, which must be set if there are some
  Tensor* out = nullptr;
  Tensor* index = nullptr;
  Tensor* counts = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("return_inverse", &return_inverse);
    v.Attr("return_counts", &return_counts);
    v.Attr("axis", &axis);
    v.Attr("dtype", &dtype);
    v.Output("Out", &out);
    v.Output("Index", &index, Need::kOptional);
    v.Output("Counts", &counts, Need::kOptional);
  }
  // Counted from the front; -1 = X is a vector of all elements.
  Result<int> Axis() const {
    if (axis.empty()) return -1;
    return NormalizeAxis("axis", axis[0], x->dims().rank());  // others have no effect, as in Paddle
  }
  Status InferShape() override { return Axis().status(); }
  Status InferType() override {
    out->set_precision(x->precision());
    if (index == nullptr && counts == nullptr) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const PrecisionType positions, PrecisionOfDataType("dtype", dtype));
    for (Tensor* tensor : {index, counts}) {
      if (tensor != nullptr) tensor->set_precision(positions);
    }
    return CheckElementType<IndexTypes>("attribute dtype", positions);
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(unique, Unique);
LITE_OP(unique_consecutive, UniqueConsecutive);
LITE_OP(unique_with_counts, UniqueWithCounts);

}  // namespace paddle::lite::operators
