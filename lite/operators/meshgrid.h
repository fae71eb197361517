#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out[i] holds the vector X[i] along dimension i of the grid spanned by all X.
struct Meshgrid final : Op {
  std::vector<const Tensor*> x;
  std::vector<Tensor*> out;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Outputs("Out", &out);
  }
  Status InferShape() override {
    if (out.size() != x.size())
      return InvalidArgument("Out: expected ", x.size(), " tensors as in X, found ", out.size());
    std::vector<int64_t> shape;
    for (size_t i = 0; i < x.size(); ++i) {
      const DDim& dims = x[i]->dims();
      if (dims.rank() > 1) {
        return InvalidArgument("X: tensor ", i, ": expected rank 0 or 1, found shape ", dims);
      }
      shape.push_back(dims.production());
    }
    for (Tensor* tensor : out) {
      LITE_RETURN_IF_ERROR(SetShape("Out", shape, tensor));
      tensor->set_lod(LoD());
    }
    return OkStatus();
  }
  Status InferType() override {
    for (size_t i = 0; i < out.size() && i < x.size(); ++i)
      out[i]->set_precision(x[i]->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    double bytes = 0;
    for (const Tensor* tensor : out) bytes += static_cast<double>(tensor->memory_size());
    return {0, bytes};
  }
};

LITE_OP(meshgrid, Meshgrid);

}  // namespace paddle::lite::operators
