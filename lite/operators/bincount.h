#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// How often each integer from 0 to the largest one of X occurs in it, or the sum of the Weights of
// its occurrences. The result has at least `minlength` elements, but none if X has none.
struct Bincount final : Op {
  const Tensor* x = nullptr;
  const Tensor* weights = nullptr;
  int minlength = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Weights", &weights, Need::kOptional);
    v.Attr("minlength", &minlength);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (minlength < 0)
      return InvalidArgument("attribute minlength: expected 0 or more, found ", minlength);
    if (x->dims().rank() != 1)
      return InvalidArgument("X: expected rank 1, found shape ", x->dims());
    if (weights != nullptr && weights->dims() != x->dims()) {
      return InvalidArgument("Weights: expected shape ", x->dims(), " of X, found ",
                             weights->dims());
    }
    return OkStatus();
  }
  // As in Paddle, sums of weights of other types than float32 are float64.
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("X", x->precision()));
    if (weights == nullptr) {
      out->set_precision(PrecisionType::kInt64);
      return OkStatus();
    }
    out->set_precision(weights->precision() == PrecisionType::kFloat ? PrecisionType::kFloat
                                                                     : PrecisionType::kFP64);
    return CheckElementType<NumberTypes>("Weights", weights->precision());
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), static_cast<double>(x->memory_size())};
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(bincount, Bincount);

}  // namespace paddle::lite::operators
