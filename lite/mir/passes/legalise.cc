// Kernels, memories and layouts, decided together. Idea (docs/design/layout.md has the details):
//
//   every operator gets a label, the layout of the tensors that it produces;
//   cost of a label     = time of the best kernel that runs in it, infinite if there is none;
//   cost of an edge     = time of the conversions if the two ends disagree;
//   feed, fetch and variables visible to other blocks are NCHW.
//
// For two labels, NCHW and NHWC on processors, the cheapest labelling is a minimum cut. Example:
// conv -> relu -> conv -> reshape. The convs are much faster in NHWC, relu accepts any layout,
// reshape only exists in NCHW: conv relu conv become NHWC, with one conversion before reshape. A
// single conv whose gain is smaller than two conversions stays NCHW. For more labels, each in turn
// is offered to all operators at once, by such a cut between it and the labels so far, until none
// of them improves the sum.
//
// For a device with its own memory, the memory is chosen before, by the same kind of cut: host or
// device, where an edge between the two costs a copy. Then, if half precision is requested, float
// or half, where an edge between the two costs a cast. Layouts are chosen among the remaining
// kernels.
//
// Which results are int8 is decided before layouts: see int8_regions.h.

#include "lite/mir/passes/legalise.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/core/targets.h"
#include "lite/kernels/binding.h"
#include "lite/mir/binary_labels.h"
#include "lite/mir/choice.h"
#include "lite/mir/conversions.h"
#include "lite/mir/int8_regions.h"
#include "lite/mir/layout_labels.h"
#include "lite/mir/partition.h"
#include "lite/mir/partition_config.h"
#include "lite/mir/pass.h"
#include "lite/mir/report.h"
#include "lite/mir/scales.h"

namespace paddle::lite::mir {
namespace {

class Legaliser {
 public:
  Legaliser(Graph* graph, const OptimizeOptions& options, std::ostream* explain)
      : graph_(graph),
        explain_(explain),
        options_(options),
        estimates_(options.estimates),
        kernels_(options),
        conversions_(graph, kernels_),
        int8_(&conversions_, [this](Choice* choice) { FindCandidates(choice); }) {}

  Status Run() {
    LITE_ASSIGN_OR_RETURN(memory_config_, OpenClMemoryConfig::Load());
    conversions_.StripOld();
    FindNotInHalf();
    const std::set<int> compiled = BlocksOfSubgraphs(*graph_);
    for (const auto& block : graph_->blocks()) {
      if (compiled.count(block->index()) != 0) {
        choices_.emplace_back();
      } else {
        LITE_RETURN_IF_ERROR(Consider(block.get()));
      }
    }
    if (!unsupported_.empty()) {
      return Unsupported("no kernel on the chosen targets for ", unsupported_,
                         ". Add a target to valid_targets, or use an equivalent operator");
    }
    for (size_t b = 0; b < graph_->blocks().size(); ++b) {
      if (choices_[b].empty()) continue;
      for (const TargetType device : kernels_.devices()) ChooseMemory(device, &choices_[b]);
      KeepMemory(&choices_[b]);
      ChoosePrecision(&choices_[b]);
      LITE_RETURN_IF_ERROR(int8_.Choose(&choices_[b]));
      labels_ = ChooseLayouts(choices_[b], kernels_);
      LITE_RETURN_IF_ERROR(Commit(&choices_[b]));
    }
    memory_config_.WarnOfUnused();
    if (estimates_ != nullptr) Estimate();
    if (explain_ != nullptr) ExplainLegalised(*graph_, conversions_, est_ns_, explain_);
    return OkStatus();
  }

 private:
  // Empty if the kernel can run the operator and its results are what readers expect, otherwise the
  // reason.
  std::string Refusal(const KernelDef& kernel, const Choice& choice) const {
    const Status accepted = kernels_.Accepts(kernel, *choice.node, choice.meta);
    if (!accepted.ok()) return accepted.message();
    if (IsCalib(kernel.op_type) && !GivesDeclared(kernel, choice)) {
      return "produces a type other than the declared one";
    }
    if (const ArgNode* large = choice.TooLargeForHalf(kernel);
        large != nullptr && kernel.precision == PrecisionType::kFP16) {
      return StrCat("float16 cannot hold the values of '", large->name(), "'");
    }
    if (choice.loses_in_half && kernel.precision == PrecisionType::kFP16) {
      return "loses too much in float16";
    }
    if (!choice.WorksAt(kernel, PrecisionType::kFloat) &&
        !choice.WorksAt(kernel, PrecisionType::kFP16)) {
      return "other blocks expect the result in another type";
    }
    return "";
  }

  // The labels in which the kernel works, of those that kernels of its memory declare.
  Layouts LabelsOf(const KernelDef& kernel, const Choice& choice) const {
    Layouts labels;
    for (const DataLayoutType label : layouts_in_.at(MemoryOf(kernel.target)).List()) {
      if (choice.WorksIn(kernel, label, kernels_)) labels.Add(label);
    }
    return labels;
  }

  // The layouts that the kernels of the block's operators declare, by memory.
  void FindLayouts(const Block& block) {
    std::set<std::string> seen;
    const auto add = [this](const KernelDef& kernel, DataLayoutType layout) {
      if (layout == DataLayoutType::kAny || layout == DataLayoutType::kUnk) return;
      layouts_in_[MemoryOf(kernel.target)].Add(layout);
    };
    for (const OpNode* op : block.ops()) {
      if (!seen.insert(op->type()).second) continue;
      for (const KernelDef* kernel : kernels_.KernelsOf(op->type()).allowed) {
        layouts_in_[MemoryOf(kernel->target)].Add(DataLayoutType::kNCHW);
        add(*kernel, kernel->layout);
        for (int i = 0; i < kernel->input_count; ++i) add(*kernel, kernel->inputs[i].type.layout);
        for (int i = 0; i < kernel->output_count; ++i) add(*kernel, kernel->outputs[i].type.layout);
      }
    }
  }

  // Values that the caller has measured, and weights.
  void FindNotInHalf() {
    const bool wanted =
        std::any_of(options_.valid_places.begin(), options_.valid_places.end(),
                    [](const Place& place) { return place.precision == PrecisionType::kFP16; });
    if (!wanted) return;
    const std::vector<std::string> names = graph_->ExportNames();
    for (const ArgNode* arg : graph_->LiveArgs()) {
      const Tensor* const weight = arg->constant();
      const bool large = weight != nullptr
                             ? !FitsHalf(*weight)
                             : options_.too_large_for_half.count(names[arg->id()]) != 0;
      if (large) too_large_for_half_.insert(arg);
      if (options_.loses_in_half.count(names[arg->id()]) != 0) lost_in_half_.insert(arg);
    }
  }

  static bool FitsHalf(const Tensor& weight) {
    if (weight.precision() != PrecisionType::kFloat) return true;
    const float* const data = weight.data<float>();
    // A weight that is infinite is the same in half.
    return std::none_of(data, data + weight.numel(), [](float value) {
      return std::isfinite(value) && std::fabs(value) > kMaxHalf;
    });
  }

  // Whether a calib of the program gets the type that it declares.
  static bool GivesDeclared(const KernelDef& kernel, const Choice& choice) {
    return std::all_of(choice.results.begin(), choice.results.end(), [&](const SlotArg& result) {
      const PrecisionType declared = result.arg->precision;
      return declared == PrecisionType::kUnk ||
             declared == kernel.OutputType(result.slot).precision;
    });
  }

  void AddUnsupported(const OpNode& node, const std::string& reason) {
    unsupported_ += StrCat(unsupported_.empty() ? "" : ", ", Describe(node),
                           reason.empty() ? "" : StrCat(": ", reason));
  }

  // Refusals are only put into words for a reader: there are many.
  void FindCandidates(Choice* choice) {
    const KernelQuery::OfType& kernels = kernels_.KernelsOf(choice->node->type());
    const Cost cost = choice->meta.op().Estimate();
    std::vector<std::pair<const KernelDef*, std::string>> refused;
    for (const KernelDef* kernel : kernels.allowed) {
      std::string refusal = memory_config_.RefusalOf(*kernel, *choice->node);
      if (refusal.empty()) refusal = Refusal(*kernel, *choice);
      const Layouts labels = refusal.empty() ? LabelsOf(*kernel, *choice) : Layouts();
      if (refusal.empty() && labels.empty()) {
        refusal = "its layouts do not fit the operator's tensors";
      }
      if (refusal.empty()) {
        choice->candidates.push_back({kernel, KernelTimeNs(*kernel, cost), labels});
      } else {
        refused.emplace_back(kernel, std::move(refusal));
      }
    }
    if (explain_ == nullptr && !choice->candidates.empty()) return;
    for (const auto& [kernel, reason] : refused) choice->AddRefusal(*kernel, reason);
    for (const auto& [kernel, reason] : kernels.refused) choice->AddRefusal(*kernel, reason);
  }

  Status Consider(Block* block) {
    choices_.emplace_back();
    FindLayouts(*block);
    for (OpNode* node : block->ops()) {
      Choice choice;
      choice.node = node;
      choice.too_large_for_half = &too_large_for_half_;
      choice.boundary = node->type() == "feed" || node->type() == "fetch";
      if (!choice.boundary && CreateOp(node->type()) == nullptr) {
        AddUnsupported(*node, "unknown operator type");
      } else if (!choice.boundary) {
        if (IsQuantised(*node)) TakeScalesOfProducers(node);
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
        choice.loses_in_half = std::any_of(
            choice.results.begin(), choice.results.end(),
            [this](const SlotArg& result) { return lost_in_half_.count(result.arg) != 0; });
        FindCandidates(&choice);
        if (choice.candidates.empty()) {
          // Without kernels of any target, the operator itself says why.
          AddUnsupported(*node, choice.refusals.empty() ? choice.meta.InferShape().message()
                                                        : choice.refusals);
        }
      }
      choices_.back().push_back(std::move(choice));
    }
    return OkStatus();
  }

  // Label 1: the operator runs on `device`.
  void ChooseMemory(TargetType device, std::vector<Choice>* choices) const {
    const ChoiceIndex index_of = IndexOf(*choices);
    BinaryLabels labels(static_cast<int>(choices->size()));
    for (size_t i = 0; i < choices->size(); ++i) {
      const Choice& choice = (*choices)[i];
      const int node = static_cast<int>(i);
      const bool seen_outside = std::any_of(choice.results.begin(), choice.results.end(),
                                            [](const SlotArg& r) { return r.arg->pinned(); });
      const Candidate* best[2] = {choice.BestIn(TargetType::kHost), choice.BestIn(device)};
      const bool taken = choice.memory != TargetType::kHost || choice.boundary || seen_outside;
      if (taken) best[1] = nullptr;
      // What works on neither of the two is not moved to this device.
      if (best[0] != nullptr || best[1] != nullptr) {
        AddKernels(&labels, node, best);
      } else {
        labels.Forbid(node, 1);
      }
      // Feeds and fetches, and operators on other devices, read their inputs from the host.
      const auto edge = [&](const SlotArg& input, TargetType from, int to) {
        const KernelDef* kernel = best[to] == nullptr ? nullptr : best[to]->kernel;
        const TargetType wanted =
            kernel == nullptr ? TargetType::kHost : Choice::WantedMemory(*kernel, input.slot, from);
        return wanted == from ? 0 : CopyNs(device, choice.Bytes(input.arg));
      };
      for (const SlotArg& input : choice.activations) {
        const auto producer = index_of.find(input.arg->producer());
        const double from_host[] = {edge(input, TargetType::kHost, 0),
                                    edge(input, TargetType::kHost, 1)};
        if (producer == index_of.end()) {
          labels.AddUnary(node, from_host[0], from_host[1]);
        } else {
          const TargetType from = (*choices)[producer->second].GivenMemory(input.arg, device);
          labels.AddPair(producer->second, node, from_host[0], from_host[1], edge(input, from, 0),
                         edge(input, from, 1));
        }
      }
      if (!choice.boundary) continue;
      for (const ArgNode* arg : choice.node->InputList("X")) {
        const auto producer = index_of.find(arg->producer());
        if (producer == index_of.end()) continue;
        const Choice& from = (*choices)[producer->second];
        if (from.GivenMemory(arg, device) == TargetType::kHost) continue;
        labels.AddUnary(producer->second, 0, CopyNs(device, from.Bytes(arg)));
      }
    }
    const std::vector<bool> on_device = labels.Solve();
    for (size_t i = 0; i < choices->size(); ++i) {
      if (on_device[i]) (*choices)[i].memory = device;
    }
  }

  // Keeps only the kernels for each operator's memory.
  void KeepMemory(std::vector<Choice>* choices) const {
    for (Choice& choice : *choices) {
      // There are only kernels for a device.
      if (!choice.candidates.empty() && choice.BestIn(choice.memory) == nullptr) {
        choice.memory = MemoryOf(choice.candidates.front().kernel->target);
      }
      std::vector<Candidate> kept;
      for (const Candidate& candidate : choice.candidates) {
        if (MemoryOf(candidate.kernel->target) == choice.memory) {
          kept.push_back(candidate);
        } else {
          choice.AddRefusal(*candidate.kernel,
                            StrCat("in ", TargetToStr(choice.memory),
                                   " memory it takes less time, including copies"));
        }
      }
      choice.candidates = std::move(kept);
    }
  }

  // Label 1: the operator runs in half precision.
  void ChoosePrecision(std::vector<Choice>* choices) const {
    constexpr PrecisionType kLabels[] = {PrecisionType::kFloat, PrecisionType::kFP16};
    const bool any_half = std::any_of(choices->begin(), choices->end(), [](const Choice& choice) {
      const auto half = [](const SlotArg& value) {
        return value.arg->precision == PrecisionType::kFP16;
      };
      return std::any_of(choice.activations.begin(), choice.activations.end(), half) ||
             std::any_of(choice.candidates.begin(), choice.candidates.end(),
                         [](const auto& c) { return c.kernel->precision == PrecisionType::kFP16; });
    });
    if (!any_half) return;
    const ChoiceIndex index_of = IndexOf(*choices);
    BinaryLabels labels(static_cast<int>(choices->size()));
    // The type of `arg` for label `l` of the producer.
    const auto given = [&](const Choice& producer, const ArgNode* arg, int l) {
      const Candidate* best = producer.BestAt(kLabels[l]);
      return best == nullptr ? arg->precision
                             : producer.GivenPrecision(*best->kernel, arg, kLabels[l]);
    };
    for (size_t i = 0; i < choices->size(); ++i) {
      const Choice& choice = (*choices)[i];
      const int node = static_cast<int>(i);
      if (choice.boundary) {
        labels.Forbid(node, 1);
        for (const ArgNode* arg : choice.node->InputList("X")) {
          const auto producer = index_of.find(arg->producer());
          if (producer == index_of.end()) continue;
          const Choice& from = (*choices)[producer->second];
          const auto cost = [&](int l) {
            return CastNs(from.Elements(arg), given(from, arg, l), arg->precision);
          };
          labels.AddUnary(producer->second, cost(0), cost(1));
        }
        continue;
      }
      const Candidate* best[2] = {choice.BestAt(kLabels[0]), choice.BestAt(kLabels[1])};
      AddKernels(&labels, node, best);
      for (const SlotArg& input : choice.activations) {
        if (!IsReal(choice.Found(input.arg))) continue;
        const auto producer = index_of.find(input.arg->producer());
        const auto edge = [&](int from, int to) {
          if (best[to] == nullptr) return 0.0;
          const PrecisionType arriving = producer == index_of.end()
                                             ? input.arg->precision
                                             : given((*choices)[producer->second], input.arg, from);
          return CastNs(choice.Elements(input.arg), arriving,
                        choice.WantedPrecision(*best[to]->kernel, input, kLabels[to]));
        };
        if (producer == index_of.end()) {
          labels.AddUnary(node, edge(0, 0), edge(0, 1));
        } else {
          labels.AddPair(producer->second, node, edge(0, 0), edge(0, 1), edge(1, 0), edge(1, 1));
        }
      }
    }
    const std::vector<bool> half = labels.Solve();
    for (size_t i = 0; i < choices->size(); ++i) {
      Choice& choice = (*choices)[i];
      choice.precision = kLabels[half[i] ? 1 : 0];
      std::vector<Candidate> kept;
      for (const Candidate& candidate : choice.candidates) {
        if (choice.WorksAt(*candidate.kernel, choice.precision)) {
          kept.push_back(candidate);
        } else {
          choice.AddRefusal(*candidate.kernel, StrCat("in ", PrecisionToStr(choice.precision),
                                                      " it takes less time, including casts"));
        }
      }
      choice.candidates = std::move(kept);
    }
  }

  // What an operator reads in place of its inputs, by slot: it may read one value through two slots
  // in two forms.
  using Deliveries = std::map<std::string, std::map<const ArgNode*, ArgNode*>>;

  Status Commit(std::vector<Choice>* choices) {
    for (Choice& choice : *choices) {
      OpNode* node = choice.node;
      if (choice.boundary) {
        for (ArgNode* arg : std::vector<ArgNode*>(node->InputList("X"))) {
          LITE_RETURN_IF_ERROR(conversions_.DeliverFetched(arg, node, conversions_.Meant(arg)));
        }
        for (const auto& slot : node->outputs()) {
          for (ArgNode* arg : slot.second) SetPlace(arg, TargetType::kHost, DataLayoutType::kNCHW);
        }
        continue;
      }
      const DataLayoutType label = labels_.at(node);
      LITE_ASSIGN_OR_RETURN(const KernelDef* const kernel, PickForInputs(choice, label));
      node->kernel = kernel;
      if (explain_ != nullptr) {
        NoteAlternatives(choice, *kernel, label);
        if (!choice.refusals.empty()) node->notes.push_back(StrCat("refused: ", choice.refusals));
      }
      const float passed_scale = int8_.PassedScale(node);
      // Also the result of an operator whose only real operands are weights.
      bool retyped = choice.precision == PrecisionType::kFP16;
      Deliveries deliveries;
      for (const SlotArg& input : choice.activations) {
        Form wanted = conversions_.FormOf(*input.arg);
        wanted.memory = Choice::WantedMemory(*kernel, input.slot, wanted.memory);
        if (input.arg->dims) wanted.layout = Choice::Wanted(*kernel, input, label);
        WantType(choice, *kernel, input, &wanted);
        if (passed_scale > 0) wanted.scale = passed_scale;
        retyped |= wanted.precision != choice.Found(input.arg);
        LITE_RETURN_IF_ERROR(Deliver(node, input, wanted, &deliveries));
      }
      LITE_RETURN_IF_ERROR(DeliverConstants(choice, *kernel, label, &deliveries));
      Rebind(node, deliveries);
      for (const SlotArg& result : choice.results) {
        const TargetType given = ResultMemory(*kernel, result.slot);
        SetPlace(result.arg, given == MemoryOf(kernel->target) ? kernel->target : given,
                 choice.Given(*kernel, result, label));
      }
      LITE_RETURN_IF_ERROR(SetTypes(choice, *kernel, retyped));
      if (passed_scale > 0) {
        for (const SlotArg& result : choice.results) {
          conversions_.SetScale(result.arg, passed_scale);
        }
      }
      est_ns_[node] = KernelTimeNs(*kernel, choice.meta.op().Estimate());
    }
    return OkStatus();
  }

  // Fills in OptimizeOptions::estimates.
  void Estimate() const {
    const auto first = [](const ArgSlots& slots) -> const ArgNode* {
      for (const auto& [slot, args] : slots) {
        for (const ArgNode* arg : args) {
          if (!arg->is_constant()) return arg;
        }
      }
      return nullptr;
    };
    for (const OpNode* op : graph_->root()->ops()) {
      const ArgNode* input = first(op->inputs());
      const ArgNode* result = first(op->outputs());
      if (input == nullptr || result == nullptr) continue;
      OpEstimate estimate;
      estimate.input = input->name();
      estimate.result = result->name();
      const auto known = est_ns_.find(op);
      estimate.cast = known == est_ns_.end() && IsCalib(op->type());
      if (known != est_ns_.end()) {
        estimate.ns = known->second;
      } else if (estimate.cast && (!result->probes.empty() || result->dims.has_value())) {
        double elements = 1;
        for (const int64_t d : result->probes.empty() ? *result->dims : result->probes[0]) {
          elements *= static_cast<double>(std::max<int64_t>(d, 1));
        }
        estimate.ns = CastNs(elements, input->precision, result->precision);
      }
      estimates_->push_back(std::move(estimate));
    }
  }

  // Weights stay on the host unless a kernel binds the slot to a device's memory, and keep their
  // type unless the kernel binds the slot to another width of real numbers.
  Status DeliverConstants(const Choice& choice, const KernelDef& kernel, DataLayoutType label,
                          Deliveries* deliveries) {
    for (const auto& [slot, args] : choice.node->inputs()) {
      for (ArgNode* arg : args) {
        if (!arg->is_constant()) continue;
        const SlotArg input{slot.c_str(), arg};
        Form wanted = conversions_.FormOf(*arg);
        if (!IsHostMemory(kernel.target))
          wanted.memory = Choice::WantedMemory(kernel, input.slot, TargetType::kHost);
        if (const Tensor* tensor = choice.meta.TensorOf(arg)) {
          wanted.layout = Choice::WantedWeight(kernel, input.slot, tensor->dims(), label);
          WantType(choice, kernel, input, &wanted);
        }
        LITE_RETURN_IF_ERROR(Deliver(choice.node, input, wanted, deliveries));
      }
    }
    return OkStatus();
  }

  Status Deliver(OpNode* node, const SlotArg& input, const Form& wanted, Deliveries* deliveries) {
    LITE_ASSIGN_OR_RETURN(ArgNode* const delivered, conversions_.Deliver(input.arg, node, wanted));
    if (delivered != input.arg) (*deliveries)[input.slot][input.arg] = delivered;
    return OkStatus();
  }

  void Rebind(OpNode* node, const Deliveries& deliveries) {
    for (const auto& [slot, delivered] : deliveries) {
      std::vector<ArgNode*> args = node->InputList(slot);
      for (ArgNode*& arg : args) {
        const auto it = delivered.find(arg);
        if (it != delivered.end()) arg = it->second;
      }
      graph_->SetInput(node, slot, args);
    }
  }

  static void WantType(const Choice& choice, const KernelDef& kernel, const SlotArg& input,
                       Form* wanted) {
    const PrecisionType precision = choice.WantedPrecision(kernel, input, choice.precision);
    if (precision == wanted->precision && precision != PrecisionType::kInt8) return;
    if (precision == PrecisionType::kUnk) return;
    wanted->precision = precision;
    wanted->scale = precision == PrecisionType::kInt8 ? ScaleOf(*choice.node, input.slot) : 0;
  }

  // The actual types of the results. As in the runtime, a quantised kernel determines them itself;
  // otherwise they follow from the inputs.
  Status SetTypes(const Choice& choice, const KernelDef& kernel, bool retyped) {
    if (kernel.precision == PrecisionType::kInt8) {
      for (const SlotArg& result : choice.results) {
        const PrecisionType given = ResultPrecision(kernel, result.slot, PrecisionType::kUnk);
        if (given != PrecisionType::kUnk) conversions_.SetType(result.arg, given);
        const bool scaled = given == PrecisionType::kInt8 &&
                            (IsQuantised(*choice.node) || choice.node->type() == "calib");
        if (scaled) conversions_.SetScale(result.arg, ScaleOf(*choice.node, result.slot));
      }
    } else if (retyped) {
      LITE_ASSIGN_OR_RETURN(MetaOp meta, MetaOp::Make(*choice.node));
      LITE_RETURN_IF_ERROR(meta.InferType().WithContext(Describe(*choice.node)));
      for (const SlotArg& result : choice.results) {
        conversions_.SetType(result.arg, meta.TensorOf(result.arg)->precision());
      }
    }
    return OkStatus();
  }

  // Notes the other suitable kernels and their estimated times.
  static void NoteAlternatives(const Choice& choice, const KernelDef& picked,
                               DataLayoutType label) {
    std::string others;
    for (const Candidate& candidate : choice.candidates) {
      if (candidate.kernel == &picked) continue;
      others +=
          StrCat(others.empty() ? "" : ", ", candidate.kernel->Key(), " (", candidate.ns / 1000,
                 " us", candidate.WorksIn(label) ? "" : " in another layout", ")");
    }
    choice.node->notes.push_back(others.empty() ? "the only kernel that fits"
                                                : "others that fit: " + others);
  }

  // The layouts of the inputs are known now: picks the kernel with the least total time, never
  // null.
  Result<const KernelDef*> PickForInputs(const Choice& choice, DataLayoutType label) const {
    const KernelDef* picked = nullptr;
    double least = 0;
    for (const Candidate& candidate : choice.candidates) {
      if (!candidate.WorksIn(label)) continue;
      double ns = candidate.ns;
      for (const SlotArg& input : choice.activations) {
        if (input.arg->dims) {
          ns += choice.ConversionNs(
              input.arg, {LayoutOf(*input.arg), MemoryOf(input.arg->target)},
              {Choice::Wanted(*candidate.kernel, input, label), choice.memory}, kernels_);
        }
        Form wanted = conversions_.FormOf(*input.arg);
        WantType(choice, *candidate.kernel, input, &wanted);
        ns += CastNs(choice.Elements(input.arg), input.arg->precision, wanted.precision);
      }
      if (picked == nullptr || ns < least) {
        picked = candidate.kernel;
        least = ns;
      }
    }
    if (picked == nullptr) {
      return Unsupported("op ", Describe(*choice.node), ": no kernel works in ",
                         DataLayoutToStr(label), ", the layout that is left for its results",
                         choice.refusals.empty() ? "" : "; ", choice.refusals);
    }
    return picked;
  }

  static void SetPlace(ArgNode* arg, TargetType target, DataLayoutType layout) {
    arg->target = target;
    arg->layout = layout;
  }

  Graph* graph_;
  std::ostream* explain_;
  const OptimizeOptions& options_;
  std::vector<OpEstimate>* const estimates_;
  OpenClMemoryConfig memory_config_;
  KernelQuery kernels_;
  Conversions conversions_;
  Int8Regions int8_;
  std::vector<std::vector<Choice>> choices_;  // by block
  std::map<const OpNode*, DataLayoutType> labels_;
  std::map<TargetType, Layouts> layouts_in_;  // declared by kernels, by memory
  std::map<const OpNode*, double> est_ns_;
  std::set<const ArgNode*> too_large_for_half_;
  std::set<const ArgNode*> lost_in_half_;  // results of operators that lose too much
  std::string unsupported_;
};

}  // namespace

Status Legalise(Graph* graph, const OptimizeOptions& options, std::ostream* explain) {
  return Legaliser(graph, options, explain).Run();
}

LITE_PASS(legalise) {
  return Pass()
      .Stage(Stage::kLegalise)
      .Alias("static_kernel_pick_pass")
      .Alias("variable_place_inference_pass")
      .Alias("type_target_cast_pass")
      .Alias("type_precision_cast_pass")
      .Alias("type_layout_cast_pass")
      .Alias("type_layout_cast_preprocess_pass")
      .Alias("io_copy_kernel_pick_pass")
      .Alias("runtime_context_assign_pass")
      .Alias("generate_program_pass")
      .Alias("opencl_memory_object_config_pass")
      .Alias("opencl_kernel_place_correct_pass")
      .Mandatory()
      .Run([](const PassContext& context) -> Result<bool> {
        LITE_RETURN_IF_ERROR(Legalise(context.graph, *context.options, context.result));
        return false;  // nothing is left to do for any other pass
      });
}

}  // namespace paddle::lite::mir
