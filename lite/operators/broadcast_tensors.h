#pragma once

#include <vector>

#include "lite/operators/broadcast.h"
#include "lite/operators/element_types.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Every tensor of X in the shape to which all of them can be broadcast.
struct BroadcastTensors final : Op {
  std::vector<const Tensor*> x;
  std::vector<Tensor*> out;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Outputs("Out", &out);
  }
  Status InferShape() override {
    if (out.size() != x.size()) {
      return InvalidArgument("Out: expected ", x.size(), " tensors as in X, found ", out.size());
    }
    DDim shape = x[0]->dims();
    for (size_t i = 1; i < x.size(); ++i) {
      const Result<Broadcast> joined = BroadcastShapes(shape, x[i]->dims(), -1);
      if (!joined.ok()) {
        return InvalidArgument("X[", i, "]: shape ", x[i]->dims(), " cannot be broadcast to ",
                               shape, " of the tensors before it");
      }
      shape = joined->out;
    }
    for (size_t i = 0; i < x.size(); ++i) {
      LITE_RETURN_IF_ERROR(SetShape("Out", shape, out[i]));
      ShareLoDIfRowsKept(*x[i], out[i]);
    }
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckOneElementType("X", x));
    for (Tensor* tensor : out) tensor->set_precision(x[0]->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {0, 2.0 * static_cast<double>(x.size()) * static_cast<double>(out[0]->memory_size())};
  }
};

LITE_OP(broadcast_tensors, BroadcastTensors);

}  // namespace paddle::lite::operators
