#pragma once

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// One step of beam search. Row o of scores [n, K], which may be divided into further dimensions,
// holds what may continue prefix o; `level` of its levels of detail divides the prefixes among
// source sentences. Of each sentence, the beam_size
// best candidates are kept: (ids[o][d], or d) with scores[o][d], or with pre_scores[o] + the
// logarithm of it if not is_accumulated. A prefix that has ended, with pre_ids[o] = end_id, only
// competes itself. Among equal scores the later prefix wins. Once all that is kept of a sentence
// has ended before, nothing is kept.
//
// Outputs have a row for each candidate, in the order of prefixes, and two levels of detail:
// prefixes of a sentence, candidates of a prefix. parent_idx holds the prefix of each.
struct BeamSearch final : Op {
  const Tensor* pre_ids = nullptr;     // int64 [n, 1]
  const Tensor* pre_scores = nullptr;  // float [n, 1]
  const Tensor* ids = nullptr;         // int64, n * K numbers or more
  const Tensor* scores = nullptr;      // float [n, K] or [n, ...]
  int level = 0;
  int beam_size = 1;
  int end_id = 0;
  bool is_accumulated = true;
  Tensor* selected_ids = nullptr;     // int64 [m, 1]
  Tensor* selected_scores = nullptr;  // float [m, 1]
  Tensor* parent_idx = nullptr;       // int32 [m]

  void Fields(FieldVisitor& v) override {
    v.Input("pre_ids", &pre_ids);
    v.Input("pre_scores", &pre_scores);
    v.Input("ids", &ids, Need::kOptional);
    v.Input("scores", &scores);
    v.Attr("level", &level);
    v.Attr("beam_size", &beam_size);
    v.Attr("end_id", &end_id);
    v.Attr("is_accumulated", &is_accumulated);
    v.Output("selected_ids", &selected_ids);
    v.Output("selected_scores", &selected_scores);
    v.Output("parent_idx", &parent_idx, Need::kOptional);
  }
  Status InferShape() override {
    if (level < 0) return InvalidArgument("attribute level: expected 0 or more, found ", level);
    if (beam_size < 1) {
      return InvalidArgument("attribute beam_size: expected a positive value, found ", beam_size);
    }
    const DDim& dims = scores->dims();
    if (dims.empty()) return InvalidArgument("scores: expected rows, found shape ", dims);
    LITE_RETURN_IF_ERROR(CheckLevels("scores", *scores));
    if (static_cast<size_t>(level) >= scores->lod().size()) {
      return InvalidArgument("scores: expected more than ", level, " levels of detail, found ",
                             scores->lod().size());
    }
    if (ids != nullptr && ids->numel() < scores->numel()) {
      return InvalidArgument("ids: expected ", scores->numel(), " values or more, found shape ",
                             ids->dims());
    }
    for (const Tensor* previous : {pre_ids, pre_scores}) {
      if (previous->numel() >= dims[0]) continue;  // further values are not read, as in Paddle
      return InvalidArgument(previous == pre_ids ? "pre_ids" : "pre_scores", ": expected ", dims[0],
                             " values or more, found shape ", previous->dims());
    }
    return OkStatus();
  }
  Status InferType() override {
    selected_ids->set_precision(PrecisionType::kInt64);
    selected_scores->set_precision(PrecisionType::kFloat);
    if (parent_idx != nullptr) parent_idx->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }

  int64_t width() const { return scores->dims().Count(1, scores->dims().rank()); }
};

// The sentences that the steps of a beam search have made: Ids and Scores hold the selected_ids and
// selected_scores of every step. Sentences of a source are in the order of their last scores, best
// first; each ends at its first end_id. Outputs [n] have two levels of detail: sentences of a
// source, words of a sentence.
struct BeamSearchDecode final : Op {
  const TensorArray* ids = nullptr;
  const TensorArray* scores = nullptr;
  int beam_size = 1;
  int end_id = 0;
  Tensor* sentence_ids = nullptr;     // int64
  Tensor* sentence_scores = nullptr;  // float

  void Fields(FieldVisitor& v) override {
    v.InputArray("Ids", &ids, Need::kRequired);
    v.InputArray("Scores", &scores, Need::kRequired);
    v.Attr("beam_size", &beam_size);
    v.Attr("end_id", &end_id);
    v.Output("SentenceIds", &sentence_ids);
    v.Output("SentenceScores", &sentence_scores);
  }
  Status InferShape() override {
    if (beam_size < 1) {
      return InvalidArgument("attribute beam_size: expected a positive value, found ", beam_size);
    }
    return OkStatus();
  }
  Status InferType() override {
    sentence_ids->set_precision(PrecisionType::kInt64);
    sentence_scores->set_precision(PrecisionType::kFloat);
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }

  // Refuses steps that do not fit each other.
  Status CheckSteps() const {
    if (ids->empty() || scores->size() != ids->size()) {
      return InvalidArgument("Ids and Scores: expected the same steps, found ", ids->size(),
                             " and ", scores->size());
    }
    for (size_t t = 0; t < ids->size(); ++t) {
      const Tensor& step = (*ids)[t];
      const std::string slot = StrCat("Ids[", t, "]");
      if (!step.IsInitialized() || !(*scores)[t].IsInitialized())
        return FailedPrecondition(slot, " or Scores[", t, "] was never written");
      if (step.precision() != PrecisionType::kInt64 ||
          (*scores)[t].precision() != PrecisionType::kFloat) {
        return InvalidArgument(slot, ": expected int64 with scores in float, found ",
                               PrecisionToStr(step.precision()), " with ",
                               PrecisionToStr((*scores)[t].precision()));
      }
      LITE_RETURN_IF_ERROR(CheckLevels(slot.c_str(), step));
      const LoD& lod = step.lod();
      if (lod.size() != 2 || step.numel() != step.dims()[0] ||
          (*scores)[t].numel() != step.numel()) {
        return InvalidArgument(
            slot, ": expected two levels of detail and a score for each row, found ", lod.size(),
            " levels in shape ", step.dims(), " and scores ", (*scores)[t].dims());
      }
      if (lod[0].size() != (*ids)[0].lod()[0].size()) {
        return InvalidArgument(slot, ": expected ", (*ids)[0].lod()[0].size() - 1,
                               " sources, found ", lod[0].size() - 1);
      }
      // Each candidate of a step is a prefix of the next one.
      if (t > 0 && lod[1].size() - 1 != static_cast<size_t>((*ids)[t - 1].numel())) {
        return InvalidArgument(slot, ": expected ", (*ids)[t - 1].numel(),
                               " prefixes, the rows of the step before, found ", lod[1].size() - 1);
      }
    }
    return OkStatus();
  }
};

LITE_OP(beam_search, BeamSearch);
LITE_OP(beam_search_decode, BeamSearchDecode);

}  // namespace paddle::lite::operators
