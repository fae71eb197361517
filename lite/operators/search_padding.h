#pragma once

#include <algorithm>

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Extends sequences of rows with zeros to the length L of the longest one. Out_padding marks the
// added rows with `pad_id` and the others with 0; Out_new is a column of zeros with the sequences
// of X.
struct SearchGroupPadding final : Op {
  const Tensor* x = nullptr;
  int pad_id = 0;
  Tensor* out_emb_padding = nullptr;
  Tensor* out_new = nullptr;
  Tensor* out_padding = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("pad_id", &pad_id);
    v.Output("Out_emb_padding", &out_emb_padding);
    v.Output("Out_new", &out_new);
    v.Output("Out_padding", &out_padding);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, PackedOffsets("X", *x));
    const auto count = static_cast<int64_t>(offsets->size()) - 1;
    int64_t longest = 0;
    for (size_t i = 0; i + 1 < offsets->size(); ++i) {
      longest = std::max(longest, LengthOf(*offsets, i));
    }
    int64_t rows = 0;
    if (!CheckedMul(count, longest, &rows)) return OutOfRange("X: too many rows");
    LITE_RETURN_IF_ERROR(SetShape("Out_emb_padding", DDim{rows, x->dims()[1]}, out_emb_padding));
    out_padding->Resize(DDim{rows, 1});
    out_new->Resize(DDim{x->dims()[0], 1});
    const LoD uniform = {UniformOffsets(count, longest)};
    out_emb_padding->set_lod(uniform);
    out_padding->set_lod(uniform);
    out_new->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    for (Tensor* tensor : {out_emb_padding, out_new, out_padding}) {
      tensor->set_precision(x->precision());
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {0, 2.0 * static_cast<double>(out_emb_padding->memory_size())};
  }
};

// The reverse: of each sequence of Pad, which have one length, the rows that the sequence of Src
// has. Sequences of Pad beyond those of Src are dropped.
struct SearchSeqDepadding final : Op {
  const Tensor* pad = nullptr;
  const Tensor* src = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Pad", &pad);
    v.Input("Src", &src);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckMatrix("Pad", *pad));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* padded, PackedOffsets("Pad", *pad));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, PackedOffsets("Src", *src));
    LITE_RETURN_IF_ERROR(UniformLength("Pad", *padded).status());
    const size_t count = offsets->size() - 1;
    const size_t groups = padded->size() - 1;
    if (count == 0 ? groups != 0 : groups < count || groups % count != 0) {
      return InvalidArgument("Pad: expected a multiple of the ", count, " sequences of Src, found ",
                             groups);
    }
    for (size_t i = 0; i < count; ++i) {
      if (LengthOf(*padded, i) < LengthOf(*offsets, i)) {
        return InvalidArgument("Pad: sequence ", i, " has ", LengthOf(*padded, i),
                               " rows, that of Src ", LengthOf(*offsets, i));
      }
    }
    out->set_lod({*offsets});
    return SetShape("Out", DDim{src->dims()[0], pad->dims()[1]}, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(search_group_padding, SearchGroupPadding);
LITE_OP(search_seq_depadding, SearchSeqDepadding);

}  // namespace paddle::lite::operators
