#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/element_types.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Row i of Out is row i of the tensor X[Ids[i]]. A number that is not that of a tensor is an error.
struct Multiplex final : Op {
  std::vector<const Tensor*> x;
  const Tensor* ids = nullptr;  // [n, 1]
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Input("Ids", &ids);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& which = ids->dims();
    if (which.rank() != 2 || which[1] != 1) {
      return InvalidArgument("Ids: expected shape [n, 1], found ", which);
    }
    DDim shape = x[0]->dims();
    if (shape.rank() < 2 || shape[0] < which[0]) {
      return InvalidArgument("X[0]: expected rank 2 or more and ", which[0],
                             " rows or more as in Ids, found ", shape);
    }
    for (size_t i = 1; i < x.size(); ++i) {
      if (x[i]->dims() == shape) continue;
      return InvalidArgument("X[", i, "]: expected shape ", shape, " of X[0], found ",
                             x[i]->dims());
    }
    shape[0] = which[0];
    out->set_lod(LoD());
    return SetShape("Out", shape, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckOneElementType("X", x));
    out->set_precision(x[0]->precision());
    return CheckElementType<ElementTypes<int32_t>>("Ids", ids->precision());
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(multiplex, Multiplex);

}  // namespace paddle::lite::operators
