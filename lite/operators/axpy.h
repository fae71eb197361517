#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = Scale * X + Bias with one factor per image and channel: Scale is [N, C] or [N, C, 1, 1],
// and X and Bias are [N, C, ...].
struct Axpy final : Op {
  const Tensor* scale = nullptr;
  const Tensor* x = nullptr;
  const Tensor* bias = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Scale", &scale);
    v.Input("X", &x);
    v.Input("Bias", &bias);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    const DDim& factors = scale->dims();
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    bool fits = factors.rank() >= 2;
    for (int i = 0; i < factors.rank() && fits; ++i) fits = factors[i] == (i < 2 ? dims[i] : 1);
    if (!fits) {
      return InvalidArgument("Scale: expected shape ", DDim{dims[0], dims[1]}, " for X ", dims,
                             ", found ", factors);
    }
    if (bias->dims() != dims)
      return InvalidArgument("Bias: expected shape ", dims, " of X, found ", bias->dims());
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    for (const Tensor* tensor : {scale, bias}) {
      if (tensor->precision() != x->precision()) {
        return InvalidArgument(tensor == scale ? "Scale" : "Bias", " has element type ",
                               PrecisionToStr(tensor->precision()), ", expected that of X, ",
                               PrecisionToStr(x->precision()));
      }
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()), 3.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(axpy, Axpy);

}  // namespace paddle::lite::operators
