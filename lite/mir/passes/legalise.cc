// Kernels, memories and layouts, decided together. Idea (docs/design/layout.md has the whole
// story):
//
//   every operator gets a label, the layout of the rank-4 tensors that it produces: NCHW or NHWC;
//   cost of a label     = time of the best kernel that works in it, infinite when there is none;
//   cost of an edge     = time of a conversion when the two ends disagree;
//   feed, fetch and variables that other blocks see are NCHW.
//
// The cheapest labelling is a minimum cut. Example: conv -> relu -> conv -> reshape. The convs are
// much faster in NHWC, relu does not care, reshape exists in NCHW only: conv relu conv become NHWC
// and one conversion stands before reshape. A lone conv whose gain is smaller than two conversions
// stays NCHW.
//
// A device with memory of its own is decided before, by the same kind of cut: the host's memory or
// the device's, an edge between them costs a copy. Layouts are then chosen among the kernels of the
// memory that an operator got.

#include "lite/mir/passes/legalise.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "lite/mir/binary_labels.h"
#include "lite/mir/choice.h"
#include "lite/mir/conversions.h"
#include "lite/mir/report.h"

namespace paddle::lite::mir {
namespace {

class Legaliser {
 public:
  Legaliser(Graph* graph, const OptimizeOptions& options, std::ostream* explain)
      : graph_(graph), options_(options), explain_(explain), conversions_(graph, options) {}

  Status Run() {
    conversions_.StripOld();
    FindDevices();
    for (const auto& block : graph_->blocks()) {
      LITE_RETURN_IF_ERROR(Consider(block.get()));
    }
    if (!unsupported_.empty()) {
      return Unsupported("no kernel on the chosen targets for ", unsupported_,
                         ". Add a target to valid_targets, or use an equivalent operator");
    }
    for (size_t b = 0; b < graph_->blocks().size(); ++b) {
      for (const TargetType device : devices_) ChooseMemory(device, &choices_[b]);
      KeepMemory(&choices_[b]);
      ChooseLabels(&choices_[b]);
      LITE_RETURN_IF_ERROR(Commit(&choices_[b]));
    }
    if (explain_ != nullptr) ExplainLegalised(*graph_, conversions_, est_ns_, explain_);
    return OkStatus();
  }

 private:
  // Targets with memory of their own, in order of preference. One that values cannot be copied to
  // and from is none.
  void FindDevices() {
    for (const auto& place : options_.valid_places) {
      const TargetType target = place.target;
      if (IsHostMemory(target) || !conversions_.CanCopy(target)) continue;
      if (std::find(devices_.begin(), devices_.end(), target) == devices_.end()) {
        devices_.push_back(target);
      }
    }
  }

  // Reduced precision must be asked for.
  bool PrecisionAllowed(const KernelDef& kernel) const {
    if (kernel.precision != PrecisionType::kFP16 && kernel.precision != PrecisionType::kInt8)
      return true;
    return std::any_of(options_.valid_places.begin(), options_.valid_places.end(),
                       [&](const Place& p) {
                         return p.target == kernel.target && p.precision == kernel.precision;
                       });
  }

  // Empty when the kernel can take the operator, otherwise the reason.
  std::string Refusal(const KernelDef& kernel, const Choice& choice) const {
    if (!TargetAllowed(options_, kernel.target))
      return StrCat("target ", TargetToStr(kernel.target), " not asked for");
    if (!IsHostMemory(kernel.target) &&
        std::find(devices_.begin(), devices_.end(), kernel.target) == devices_.end()) {
      return StrCat("no kernels of io_copy for ", TargetToStr(kernel.target));
    }
    if (!PrecisionAllowed(kernel))
      return StrCat("precision ", PrecisionToStr(kernel.precision), " not asked for");
    for (const auto& input : choice.meta.bound().inputs) {
      const PrecisionType wanted = kernel.InputType(input.slot).precision;
      const PrecisionType found = input.tensor->precision();
      if (wanted != PrecisionType::kAny && found != PrecisionType::kUnk && wanted != found) {
        return StrCat("wants ", PrecisionToStr(wanted), " for ", input.slot, ", found ",
                      PrecisionToStr(found));
      }
    }
    if (kernel.supports != nullptr) {
      const Status status = kernel.supports(choice.meta.op());
      if (!status.ok()) return status.message();
    }
    if (!choice.WorksIn(kernel, DataLayoutType::kNCHW) &&
        !choice.WorksIn(kernel, DataLayoutType::kNHWC)) {
      return "its layouts do not fit the operator's tensors";
    }
    return "";
  }

  void AddUnsupported(const OpNode& node, const std::string& reason) {
    unsupported_ += StrCat(unsupported_.empty() ? "" : ", ", Describe(node),
                           reason.empty() ? "" : StrCat(": ", reason));
  }

  Status Consider(Block* block) {
    choices_.emplace_back();
    for (OpNode* node : block->ops()) {
      Choice choice;
      choice.node = node;
      choice.boundary = node->type() == "feed" || node->type() == "fetch";
      if (!choice.boundary && CreateOp(node->type()) == nullptr) {
        AddUnsupported(*node, "unknown operator type");
      } else if (!choice.boundary) {
        LITE_ASSIGN_OR_RETURN(choice.meta, MetaOp::Make(*node));
        for (const auto& input : choice.meta.bound().inputs) {
          ArgNode* arg = choice.meta.ArgOf(input.tensor);
          if (arg != nullptr && !arg->is_constant())
            choice.activations.push_back({input.slot, arg});
        }
        for (const auto& output : choice.meta.bound().outputs) {
          ArgNode* arg = choice.meta.ArgOf(output.tensor);
          if (arg != nullptr) choice.results.push_back({output.slot, arg});
        }
        const Cost cost = choice.meta.op().Estimate();
        for (const KernelDef* kernel : DeclaredKernels(options_, node->type())) {
          const std::string refusal = Refusal(*kernel, choice);
          if (refusal.empty()) {
            choice.candidates.push_back({kernel, KernelTimeNs(*kernel, cost)});
          } else {
            choice.Refuse(*kernel, refusal);
          }
        }
        if (choice.candidates.empty()) AddUnsupported(*node, choice.refusals);
      }
      choices_.back().push_back(std::move(choice));
    }
    return OkStatus();
  }

  static std::map<const OpNode*, int> IndexOf(const std::vector<Choice>& choices) {
    std::map<const OpNode*, int> index_of;
    for (size_t i = 0; i < choices.size(); ++i) index_of[choices[i].node] = static_cast<int>(i);
    return index_of;
  }

  // Label 1: the operator works on `device`.
  void ChooseMemory(TargetType device, std::vector<Choice>* choices) const {
    const std::map<const OpNode*, int> index_of = IndexOf(*choices);
    const TargetType memories[] = {TargetType::kHost, device};
    BinaryLabels labels(static_cast<int>(choices->size()));
    for (size_t i = 0; i < choices->size(); ++i) {
      const Choice& choice = (*choices)[i];
      const int node = static_cast<int>(i);
      const bool seen_outside = std::any_of(choice.results.begin(), choice.results.end(),
                                            [](const SlotArg& r) { return r.arg->pinned(); });
      const Candidate* best[2] = {choice.BestIn(TargetType::kHost), choice.BestIn(device)};
      const bool taken = choice.memory != TargetType::kHost || choice.boundary || seen_outside;
      if (taken) best[1] = nullptr;
      const double otherwise = taken ? 0 : kImpossible;
      labels.AddUnary(node, best[0] == nullptr ? otherwise : best[0]->ns,
                      best[1] == nullptr ? kImpossible : best[1]->ns);
      // Feeds and fetches, and operators of other devices, want their inputs from the host.
      const auto edge = [&](const SlotArg& input, int from, int to) {
        const KernelDef* kernel = best[to] == nullptr ? nullptr : best[to]->kernel;
        const TargetType wanted = kernel == nullptr
                                      ? TargetType::kHost
                                      : Choice::WantedMemory(*kernel, input.slot, memories[from]);
        return wanted == memories[from] ? 0 : CopyNs(choice.Bytes(input.arg));
      };
      for (const SlotArg& input : choice.activations) {
        const auto producer = index_of.find(input.arg->producer());
        if (producer == index_of.end()) {
          labels.AddUnary(node, edge(input, 0, 0), edge(input, 0, 1));
        } else {
          labels.AddPair(producer->second, node, edge(input, 0, 0), edge(input, 0, 1),
                         edge(input, 1, 0), edge(input, 1, 1));
        }
      }
      if (!choice.boundary) continue;
      for (const ArgNode* arg : choice.node->InputList("X")) {
        const auto producer = index_of.find(arg->producer());
        if (producer == index_of.end()) continue;
        labels.AddUnary(producer->second, 0, CopyNs((*choices)[producer->second].Bytes(arg)));
      }
    }
    const std::vector<bool> on_device = labels.Solve();
    for (size_t i = 0; i < choices->size(); ++i) {
      if (on_device[i]) (*choices)[i].memory = device;
    }
  }

  // Leaves each operator the kernels of its memory.
  void KeepMemory(std::vector<Choice>* choices) const {
    for (Choice& choice : *choices) {
      // A kernel that exists on a device only: nothing else to choose.
      if (!choice.candidates.empty() && choice.BestIn(choice.memory) == nullptr) {
        choice.memory = MemoryOf(choice.candidates.front().kernel->target);
      }
      std::vector<Candidate> kept;
      for (const Candidate& candidate : choice.candidates) {
        if (MemoryOf(candidate.kernel->target) == choice.memory) {
          kept.push_back(candidate);
        } else {
          choice.Refuse(*candidate.kernel, StrCat("in ", TargetToStr(choice.memory),
                                                  " memory it takes less time, copies included"));
        }
      }
      choice.candidates = std::move(kept);
    }
  }

  void ChooseLabels(std::vector<Choice>* choices) {
    const std::map<const OpNode*, int> index_of = IndexOf(*choices);
    BinaryLabels labels(static_cast<int>(choices->size()));
    constexpr DataLayoutType kLabels[] = {DataLayoutType::kNCHW, DataLayoutType::kNHWC};
    for (size_t i = 0; i < choices->size(); ++i) {
      const Choice& choice = (*choices)[i];
      const int node = static_cast<int>(i);
      if (choice.boundary) {
        labels.AddUnary(node, 0, kImpossible);
        for (ArgNode* arg : choice.node->InputList("X"))
          AddFixedReader(&labels, *choices, index_of, arg);
        continue;
      }
      double unary[2];
      for (int l = 0; l < 2; ++l) {
        const Candidate* best = choice.Best(kLabels[l]);
        unary[l] = best == nullptr ? kImpossible : best->ns;
      }
      const bool seen_outside =
          std::any_of(choice.results.begin(), choice.results.end(),
                      [](const SlotArg& r) { return r.arg->pinned() && HasLayout(*r.arg); });
      if (seen_outside) unary[1] = kImpossible;
      labels.AddUnary(node, unary[0], unary[1]);
      for (const SlotArg& input : choice.activations) {
        if (!HasLayout(*input.arg)) continue;
        const auto producer = index_of.find(input.arg->producer());
        const double e00 = choice.EdgeNs(input, kLabels[0], kLabels[0]);
        const double e01 = choice.EdgeNs(input, kLabels[0], kLabels[1]);
        if (producer == index_of.end()) {
          labels.AddUnary(node, e00, e01);
          continue;
        }
        labels.AddPair(producer->second, node, e00, e01,
                       choice.EdgeNs(input, kLabels[1], kLabels[0]),
                       choice.EdgeNs(input, kLabels[1], kLabels[1]));
      }
    }
    const std::vector<bool> nhwc = labels.Solve();
    labels_.clear();
    for (size_t i = 0; i < choices->size(); ++i)
      labels_[(*choices)[i].node] = kLabels[nhwc[i] ? 1 : 0];
  }

  // The reader of `arg` takes NCHW only.
  static void AddFixedReader(BinaryLabels* labels, const std::vector<Choice>& choices,
                             const std::map<const OpNode*, int>& index_of, const ArgNode* arg) {
    const auto producer = index_of.find(arg->producer());
    if (producer == index_of.end() || !HasLayout(*arg)) return;
    const Choice& choice = choices[producer->second];
    if (choice.boundary) return;
    labels->AddUnary(producer->second, 0, ConversionNs(choice.Bytes(arg)));
  }

  Status Commit(std::vector<Choice>* choices) {
    for (Choice& choice : *choices) {
      OpNode* node = choice.node;
      if (choice.boundary) {
        for (ArgNode* arg : std::vector<ArgNode*>(node->InputList("X"))) {
          LITE_RETURN_IF_ERROR(conversions_.DeliverFetched(arg, node));
        }
        for (const auto& slot : node->outputs()) {
          for (ArgNode* arg : slot.second) SetPlace(arg, TargetType::kHost, DataLayoutType::kNCHW);
        }
        continue;
      }
      const DataLayoutType label = labels_.at(node);
      const KernelDef* kernel = PickForInputs(choice, label);
      node->kernel = kernel;
      NoteAlternatives(choice, *kernel, label);
      if (!choice.refusals.empty()) node->notes.push_back(StrCat("refused: ", choice.refusals));
      for (const SlotArg& input : choice.activations) {
        const TargetType memory =
            Choice::WantedMemory(*kernel, input.slot, MemoryOf(input.arg->target));
        const DataLayoutType layout = HasLayout(*input.arg)
                                          ? Choice::Wanted(*kernel, input.slot, label)
                                          : LayoutOf(*input.arg);
        LITE_ASSIGN_OR_RETURN(ArgNode* const delivered,
                              conversions_.Deliver(input.arg, node, memory, layout));
        if (delivered != input.arg) graph_->ReplaceUse(node, input.arg, delivered);
      }
      LITE_RETURN_IF_ERROR(DeliverConstants(node, *kernel));
      for (const SlotArg& result : choice.results) {
        const TargetType given = Choice::GivenMemory(*kernel, result.slot);
        SetPlace(result.arg, given == MemoryOf(kernel->target) ? kernel->target : given,
                 HasLayout(*result.arg) ? choice.Given(*kernel, result.slot, label)
                                        : DataLayoutType::kNCHW);
      }
      est_ns_[node] = KernelTimeNs(*kernel, choice.meta.op().Estimate());
    }
    return OkStatus();
  }

  // Weights stay with the host unless a kernel binds the slot to a device's memory.
  Status DeliverConstants(OpNode* node, const KernelDef& kernel) {
    if (IsHostMemory(kernel.target)) return OkStatus();
    const ArgSlots inputs = node->inputs();
    for (const auto& [slot, args] : inputs) {
      for (ArgNode* arg : args) {
        if (!arg->is_constant()) continue;
        const TargetType memory = Choice::WantedMemory(kernel, slot.c_str(), TargetType::kHost);
        LITE_ASSIGN_OR_RETURN(ArgNode* const delivered,
                              conversions_.Deliver(arg, node, memory, LayoutOf(*arg)));
        if (delivered != arg) graph_->ReplaceUse(node, arg, delivered);
      }
    }
    return OkStatus();
  }

  // What else could have run, and what it would have taken.
  static void NoteAlternatives(const Choice& choice, const KernelDef& picked,
                               DataLayoutType label) {
    std::string others;
    for (const Candidate& candidate : choice.candidates) {
      if (candidate.kernel == &picked) continue;
      others +=
          StrCat(others.empty() ? "" : ", ", candidate.kernel->Key(), " (", candidate.ns / 1000,
                 " us", choice.WorksIn(*candidate.kernel, label) ? "" : " in another layout", ")");
    }
    choice.node->notes.push_back(others.empty() ? "the only kernel that fits"
                                                : "others that fit: " + others);
  }

  // Layouts of the inputs are settled now: the kernel that needs the least in total.
  const KernelDef* PickForInputs(const Choice& choice, DataLayoutType label) const {
    const KernelDef* picked = nullptr;
    double least = 0;
    for (const Candidate& candidate : choice.candidates) {
      if (!choice.WorksIn(*candidate.kernel, label)) continue;
      double ns = candidate.ns;
      for (const SlotArg& input : choice.activations) {
        if (HasLayout(*input.arg) &&
            LayoutOf(*input.arg) != Choice::Wanted(*candidate.kernel, input.slot, label)) {
          ns += ConversionNs(choice.Bytes(input.arg));
        }
      }
      if (picked == nullptr || ns < least) {
        picked = candidate.kernel;
        least = ns;
      }
    }
    return picked;
  }

  static void SetPlace(ArgNode* arg, TargetType target, DataLayoutType layout) {
    arg->target = target;
    arg->layout = layout;
  }

  Graph* graph_;
  const OptimizeOptions& options_;
  std::ostream* explain_;
  Conversions conversions_;
  std::vector<TargetType> devices_;
  std::vector<std::vector<Choice>> choices_;  // by block
  std::map<const OpNode*, DataLayoutType> labels_;
  std::map<const OpNode*, double> est_ns_;
  std::string unsupported_;
};

}  // namespace

Status Legalise(Graph* graph, const OptimizeOptions& options, std::ostream* explain) {
  return Legaliser(graph, options, explain).Run();
}

}  // namespace paddle::lite::mir
