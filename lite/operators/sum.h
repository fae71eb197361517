#pragma once

#include <vector>

#include "lite/operators/element_types.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The elementwise sum of the tensors of X.
struct Sum final : Op {
  std::vector<const Tensor*> x;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    for (size_t i = 1; i < x.size(); ++i) {
      if (x[i]->dims() != x[0]->dims()) {
        return InvalidArgument("X[", i, "]: expected shape ", x[0]->dims(), " of X[0], found ",
                               x[i]->dims());
      }
    }
    out->Resize(x[0]->dims());
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
