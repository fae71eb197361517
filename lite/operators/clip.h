#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// min(max(x, min), max), where the limits are first cast to X's type.
struct Clip final : Op {
  const Tensor* x = nullptr;
  const Tensor* min_tensor = nullptr;  // one value, instead of `min`
  const Tensor* max_tensor = nullptr;
  float min = 0.0f;
  float max = 0.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Min", &min_tensor, Need::kOptional);
    v.Input("Max", &max_tensor, Need::kOptional);
    v.Attr("min", &min);
    v.Attr("max", &max);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (min_tensor != nullptr && min_tensor->numel() != 1) {
      return InvalidArgument("Min: expected one value, found shape ", min_tensor->dims());
    }
    if (max_tensor != nullptr && max_tensor->numel() != 1) {
      return InvalidArgument("Max: expected one value, found shape ", max_tensor->dims());
    }
    if (min_tensor == nullptr && max_tensor == nullptr && !(min <= max)) {
      return InvalidArgument("attribute min: ", min, " is above max ", max);
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(clip, Clip);

}  // namespace paddle::lite::operators
