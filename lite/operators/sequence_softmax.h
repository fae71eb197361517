#pragma once

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The softmax of every sequence of the innermost level of X, [T] or [T, 1].
struct SequenceSoftmax final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(SequenceOffsets("X", *x).status());
    if (x->numel() != x->dims()[0]) {
      return InvalidArgument("X: expected one element in each row, found shape ", x->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    return Op::InferType();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(sequence_softmax, SequenceSoftmax);

}  // namespace paddle::lite::operators
