#pragma once

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// X op Y, row by row of each sequence. Where the sequence of Y is shorter, the row of X is copied;
// rows beyond that of X are ignored.
struct SequenceArithmetic final : Op {
  enum Operation { kAdd = 1, kSub = 2, kMul = 3 };

  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  int op_type = kAdd;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("op_type", &op_type);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (op_type != kAdd && op_type != kSub && op_type != kMul) {
      return InvalidArgument("attribute op_type: expected 1 (add), 2 (sub) or 3 (mul), found ",
                             op_type);
    }
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_RETURN_IF_ERROR(CheckMatrix("Y", *y));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* of_x, PackedOffsets("X", *x));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* of_y, PackedOffsets("Y", *y));
    LITE_RETURN_IF_ERROR(CheckSequenceCounts("Y", *of_y, "X", *of_x));
    if (y->dims()[1] != x->dims()[1]) {
      return InvalidArgument("Y: expected ", x->dims()[1], " columns as in X, found shape ",
                             y->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 3.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(sequence_arithmetic, SequenceArithmetic);
LITE_OP(search_seq_arithmetic, SequenceArithmetic);

}  // namespace paddle::lite::operators
