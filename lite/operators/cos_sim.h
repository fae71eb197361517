#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The cosine of the angle between row i of X and row i of Y, or the only row of Y. A row has all
// dimensions but the first. XNorm and YNorm are the lengths of the rows, at least 1e-4: with a row
// of zeros the cosine is 0. (Paddle 1.8)
struct CosSim final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;
  Tensor* x_norm = nullptr;
  Tensor* y_norm = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
    v.Output("XNorm", &x_norm, Need::kOptional);
    v.Output("YNorm", &y_norm, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& a = x->dims();
    const DDim& b = y->dims();
    if (a.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", a);
    bool fits = b.rank() == a.rank() && (b[0] == a[0] || b[0] == 1);
    for (int i = 1; fits && i < a.rank(); ++i) fits = b[i] == a[i];
    if (!fits) {
      return InvalidArgument("Y: expected the shape of X ", a, ", or one row of it, found ", b);
    }
    out->Resize(DDim{a[0], 1});
    out->set_lod(x->lod());
    if (x_norm != nullptr) x_norm->Resize(DDim{a[0], 1});
    if (y_norm != nullptr) y_norm->Resize(DDim{b[0], 1});
    return OkStatus();
  }
  Status InferType() override {
    for (Tensor* tensor : {out, x_norm, y_norm}) {
      if (tensor != nullptr) tensor->set_precision(x->precision());
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {6.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + y->memory_size())};
  }
};

LITE_OP(cos_sim, CosSim);

}  // namespace paddle::lite::operators
