// Kernel choice and layouts, decided together. Idea (docs/design/layout.md has the whole story):
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

#include "lite/mir/passes/legalise.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "lite/mir/binary_labels.h"
#include "lite/mir/meta_op.h"

namespace paddle::lite::mir {
namespace {

constexpr double kImpossible = 1e15;  // ns; larger than any program
constexpr double kOperatorOverheadNs = 200;
constexpr double kConversionBytesPerNs = 6;

// Rates of one thread where a kernel does not state its own: the order of magnitude decides, not
// the value.
double FlopsPerNs(const KernelDef& kernel) {
  if (kernel.gflops > 0) return kernel.gflops;
  if (kernel.target == TargetType::kHost) return 1;
  if (kernel.target == TargetType::kX86 || kernel.target == TargetType::kARM) return 40;
  return 400;
}

double BytesPerNs(TargetType target) { return target == TargetType::kHost ? 3 : 12; }

double KernelTimeNs(const KernelDef& kernel, const Cost& cost) {
  return std::max(cost.flops / FlopsPerNs(kernel), cost.bytes / BytesPerNs(kernel.target)) +
         kOperatorOverheadNs;
}

bool IsPlumbing(const std::string& type) {
  return type == "layout" || type == "layout_once" || type == "io_copy" || type == "io_copy_once";
}

// Whether the layout of the value means anything: elements of other ranks have one order only.
bool HasLayout(const ArgNode& arg) { return arg.dims && arg.dims->rank() == 4; }

// The same bytes in NCHW and NHWC.
bool LayoutIsFree(const Tensor& tensor) {
  const DDim& dims = tensor.dims();
  return dims.rank() != 4 || dims[1] == 1 || dims[2] * dims[3] == 1;
}

struct SlotArg {
  const char* slot;
  ArgNode* arg;
};

struct Candidate {
  const KernelDef* kernel = nullptr;
  double ns = 0;
};

// An operator under consideration.
struct Choice {
  OpNode* node = nullptr;
  MetaOp meta;
  std::vector<SlotArg> activations;  // inputs that are not constants
  std::vector<SlotArg> results;
  std::vector<Candidate> candidates;
  std::string refusals;
  bool boundary = false;  // feed and fetch

  // Layout in which `kernel` wants input `slot` when it works in layout `label`.
  static DataLayoutType Wanted(const KernelDef& kernel, const char* slot, DataLayoutType label) {
    const DataLayoutType layout = kernel.InputType(slot).layout;
    return layout == DataLayoutType::kAny ? label : layout;
  }

  // Layout in which `kernel` gives output `slot`: an output of any layout follows the first
  // activation.
  DataLayoutType Given(const KernelDef& kernel, const char* slot, DataLayoutType label) const {
    const DataLayoutType layout = kernel.OutputType(slot).layout;
    if (layout != DataLayoutType::kAny) return layout;
    return activations.empty() ? DataLayoutType::kNCHW
                               : Wanted(kernel, activations.front().slot, label);
  }

  bool WorksIn(const KernelDef& kernel, DataLayoutType label) const {
    bool bound_to_label = false;
    for (const SlotArg& result : results) {
      if (!HasLayout(*result.arg)) {
        // Unknown rank: only the plain layout is safe.
        if (!result.arg->dims && Given(kernel, result.slot, label) != DataLayoutType::kNCHW)
          return false;
        continue;
      }
      if (Given(kernel, result.slot, label) != label) return false;
      bound_to_label = true;
    }
    for (const SlotArg& input : activations) {
      if (!input.arg->dims && Wanted(kernel, input.slot, label) != DataLayoutType::kNCHW)
        return false;
      if (HasLayout(*input.arg) && Wanted(kernel, input.slot, label) == label)
        bound_to_label = true;
    }
    if (!bound_to_label && label != DataLayoutType::kNCHW) return false;
    // A weight is stored in NCHW, and nobody converts it on the way.
    for (const auto& input : meta.bound().inputs) {
      if (input.tensor->persistable() && !LayoutIsFree(*input.tensor) &&
          Wanted(kernel, input.slot, label) != DataLayoutType::kNCHW) {
        return false;
      }
    }
    return true;
  }

  double ConversionNs(const SlotArg& input) const {
    const Tensor* tensor = meta.TensorOf(input.arg);
    const double bytes = tensor == nullptr ? 0 : static_cast<double>(tensor->memory_size());
    return 2 * bytes / kConversionBytesPerNs + kOperatorOverheadNs;
  }

  // Cheapest kernel for a label; null when there is none.
  const Candidate* Best(DataLayoutType label) const {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates) {
      if (WorksIn(*candidate.kernel, label) && (best == nullptr || candidate.ns < best->ns)) {
        best = &candidate;
      }
    }
    return best;
  }

  // Extra time when `input` arrives in layout `arriving` and the operator works in `label`.
  double EdgeNs(const SlotArg& input, DataLayoutType arriving, DataLayoutType label) const {
    const Candidate* best = Best(label);
    if (best == nullptr || !HasLayout(*input.arg)) return 0;
    double least = kImpossible;
    for (const Candidate& candidate : candidates) {
      if (!WorksIn(*candidate.kernel, label)) continue;
      const bool converts = Wanted(*candidate.kernel, input.slot, label) != arriving;
      least = std::min(least, candidate.ns - best->ns + (converts ? ConversionNs(input) : 0));
    }
    return least;
  }
};

class Legaliser {
 public:
  Legaliser(Graph* graph, const OptimizeOptions& options, std::ostream* explain)
      : graph_(graph), options_(options), explain_(explain) {}

  Status Run() {
    StripOldPlumbing();
    for (const auto& block : graph_->blocks()) {
      LITE_RETURN_IF_ERROR(Consider(block.get()));
    }
    if (!unsupported_.empty()) {
      return Unsupported("no kernel on the chosen targets for ", unsupported_,
                         ". Add a target to valid_targets, or use an equivalent operator");
    }
    for (size_t b = 0; b < graph_->blocks().size(); ++b) {
      ChooseLabels(&choices_[b]);
      Commit(graph_->blocks()[b].get(), &choices_[b]);
    }
    Explain();
    return OkStatus();
  }

 private:
  // A program that was legalised before (an optimised model) carries conversions that may not be
  // needed now.
  void StripOldPlumbing() {
    for (OpNode* op : graph_->AllOps()) {
      if (!IsPlumbing(op->type())) continue;
      ArgNode* input = op->Input("Input");
      ArgNode* output = op->Output("Out");
      if (input == nullptr || output == nullptr || input->pinned() || output->pinned() ||
          output->is_output()) {
        continue;
      }
      graph_->ReplaceAllUses(output, input);
      graph_->RemoveOp(op);
    }
  }

  bool TargetAllowed(TargetType target) const {
    if (target == TargetType::kHost) return true;
    return std::any_of(options_.valid_places.begin(), options_.valid_places.end(),
                       [&](const Place& place) { return place.target == target; });
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
    if (!TargetAllowed(kernel.target))
      return StrCat("target ", TargetToStr(kernel.target), " not asked for");
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
        for (const KernelDef* kernel : KernelsOf(node->type())) {
          const std::string refusal = Refusal(*kernel, choice);
          if (refusal.empty()) {
            choice.candidates.push_back({kernel, KernelTimeNs(*kernel, cost)});
          } else {
            if (!choice.refusals.empty()) choice.refusals += "; ";
            choice.refusals += StrCat(kernel->Key(), ": ", refusal);
          }
        }
        if (choice.candidates.empty()) AddUnsupported(*node, choice.refusals);
      }
      choices_.back().push_back(std::move(choice));
    }
    return OkStatus();
  }

  void ChooseLabels(std::vector<Choice>* choices) {
    std::map<const OpNode*, int> index_of;
    for (size_t i = 0; i < choices->size(); ++i) index_of[(*choices)[i].node] = static_cast<int>(i);
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
    const Tensor* tensor = choice.meta.TensorOf(arg);
    const double bytes = tensor == nullptr ? 0 : static_cast<double>(tensor->memory_size());
    labels->AddUnary(producer->second, 0, 2 * bytes / kConversionBytesPerNs + kOperatorOverheadNs);
  }

  void Commit(Block* block, std::vector<Choice>* choices) {
    for (Choice& choice : *choices) {
      OpNode* node = choice.node;
      if (choice.boundary) {
        for (ArgNode* arg : std::vector<ArgNode*>(node->InputList("X"))) {
          if (HasLayout(*arg)) {
            DeliverFetched(block, node, arg);
          }
        }
        for (const auto& slot : node->outputs()) {
          for (ArgNode* arg : slot.second) SetPlace(arg, TargetType::kHost, DataLayoutType::kNCHW);
        }
        continue;
      }
      const DataLayoutType label = labels_.at(node);
      const KernelDef* kernel = PickForInputs(choice, label);
      node->kernel = kernel;
      if (!choice.refusals.empty()) node->notes.push_back(StrCat("refused: ", choice.refusals));
      for (const SlotArg& input : choice.activations) {
        const DataLayoutType wanted = Choice::Wanted(*kernel, input.slot, label);
        if (!HasLayout(*input.arg) || LayoutOf(input.arg) == wanted) continue;
        ArgNode* converted = Converted(block, node, input.arg, wanted);
        graph_->ReplaceUse(node, input.arg, converted);
      }
      for (const SlotArg& result : choice.results) {
        SetPlace(result.arg, kernel->target,
                 HasLayout(*result.arg) ? choice.Given(*kernel, result.slot, label)
                                        : DataLayoutType::kNCHW);
      }
      est_ns_[node] = KernelTimeNs(*kernel, choice.meta.op().Estimate());
    }
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
            LayoutOf(input.arg) != Choice::Wanted(*candidate.kernel, input.slot, label)) {
          ns += choice.ConversionNs(input);
        }
      }
      if (picked == nullptr || ns < least) {
        picked = candidate.kernel;
        least = ns;
      }
    }
    return picked;
  }

  static DataLayoutType LayoutOf(const ArgNode* arg) {
    return arg->layout == DataLayoutType::kUnk ? DataLayoutType::kNCHW : arg->layout;
  }

  static void SetPlace(ArgNode* arg, TargetType target, DataLayoutType layout) {
    arg->target = target;
    arg->layout = layout;
  }

  // `arg` in another layout, made in front of `reader` or taken over from an earlier reader.
  ArgNode* Converted(Block* block, OpNode* reader, ArgNode* arg, DataLayoutType layout) {
    ArgNode*& converted = converted_[{arg, layout}];
    if (converted != nullptr) return converted;
    OpNode* op = graph_->InsertOp("layout", block, reader);
    converted = graph_->NewArg(block, StrCat(arg->name(), "/layout_trans"), arg);
    graph_->SetInput(op, "Input", {arg});
    graph_->SetOutput(op, "Out", {converted});
    FinishConversion(op, arg, converted, layout, reader);
    return converted;
  }

  // A fetched value keeps its name: its producer writes a new value, and a conversion makes the
  // fetched one.
  void DeliverFetched(Block* block, OpNode* fetch, ArgNode* arg) {
    if (LayoutOf(arg) == DataLayoutType::kNCHW) return;
    OpNode* producer = arg->producer();
    ArgNode* raw = graph_->NewArg(block, StrCat(arg->name(), "/layout_raw"), arg);
    raw->layout = arg->layout;
    raw->target = arg->target;
    std::string slot;
    std::vector<ArgNode*> bound;
    for (const auto& entry : producer->outputs()) {
      if (std::find(entry.second.begin(), entry.second.end(), arg) == entry.second.end()) continue;
      slot = entry.first;
      bound = entry.second;
    }
    std::replace(bound.begin(), bound.end(), arg, raw);
    graph_->SetOutput(producer, slot, bound);
    for (OpNode* reader : std::vector<OpNode*>(arg->consumers())) {
      if (reader->type() != "fetch") graph_->ReplaceUse(reader, arg, raw);
    }
    OpNode* op = graph_->InsertOp("layout", block, fetch);
    graph_->SetInput(op, "Input", {raw});
    graph_->SetOutput(op, "Out", {arg});
    FinishConversion(op, raw, arg, DataLayoutType::kNCHW, fetch);
  }

  void FinishConversion(OpNode* op, ArgNode* from, ArgNode* to, DataLayoutType layout,
                        const OpNode* reader) {
    for (const KernelDef* kernel : KernelsOf("layout")) {
      const bool fits = TargetAllowed(kernel->target) &&
                        kernel->InputType("Input").layout == LayoutOf(from) &&
                        kernel->OutputType("Out").layout == layout &&
                        (kernel->InputType("Input").precision == PrecisionType::kAny ||
                         kernel->InputType("Input").precision == from->precision);
      if (fits && (op->kernel == nullptr || FlopsPerNs(*kernel) > FlopsPerNs(*op->kernel)))
        op->kernel = kernel;
    }
    SetPlace(to, op->kernel == nullptr ? TargetType::kHost : op->kernel->target, layout);
    conversions_.push_back(StrCat(
        DataLayoutToStr(LayoutOf(from)), " -> ", DataLayoutToStr(layout), " of '", from->name(),
        "' ", from->dims ? from->dims->ToString() : "[?]", " for ", reader->type()));
    op->notes.push_back(conversions_.back());
  }

  void Explain() const {
    if (explain_ == nullptr) return;
    int by_target[static_cast<int>(TargetType::NUM)] = {};
    for (const auto& block : graph_->blocks()) {
      for (const OpNode* op : block->ops()) {
        if (op->kernel == nullptr) continue;
        ++by_target[static_cast<int>(op->kernel->target)];
        *explain_
            << "kernel: block " << block->index() << " #" << op->position() << " " << op->type()
            << ": " << op->kernel->Key() << " "
            << Place(op->kernel->target, op->kernel->precision, op->kernel->layout).DebugString();
        const auto est = est_ns_.find(op);
        if (est != est_ns_.end()) *explain_ << ", estimated " << est->second / 1000 << " us";
        for (const std::string& note : op->notes) *explain_ << "; " << note;
        *explain_ << "\n";
      }
    }
    *explain_ << "layout conversions: " << conversions_.size() << "\n";
    for (const std::string& conversion : conversions_) *explain_ << "  " << conversion << "\n";
    for (int t = 0; t < static_cast<int>(TargetType::NUM); ++t) {
      if (by_target[t] != 0) {
        *explain_ << "operators on " << TargetToStr(static_cast<TargetType>(t)) << ": "
                  << by_target[t] << "\n";
      }
    }
  }

  Graph* graph_;
  const OptimizeOptions& options_;
  std::ostream* explain_;
  std::vector<std::vector<Choice>> choices_;  // by block
  std::map<const OpNode*, DataLayoutType> labels_;
  std::map<const OpNode*, double> est_ns_;
  std::map<std::pair<const ArgNode*, DataLayoutType>, ArgNode*> converted_;
  std::vector<std::string> conversions_;
  std::string unsupported_;
};

}  // namespace

Status Legalise(Graph* graph, const OptimizeOptions& options, std::ostream* explain) {
  return Legaliser(graph, options, explain).Run();
}

}  // namespace paddle::lite::mir
