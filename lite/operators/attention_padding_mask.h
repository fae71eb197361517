#pragma once

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Writes `mask` to the columns of scores that belong to padding. X [A * La, Ls] has A sequences of
// one length; Y has S sequences of Ls ids, of which the last ones that equal `pad_id` are padding.
// Sequence a of X is masked by sequence a % S of Y; pad_begin [S] holds the first padded position.
struct AttentionPaddingMask final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  int pad_id = 0;
  float mask = 0.0f;
  Tensor* out = nullptr;
  Tensor* pad_begin = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("pad_id", &pad_id);
    v.Attr("mask", &mask);
    v.Output("Out", &out);
    v.Output("pad_begin", &pad_begin);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* scores, PackedOffsets("X", *x));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* ids, PackedOffsets("Y", *y));
    LITE_RETURN_IF_ERROR(UniformLength("X", *scores).status());
    LITE_ASSIGN_OR_RETURN(const int64_t length, UniformLength("Y", *ids));
    const size_t groups = scores->size() - 1;
    const size_t count = ids->size() - 1;
    if (count == 0 ? groups != 0 : groups % count != 0) {
      return InvalidArgument("X: expected a multiple of the ", count, " sequences of Y, found ",
                             groups);
    }
    if (y->numel() != y->dims()[0]) {
      return InvalidArgument("Y: expected one id per row, found shape ", y->dims());
    }
    if (count != 0 && length != x->dims()[1]) {
      return InvalidArgument("Y: expected sequences of ", x->dims()[1], " ids, the columns of X ",
                             x->dims(), ", found ", length);
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    pad_begin->Resize(DDim{static_cast<int64_t>(count)});
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    pad_begin->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(attention_padding_mask, AttentionPaddingMask);
LITE_OP(search_attention_padding_mask, AttentionPaddingMask);

}  // namespace paddle::lite::operators
