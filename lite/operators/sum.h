#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/element_types.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The elementwise sum of the tensors of X. As in Paddle, tensors without elements do not count,
// regardless of their shape, and the sum of nothing is the scalar 0.
struct Sum final : Op {
  std::vector<const Tensor*> x;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    size_t first = x.size();  // tensor with elements
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i]->numel() == 0) continue;
      first = std::min(first, i);
      if (x[i]->dims() != x[first]->dims()) {
        return InvalidArgument("X[", i, "]: expected shape ", x[first]->dims(), " of X[", first,
                               "], found ", x[i]->dims());
      }
    }
    out->Resize(first < x.size() ? x[first]->dims() : DDim());
    out->set_lod(x[0]->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckOneElementType("X", x));
    out->set_precision(x[0]->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    const double count = static_cast<double>(x.size());
    return {(count - 1) * static_cast<double>(out->numel()),
            (count + 1) * static_cast<double>(out->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(sum, Sum);

}  // namespace paddle::lite::operators
