#pragma once

#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// lookup_table of sequence_reverse: the rows of W selected by Ids [T, 1], in reverse order within
// each sequence; zeros for padding_idx. Only Paddle Lite has this operator.
struct SequenceReverseEmbedding final : Op {
  const Tensor* w = nullptr;
  const Tensor* ids = nullptr;
  int64_t padding_idx = -1;  // -1 = none
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("W", &w);
    v.Input("Ids", &ids);
    v.Attr("padding_idx", &padding_idx);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (w->dims().rank() != 2)
      return InvalidArgument("W: expected rank 2, found shape ", w->dims());
    LITE_RETURN_IF_ERROR(OnlyLevel("Ids", *ids).status());
    if (ids->numel() != ids->dims()[0]) {
      return InvalidArgument("Ids: expected one id in each row, found shape ", ids->dims());
    }
    out->set_lod(ids->lod());
    return SetShape("Out", DDim{ids->dims()[0], w->dims()[1]}, out);
  }
};

LITE_OP(sequence_reverse_embedding, SequenceReverseEmbedding);

}  // namespace paddle::lite::operators
