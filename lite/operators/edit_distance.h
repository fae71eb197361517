#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out [B, 1]: the least number of insertions, deletions and replacements that turn sequence b of
// Hyps into that of Refs, divided by the length of the latter if `normalized`. Sequences are those
// of a level of detail, or rows of which HypsLength and RefsLength count. SequenceNum is B.
struct EditDistance final : Op {
  const Tensor* hyps = nullptr;
  const Tensor* refs = nullptr;
  const Tensor* hyps_length = nullptr;
  const Tensor* refs_length = nullptr;
  bool normalized = false;
  Tensor* sequence_num = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Hyps", &hyps);
    v.Input("Refs", &refs);
    v.Input("HypsLength", &hyps_length, Need::kOptional);
    v.Input("RefsLength", &refs_length, Need::kOptional);
    v.Attr("normalized", &normalized);
    v.Output("SequenceNum", &sequence_num);
    v.Output("Out", &out);
  }
  bool HasLengths() const { return hyps_length != nullptr; }
  Status InferShape() override {
    if ((hyps_length != nullptr) != (refs_length != nullptr)) {
      return InvalidArgument(hyps_length != nullptr ? "RefsLength" : "HypsLength", ": missing");
    }
    int64_t batch = 0;
    if (HasLengths()) {
      const DDim& a = hyps->dims();
      const DDim& b = refs->dims();
      if (a.rank() != 2) return InvalidArgument("Hyps: expected rank 2, found shape ", a);
      batch = a[0];
      if (b.rank() != 2 || b[0] != batch) {
        return InvalidArgument("Refs: expected rank 2 with ", batch, " rows, found shape ", b);
      }
      for (const Tensor* lengths : {hyps_length, refs_length}) {
        if (lengths->numel() >= batch) continue;
        return InvalidArgument(lengths == hyps_length ? "HypsLength" : "RefsLength",
                               ": expected at least ", batch, " lengths, found shape ",
                               lengths->dims());
      }
    } else {
      LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* a, OnlyLevel("Hyps", *hyps));
      LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* b, OnlyLevel("Refs", *refs));
      // Paddle ignores sequences after those of Hyps.
      if (a->size() > b->size()) {
        return InvalidArgument("Refs: expected at least ", a->size() - 1, " sequences, found ",
                               b->size() - 1);
      }
      for (const Tensor* tensor : {hyps, refs}) {
        if (tensor->numel() == tensor->dims()[0]) continue;
        return InvalidArgument(tensor == hyps ? "Hyps" : "Refs",
                               ": expected one value in a row, found shape ", tensor->dims());
      }
      batch = static_cast<int64_t>(a->size()) - 1;
    }
    sequence_num->Resize(DDim{1});
    sequence_num->set_lod(LoD());
    out->set_lod(LoD());
    return SetShape("Out", DDim{batch, 1}, out);
  }
  Status InferType() override {
    sequence_num->set_precision(PrecisionType::kInt64);
    out->set_precision(PrecisionType::kFloat);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(hyps->numel()) * static_cast<double>(refs->numel()),
            static_cast<double>(hyps->memory_size() + refs->memory_size())};
  }
};

LITE_OP(edit_distance, EditDistance);

}  // namespace paddle::lite::operators
