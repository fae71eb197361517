#pragma once

#include <vector>

#include "lite/base/checked_math.h"
#include "lite/operators/view.h"

namespace paddle::lite::operators {

// The target shape comes from ShapeTensor (one tensor per dimension), else from Shape, else from
// the attribute. In it, 0 keeps X's dimension, and one -1 stands for the remaining size.
struct Reshape final : View {
  const Tensor* shape_tensor = nullptr;
  std::vector<const Tensor*> shape_tensor_list;
  std::vector<int> shape;

  bool ShapeDependsOnData() const override {
    return shape_tensor_list.empty() ? IsVariableData(shape_tensor)
                                     : IsVariableData(shape_tensor_list);
  }

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Input("Shape", &shape_tensor, Need::kOptional);
    v.Inputs("ShapeTensor", &shape_tensor_list, Need::kOptional);
    v.Attr("shape", &shape);
  }

  Result<DDim> OutputShape() const override {
    std::vector<int64_t> target(shape.begin(), shape.end());
    if (!shape_tensor_list.empty()) {
      LITE_ASSIGN_OR_RETURN(target, ReadIntegers("ShapeTensor", shape_tensor_list));
    } else if (shape_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(target, ReadIntegers("Shape", *shape_tensor));
    }
    LITE_ASSIGN_OR_RETURN(DDim result, DDim::FromVector(target));
    const DDim& from = x->dims();
    int unknown = -1;
    int64_t known = 1;
    for (int i = 0; i < result.rank(); ++i) {
      if (result[i] == 0) {
        if (i >= from.rank()) {
          return InvalidArgument("shape ", ListToString(target), " keeps dimension ", i,
                                 " of X, which has shape ", from);
        }
        result[i] = from[i];
      }
      if (result[i] == -1) {
        if (unknown >= 0)
          return InvalidArgument("shape ", ListToString(target), " has more than one -1");
        unknown = i;
      } else if (result[i] < 0 || !CheckedMul(known, result[i], &known)) {
        return InvalidArgument("shape ", ListToString(target), " is not a shape for X ", from);
      }
    }
    const int64_t count = x->numel();
    if (unknown >= 0) {
      result[unknown] = known == 0 ? 0 : count / known;
      known *= result[unknown];
    }
    if (known != count) {
      return InvalidArgument("shape ", ListToString(target), " needs ", known, " elements, X ",
                             from, " has ", count);
    }
    return result;
  }
};

LITE_OP(reshape, Reshape);
LITE_OP(reshape2, Reshape);

}  // namespace paddle::lite::operators
