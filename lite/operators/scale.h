#pragma once

#include <string>

#include "lite/operators/basic_activation.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X * scale + bias, or (X + bias) * scale; then an activation and a second scale if the
// optimiser folded them in: Out = activation(...) * scale1 + bias1.
struct Scale final : Op {
  const Tensor* x = nullptr;
  const Tensor* scale_tensor = nullptr;  // one value, instead of `scale`
  float scale = 1.0f;
  float bias = 0.0f;
  bool bias_after_scale = true;
  BasicActivation activation;
  bool fuse_scaleact = false;
  float scale1 = 1.0f;
  float bias1 = 0.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ScaleTensor", &scale_tensor, Need::kOptional);
    v.Attr("scale", &scale);
    v.Attr("bias", &bias);
    v.Attr("bias_after_scale", &bias_after_scale);
    activation.Fields(v);
    v.Attr("fuse_scaleact", &fuse_scaleact);
    v.Attr("scale1", &scale1);
    v.Attr("bias1", &bias1);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (scale_tensor != nullptr && scale_tensor->numel() != 1) {
      return InvalidArgument("ScaleTensor: expected one value, found shape ", scale_tensor->dims());
    }
    LITE_RETURN_IF_ERROR(activation.Resolve().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(scale, Scale);

}  // namespace paddle::lite::operators
