#pragma once

#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Row i of X as often as sequence i of Y has rows. Y has one level of detail, which Out receives.
struct SequenceExpandAs final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("Y", *y));
    DDim shape = x->dims();
    if (shape.rank() < 1 || static_cast<uint64_t>(shape[0]) != offsets->size() - 1) {
      return InvalidArgument("X: expected ", offsets->size() - 1,
                             " rows, one for each sequence of Y, found shape ", shape);
    }
    shape[0] = y->dims()[0];
    out->set_lod(y->lod());
    return SetShape("Out", shape, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(sequence_expand_as, SequenceExpandAs);

}  // namespace paddle::lite::operators
