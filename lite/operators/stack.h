#pragma once

#include <vector>

#include "lite/operators/element_types.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Stacks tensors of one shape along a new dimension.
struct Stack final : Op {
  std::vector<const Tensor*> x;
  int axis = 0;
  Tensor* y = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Attr("axis", &axis);
    v.Output("Y", &y);
  }
  Status InferShape() override {
    const DDim& dims = x[0]->dims();
    for (size_t i = 1; i < x.size(); ++i) {
      if (x[i]->dims() != dims) {
        return InvalidArgument("X[", i, "]: expected shape ", dims, " of X[0], found ",
                               x[i]->dims());
      }
    }
    LITE_ASSIGN_OR_RETURN(const int position, NormalizeAxis("axis", axis, dims.rank() + 1));
    std::vector<int64_t> shape = dims.Vectorize();
    shape.insert(shape.begin() + position, static_cast<int64_t>(x.size()));
    LITE_RETURN_IF_ERROR(SetShape("Y", shape, y));
    ShareLoDIfRowsKept(*x[0], y);
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckOneElementType("X", x));
    y->set_precision(x[0]->precision());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(y->memory_size())}; }
};

LITE_OP(stack, Stack);

}  // namespace paddle::lite::operators
