#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// x ^ factor
struct Pow final : Op {
  const Tensor* x = nullptr;
  const Tensor* factor_tensor = nullptr;  // one value, instead of `factor`
  float factor = 1.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("FactorTensor", &factor_tensor, Need::kOptional);
    v.Attr("factor", &factor);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (factor_tensor != nullptr && factor_tensor->numel() != 1) {
      return InvalidArgument("FactorTensor: expected one value, found shape ",
                             factor_tensor->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(pow, Pow);

}  // namespace paddle::lite::operators
