#include "lite/mir/layout_labels.h"

#include <algorithm>

#include "lite/mir/binary_labels.h"

namespace paddle::lite::mir {

namespace {

constexpr DataLayoutType kPlain = DataLayoutType::kNCHW;

// Labels of a block's operators, by position. A label is the layout of an operator's results; feeds
// and fetches are plain.
using Labels = std::vector<DataLayoutType>;

class LayoutLabels {
 public:
  LayoutLabels(const std::vector<Choice>& choices, const KernelQuery& kernels)
      : choices_(choices), kernels_(kernels), index_of_(IndexOf(choices)) {
    for (const Choice& choice : choices) {
      for (const Candidate& candidate : choice.candidates) {
        for (const DataLayoutType label : candidate.labels.List()) used_.Add(label);
      }
    }
  }

  // Begins with the plain layout wherever it is possible, and offers each of the others to all
  // operators at once. Of two layouts, the first cut is the best there is.
  Labels Choose() const {
    Labels labels = FirstLabels();
    const std::vector<DataLayoutType> offered = used_.List();
    const bool exact = offered.size() <= 2;
    double least = exact ? 0 : TotalNs(labels);
    constexpr int kMaxRounds = 4;
    for (int round = 0; round < (exact ? 1 : kMaxRounds); ++round) {
      bool improved = false;
      for (const DataLayoutType label : offered) {
        if (round == 0 && label == kPlain) continue;
        Labels changed = Offer(labels, label);
        if (changed == labels) continue;
        const double total = exact ? 0 : TotalNs(changed);
        if (!exact && total >= least) continue;
        labels = std::move(changed);
        least = total;
        improved = true;
      }
      if (!improved) break;
    }
    return labels;
  }

 private:
  // Whether the label changes a result that other blocks see, which expect the plain layout.
  static bool IsSeenOutside(const Choice& choice, DataLayoutType label) {
    return std::any_of(choice.results.begin(), choice.results.end(), [label](const SlotArg& r) {
      return r.arg->pinned() && LayoutFor(r.arg->dims, label) != kPlain;
    });
  }

  Labels FirstLabels() const {
    Labels labels(choices_.size(), kPlain);
    for (size_t i = 0; i < choices_.size(); ++i) {
      const Choice& choice = choices_[i];
      if (choice.boundary || choice.Best(kPlain) != nullptr) continue;
      for (const DataLayoutType label : used_.List()) {
        if (choice.Best(label) == nullptr || IsSeenOutside(choice, label)) continue;
        labels[i] = label;
        break;
      }
    }
    return labels;
  }

  // The cheapest labels if every operator keeps its own or takes `label`.
  Labels Offer(const Labels& now, DataLayoutType label) const {
    BinaryLabels cut(static_cast<int>(choices_.size()));
    for (size_t i = 0; i < choices_.size(); ++i) {
      const Choice& choice = choices_[i];
      const int node = static_cast<int>(i);
      if (choice.boundary) {
        cut.Forbid(node, 1);
        for (const ArgNode* arg : choice.node->InputList("X")) {
          const int producer = Producer(arg);
          if (producer < 0) continue;
          cut.AddUnary(producer, FetchNs(choices_[producer], arg, now[producer]),
                       FetchNs(choices_[producer], arg, label));
        }
        continue;
      }
      const Candidate* best[2] = {choice.Best(now[i]), choice.Best(label)};
      if (IsSeenOutside(choice, label)) best[1] = nullptr;
      AddKernels(&cut, node, best);
      if (now[i] == label) cut.Forbid(node, 0);
      for (const SlotArg& input : choice.activations) {
        if (!input.arg->dims) continue;
        const int producer = Producer(input.arg);
        const DataLayoutType from = producer < 0 ? kPlain : now[producer];
        const double e00 = EdgeNs(choice, input, producer, from, now[i]);
        const double e01 = EdgeNs(choice, input, producer, from, label);
        if (producer < 0) {
          cut.AddUnary(node, e00, e01);
          continue;
        }
        const double e10 = EdgeNs(choice, input, producer, label, now[i]);
        const double e11 = EdgeNs(choice, input, producer, label, label);
        if (e00 == 0 && e01 == 0 && e10 == 0 && e11 == 0) continue;
        cut.AddPair(producer, node, e00, e01, e10, e11);
      }
    }
    Labels changed = now;
    const std::vector<bool> takes = cut.Solve();
    for (size_t i = 0; i < changed.size(); ++i) {
      if (takes[i]) changed[i] = label;
    }
    return changed;
  }

  double TotalNs(const Labels& labels) const {
    double total = 0;
    for (size_t i = 0; i < choices_.size(); ++i) {
      const Choice& choice = choices_[i];
      if (choice.boundary) {
        for (const ArgNode* arg : choice.node->InputList("X")) {
          const int producer = Producer(arg);
          if (producer >= 0) total += FetchNs(choices_[producer], arg, labels[producer]);
        }
        continue;
      }
      if (const Candidate* best = choice.Best(labels[i])) total += best->ns;
      for (const SlotArg& input : choice.activations) {
        const int producer = Producer(input.arg);
        total +=
            EdgeNs(choice, input, producer, producer < 0 ? kPlain : labels[producer], labels[i]);
      }
    }
    return total;
  }

  // Position of the operator that writes the value; -1 if it is not in the block.
  int Producer(const ArgNode* arg) const {
    const auto it = index_of_.find(arg->producer());
    return it == index_of_.end() ? -1 : it->second;
  }

  double EdgeNs(const Choice& choice, const SlotArg& input, int producer, DataLayoutType from,
                DataLayoutType label) const {
    const TargetType memory = producer < 0 ? TargetType::kHost : choices_[producer].memory;
    return choice.EdgeNs(input, {from, memory}, label, kernels_);
  }

  // A fetched value is converted to the plain layout.
  double FetchNs(const Choice& producer, const ArgNode* arg, DataLayoutType label) const {
    if (producer.boundary) return 0;
    return producer.ConversionNs(arg, {LayoutFor(arg->dims, label), producer.memory},
                                 {kPlain, TargetType::kHost}, kernels_);
  }

  const std::vector<Choice>& choices_;
  const KernelQuery& kernels_;
  const ChoiceIndex index_of_;
  Layouts used_;
};

}  // namespace

std::map<const OpNode*, DataLayoutType> ChooseLayouts(const std::vector<Choice>& choices,
                                                      const KernelQuery& kernels) {
  const Labels labels = LayoutLabels(choices, kernels).Choose();
  std::map<const OpNode*, DataLayoutType> of_op;
  for (size_t i = 0; i < choices.size(); ++i) of_op[choices[i].node] = labels[i];
  return of_op;
}

}  // namespace paddle::lite::mir
