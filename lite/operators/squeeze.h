#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "lite/operators/view.h"

namespace paddle::lite::operators {

// Removes dimensions of size 1: those in `axes`, or all. A listed dimension of another size is
// kept.
struct Squeeze final : View {
  std::vector<int> axes;

 protected:
  void Attributes(FieldVisitor& v) override { v.Attr("axes", &axes); }

  Result<DDim> OutputShape() const override {
    const DDim& from = x->dims();
    std::array<bool, DDim::kMaxRank> removable{};
    removable.fill(axes.empty());
    for (const int axis : axes) {
      // A scalar counts as one element.
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis("axes", axis, std::max(from.rank(), 1)));
      removable[i] = true;
    }
    DDim result;
    for (int i = 0; i < from.rank(); ++i) {
      if (from[i] != 1 || !removable[i]) result.push_back(from[i]);
    }
    return result;
  }
};

// Inserts dimensions of size 1, one after the other in the order of `axes`; a negative axis counts
// from the end of the shape built so far.
struct Unsqueeze final : View {
  const Tensor* axes_tensor = nullptr;
  std::vector<const Tensor*> axes_tensor_list;
  std::vector<int> axes;

  bool ShapeDependsOnData() const override {
    return IsVariableData(axes_tensor) || IsVariableData(axes_tensor_list);
  }

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Input("AxesTensor", &axes_tensor, Need::kOptional);
    v.Inputs("AxesTensorList", &axes_tensor_list, Need::kOptional);
    v.Attr("axes", &axes);
  }

  Result<DDim> OutputShape() const override {
    std::vector<int64_t> positions(axes.begin(), axes.end());
    if (!axes_tensor_list.empty()) {
      LITE_ASSIGN_OR_RETURN(positions, ReadIntegers("AxesTensorList", axes_tensor_list));
    } else if (axes_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(positions, ReadIntegers("AxesTensor", *axes_tensor));
    }
    std::vector<int64_t> result = x->dims().Vectorize();
    const size_t rank = result.size() + positions.size();
    if (rank > DDim::kMaxRank)
      return OutOfRange("axes: rank ", rank, " is above the limit of ", DDim::kMaxRank);
    for (const int64_t position : positions) {
      LITE_ASSIGN_OR_RETURN(const int i,
                            NormalizeAxis("axes", position, static_cast<int>(result.size()) + 1));
      result.insert(result.begin() + i, 1);
    }
    return DDim::FromVector(result);
  }
};

LITE_OP(squeeze, Squeeze);
LITE_OP(squeeze2, Squeeze);
LITE_OP(unsqueeze, Unsqueeze);
LITE_OP(unsqueeze2, Unsqueeze);

}  // namespace paddle::lite::operators
