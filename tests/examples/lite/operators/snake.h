#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X + sin(alpha * X)^2 / alpha, an activation for periodic signals.
struct Snake final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;
  float alpha = 1.0f;  // default for programs without the attribute

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("alpha", &alpha);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (!(alpha > 0)) return InvalidArgument("alpha: expected a positive value, found ", alpha);
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    constexpr double kFlopsOfASine = 20;
    return {kFlopsOfASine * static_cast<double>(x->numel()),
            2.0 * static_cast<double>(x->memory_size())};
  }
  // Element i of the result only depends on element i of X.
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(snake, Snake);

}  // namespace paddle::lite::operators
