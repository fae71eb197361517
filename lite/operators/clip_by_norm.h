#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// X, scaled so that the root of the sum of all squares is at most max_norm.
struct ClipByNorm final : Op {
  const Tensor* x = nullptr;
  float max_norm = 0.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("max_norm", &max_norm);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (!(max_norm > 0)) {
      return InvalidArgument("max_norm: expected a positive value, found ", max_norm);
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {3.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(clip_by_norm, ClipByNorm);

}  // namespace paddle::lite::operators
