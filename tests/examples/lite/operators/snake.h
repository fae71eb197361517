#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X + sin(alpha * X)^2 / alpha, an activation for signals with a period.
struct Snake final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;
  float alpha = 1.0f;  // the default, for programs that leave it out

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
  // Element i of the result depends on element i of X alone.
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(snake, Snake);

}  // namespace paddle::lite::operators
