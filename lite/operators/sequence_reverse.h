#pragma once

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// X with the rows of every sequence in reverse order. X has one level of detail.
struct SequenceReverse final : Op {
  const Tensor* x = nullptr;
  Tensor* y = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Y", &y);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(OnlyLevel("X", *x).status());
    y->Resize(x->dims());
    y->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(y->memory_size())}; }
};

LITE_OP(sequence_reverse, SequenceReverse);

}  // namespace paddle::lite::operators
