#include "lite/operators/beam_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class BeamSearchKernel final : public KernelFor<operators::BeamSearch> {
 public:
  Status RunOp(const operators::BeamSearch& op, const RunContext&) override {
    LoD& lod = *op.selected_ids->mutable_lod();
    lod.resize(2);
    FindPrefixesOfSources(op, &lod[0]);
    kept_.clear();
    for (size_t s = 0; s + 1 < lod[0].size(); ++s) SelectFrom(op, lod[0][s], lod[0][s + 1]);
    const size_t prefixes = static_cast<size_t>(op.scores->dims()[0]);
    lod[1].assign(prefixes + 1, 0);
    for (const Candidate& kept : kept_) ++lod[1][static_cast<size_t>(kept.prefix) + 1];
    for (size_t o = 0; o < prefixes; ++o) lod[1][o + 1] += lod[1][o];
    *op.selected_scores->mutable_lod() = lod;
    return Write(op);
  }

 private:
  struct Candidate {
    int64_t prefix;
    int64_t id;
    float score;
    // Equal scores prefer the later prefix.
    bool operator<(const Candidate& other) const {
      return score != other.score ? score < other.score : prefix < other.prefix;
    }
  };

  // The entries of the level as rows.
  static void FindPrefixesOfSources(const operators::BeamSearch& op,
                                    std::vector<uint64_t>* offsets) {
    const LoD& lod = op.scores->lod();
    *offsets = lod[static_cast<size_t>(op.level)];
    for (size_t l = static_cast<size_t>(op.level) + 1; l < lod.size(); ++l) {
      for (uint64_t& offset : *offsets) offset = lod[l][offset];
    }
  }

  // Inserts into best_, best first. What ties with the last one in score and prefix replaces it.
  void Offer(const Candidate& candidate, size_t limit) {
    if (best_.size() == limit) {
      if (candidate < best_.back()) return;
      best_.pop_back();
    }
    best_.insert(std::find_if(best_.begin(), best_.end(),
                              [&](const Candidate& other) { return other < candidate; }),
                 candidate);
  }

  // Adds the candidates of one source to kept_, by prefix.
  void SelectFrom(const operators::BeamSearch& op, uint64_t begin, uint64_t end) {
    const int64_t width = op.width();
    const int64_t* pre_ids = op.pre_ids->data<int64_t>();
    const float* pre_scores = op.pre_scores->data<float>();
    const size_t limit = static_cast<size_t>(op.beam_size);
    best_.clear();
    for (int64_t o = static_cast<int64_t>(begin); o < static_cast<int64_t>(end); ++o) {
      if (pre_ids[o] == op.end_id) {
        Offer({o, op.end_id, pre_scores[o]}, limit);
        continue;
      }
      const float* scores = op.scores->data<float>() + o * width;
      for (int64_t d = 0; d < width; ++d) {
        const int64_t id = op.ids == nullptr ? d : op.ids->data<int64_t>()[o * width + d];
        const float score = op.is_accumulated ? scores[d] : pre_scores[o] + std::log(scores[d]);
        Offer({o, id, score}, limit);
      }
    }
    const bool ended = std::all_of(best_.begin(), best_.end(), [&](const Candidate& kept) {
      return kept.id == op.end_id && pre_ids[kept.prefix] == op.end_id;
    });
    if (ended) return;
    const size_t first = kept_.size();
    for (int64_t o = static_cast<int64_t>(begin); o < static_cast<int64_t>(end); ++o) {
      for (const Candidate& kept : best_) {
        if (kept.prefix == o) kept_.push_back(kept);
        if (kept_.size() - first == best_.size()) return;
      }
    }
  }

  Status Write(const operators::BeamSearch& op) const {
    const int64_t count = static_cast<int64_t>(kept_.size());
    op.selected_ids->Resize(DDim{count, 1});
    op.selected_scores->Resize(DDim{count, 1});
    LITE_RETURN_IF_ERROR(op.selected_ids->Allocate(PrecisionType::kInt64));
    LITE_RETURN_IF_ERROR(op.selected_scores->Allocate(PrecisionType::kFloat));
    if (op.parent_idx != nullptr) {
      op.parent_idx->Resize(DDim{count});
      op.parent_idx->set_lod(LoD());
      LITE_RETURN_IF_ERROR(op.parent_idx->Allocate(PrecisionType::kInt32));
    }
    for (size_t i = 0; i < kept_.size(); ++i) {
      op.selected_ids->mutable_data<int64_t>()[i] = kept_[i].id;
      op.selected_scores->mutable_data<float>()[i] = kept_[i].score;
      if (op.parent_idx != nullptr)
        op.parent_idx->mutable_data<int32_t>()[i] = static_cast<int32_t>(kept_[i].prefix);
    }
    return OkStatus();
  }

  std::vector<Candidate> best_;  // of one source
  std::vector<Candidate> kept_;
};

class BeamSearchDecodeKernel final : public KernelFor<operators::BeamSearchDecode> {
 public:
  Status RunOp(const operators::BeamSearchDecode& op, const RunContext&) override {
    LITE_RETURN_IF_ERROR(op.CheckSteps());
    words_.clear();
    LoD& lod = *op.sentence_ids->mutable_lod();
    lod.resize(2);
    for (std::vector<uint64_t>& level : lod) level.assign(1, 0);
    const size_t sources = (*op.ids)[0].lod()[0].size() - 1;
    for (size_t s = 0; s < sources; ++s) {
      FindSentences(op, s);
      for (size_t i = 0; i < count_; ++i) {
        const Sentence& sentence = sentences_[i];
        words_.insert(words_.end(), sentence.words.rbegin(), sentence.words.rend());
        lod[1].push_back(words_.size());
      }
      lod[0].push_back(lod[1].size() - 1);
    }
    *op.sentence_scores->mutable_lod() = lod;
    for (Tensor* out : {op.sentence_ids, op.sentence_scores}) {
      out->Resize(DDim{static_cast<int64_t>(words_.size())});
    }
    LITE_RETURN_IF_ERROR(op.sentence_ids->Allocate(PrecisionType::kInt64));
    LITE_RETURN_IF_ERROR(op.sentence_scores->Allocate(PrecisionType::kFloat));
    for (size_t i = 0; i < words_.size(); ++i) {
      op.sentence_ids->mutable_data<int64_t>()[i] = words_[i].id;
      op.sentence_scores->mutable_data<float>()[i] = words_[i].score;
    }
    return OkStatus();
  }

 private:
  struct Word {
    int64_t id;
    float score;
  };
  // Words from the last to the first; `prefix` is what the next step to look at calls candidate.
  struct Sentence {
    std::vector<Word> words;
    uint64_t prefix;
    size_t place;  // among equal ones
  };

  // The sentences of source `s`, best first, followed back from the last step in which it has
  // candidates.
  void FindSentences(const operators::BeamSearchDecode& op, size_t s) {
    count_ = 0;
    for (size_t t = op.ids->size(); t-- > 0;) {
      const LoD& lod = (*op.ids)[t].lod();
      const std::vector<uint64_t>& candidates = lod[1];
      const int64_t* ids = (*op.ids)[t].data<int64_t>();
      const float* scores = (*op.scores)[t].data<float>();
      if (count_ == 0) {
        for (uint64_t prefix = lod[0][s]; prefix < lod[0][s + 1]; ++prefix) {
          for (uint64_t c = candidates[prefix]; c < candidates[prefix + 1]; ++c)
            Begin({ids[c], scores[c]}, prefix);
        }
        continue;
      }
      for (size_t i = 0; i < count_; ++i) {
        Sentence& sentence = sentences_[i];
        const uint64_t candidate = sentence.prefix;
        // Ends of earlier steps repeat.
        if (ids[candidate] != op.end_id)
          sentence.words.push_back({ids[candidate], scores[candidate]});
        sentence.prefix = static_cast<uint64_t>(
            std::upper_bound(candidates.begin(), candidates.end(), candidate) - candidates.begin() -
            1);
      }
    }
    std::sort(sentences_.begin(), sentences_.begin() + static_cast<std::ptrdiff_t>(count_),
              [](const Sentence& a, const Sentence& b) {
                const float p = a.words.front().score;
                const float q = b.words.front().score;
                return p != q ? p > q : a.place < b.place;
              });
  }
  void Begin(const Word& last, uint64_t prefix) {
    if (count_ == sentences_.size()) sentences_.emplace_back();
    Sentence& sentence = sentences_[count_];
    sentence.words.assign(1, last);
    sentence.prefix = prefix;
    sentence.place = count_++;
  }

  std::vector<Sentence> sentences_;  // the first count_ are of one source; the others keep memory
  size_t count_ = 0;
  std::vector<Word> words_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, BeamSearchKernel, beam_search)
    .In({"pre_ids", "ids"}, PRECISION(kInt64))
    .Out({"selected_ids"}, PRECISION(kInt64))
    .Out({"parent_idx"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kAny, kNCHW, def, BeamSearchDecodeKernel, beam_search_decode)
    .Out({"SentenceIds"}, PRECISION(kInt64))
    .Out({"SentenceScores"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
