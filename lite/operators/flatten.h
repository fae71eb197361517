#pragma once

#include "lite/operators/view.h"

namespace paddle::lite::operators {

// Flattens to rank 2: the dimensions before `axis`, and the others. A scalar becomes [1].
struct Flatten final : View {
  int axis = 1;

 protected:
  void Attributes(FieldVisitor& v) override { v.Attr("axis", &axis); }

  Result<DDim> OutputShape() const override {
    const DDim& from = x->dims();
    if (axis < 0 || axis > from.rank()) {
      return InvalidArgument("attribute axis: ", axis, " is outside of [0, ", from.rank(), "]");
    }
    if (from.rank() == 0) return DDim{1};
    LITE_ASSIGN_OR_RETURN(const int64_t rows, CountOf(from, 0, axis));
    LITE_ASSIGN_OR_RETURN(const int64_t columns, CountOf(from, axis, from.rank()));
    return DDim{rows, columns};
  }
};

// Merges dimensions start_axis to stop_axis into one.
struct FlattenContiguousRange final : View {
  int start_axis = 1;
  int stop_axis = 1;

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("start_axis", &start_axis);
    v.Attr("stop_axis", &stop_axis);
  }

  Result<DDim> OutputShape() const override {
    const DDim& from = x->dims();
    if (from.rank() == 0) return DDim{1};
    LITE_ASSIGN_OR_RETURN(const int start, NormalizeAxis("start_axis", start_axis, from.rank()));
    LITE_ASSIGN_OR_RETURN(const int stop, NormalizeAxis("stop_axis", stop_axis, from.rank()));
    if (stop < start) {
      return InvalidArgument("stop_axis ", stop_axis, " is before start_axis ", start_axis,
                             " for X of rank ", from.rank());
    }
    DDim result;
    for (int i = 0; i < start; ++i) result.push_back(from[i]);
    LITE_ASSIGN_OR_RETURN(const int64_t joined, CountOf(from, start, stop + 1));
    result.push_back(joined);
    for (int i = stop + 1; i < from.rank(); ++i) result.push_back(from[i]);
    return result;
  }
};

LITE_OP(flatten, Flatten);
LITE_OP(flatten2, Flatten);
LITE_OP(flatten_contiguous_range, FlattenContiguousRange);

}  // namespace paddle::lite::operators
