#include "lite/mir/choice.h"

#include <algorithm>

#include "lite/kernels/binding.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::mir {

void Choice::AddRefusal(const KernelDef& kernel, const std::string& reason) {
  refusals += StrCat(refusals.empty() ? "" : "; ", kernel.Key(), ": ", reason);
}

std::vector<DataLayoutType> Layouts::List() const {
  std::vector<DataLayoutType> list;
  for (int l = 0; l < static_cast<int>(DataLayoutType::NUM); ++l) {
    if (Has(static_cast<DataLayoutType>(l))) list.push_back(static_cast<DataLayoutType>(l));
  }
  return list;
}

DataLayoutType Choice::Wanted(const KernelDef& kernel, const SlotArg& input, DataLayoutType label) {
  const DataLayoutType layout = kernel.InputType(input.slot).layout;
  return LayoutFor(input.arg->dims, layout == DataLayoutType::kAny ? label : layout);
}

DataLayoutType Choice::Given(const KernelDef& kernel, const SlotArg& result,
                             DataLayoutType label) const {
  DataLayoutType layout = kernel.OutputType(result.slot).layout;
  if (layout == DataLayoutType::kAny) {
    const DataLayoutType first = activations.empty()
                                     ? DataLayoutType::kNCHW
                                     : kernel.InputType(activations.front().slot).layout;
    // As in binding.h: a first input of another rank has the plain layout, and so has the result.
    layout =
        first == DataLayoutType::kAny ? LayoutFor(activations.front().arg->dims, label) : first;
  }
  return LayoutFor(result.arg->dims, layout);
}

bool Choice::WorksIn(const KernelDef& kernel, DataLayoutType label,
                     const KernelQuery& kernels) const {
  constexpr DataLayoutType kPlain = DataLayoutType::kNCHW;
  bool bound_to_label = false;
  for (const SlotArg& result : results) {
    const DataLayoutType given = Given(kernel, result, label);
    // If the rank is unknown, only the plain layout is safe.
    if (given != (result.arg->dims ? LayoutFor(result.arg->dims, label) : kPlain)) return false;
    if (!kernels.CanStore(given, result.arg->dims)) return false;
    bound_to_label |= given == label;
  }
  for (const SlotArg& input : activations) {
    const DataLayoutType wanted = Wanted(kernel, input, label);
    if (!input.arg->dims && wanted != kPlain) return false;
    if (!kernels.CanStore(wanted, input.arg->dims)) return false;
    bound_to_label |= wanted == label;
  }
  if (!bound_to_label && label != kPlain) return false;
  for (const auto& input : meta.bound().inputs) {
    if (!input.tensor->persistable()) continue;
    const DataLayoutType wanted = WantedWeight(kernel, input.slot, input.tensor->dims(), label);
    if (wanted == kPlain) continue;
    const TargetType memory = MemoryOf(kernel.target);
    if (memory == TargetType::kHost ||
        !kernels.FindLayoutPath("layout_once", memory, input.tensor->precision(), kPlain, wanted)) {
      return false;
    }
  }
  return true;
}

DataLayoutType Choice::WantedWeight(const KernelDef& kernel, const char* slot, const DDim& dims,
                                    DataLayoutType label) {
  DataLayoutType layout = kernel.InputType(slot).layout;
  if (layout == DataLayoutType::kAny) layout = label;
  const bool plain = layout == DataLayoutType::kNHWC && operators::LayoutIsFree(dims);
  return plain ? DataLayoutType::kNCHW : layout;
}

TargetType Choice::WantedMemory(const KernelDef& kernel, const char* slot, TargetType arriving) {
  const TargetType target = kernel.InputType(slot).target;
  return target == TargetType::kAny ? arriving : MemoryOf(target);
}

bool Choice::PassesPrecisionOn() const {
  if (passes_precision_on_.has_value()) return *passes_precision_on_;
  const auto real = [this](const SlotArg& value) { return IsReal(Found(value.arg)); };
  const auto first = std::find_if(activations.begin(), activations.end(), real);
  passes_precision_on_ = first != activations.end() && node->type() != "cast" &&
                         std::all_of(results.begin(), results.end(), [&](const SlotArg& result) {
                           return !real(result) || Found(result.arg) == Found(first->arg);
                         });
  return *passes_precision_on_;
}

const MetaOp* Choice::InHalf() const {
  if (!in_half_.has_value()) {
    in_half_ = MetaOp::Make(*node);
    for (const auto& input : node->inputs()) {
      for (const ArgNode* arg : input.second) {
        if (in_half_->ok() && IsReal(Found(arg))) {
          (*in_half_)->SetPrecision(arg, PrecisionType::kFP16);
        }
      }
    }
    const Status accepted = in_half_->ok() ? (*in_half_)->InferType() : OkStatus();
    if (!accepted.ok()) in_half_ = accepted;
  }
  return in_half_->ok() ? &**in_half_ : nullptr;
}

PrecisionType Choice::WantedPrecision(const KernelDef& kernel, const SlotArg& input,
                                      PrecisionType label) const {
  const PrecisionType found = Found(input.arg);
  const PrecisionType wanted = kernel.InputType(input.slot).precision;
  if (found == PrecisionType::kUnk) return found;
  if (wanted != PrecisionType::kAny) return wanted;
  // A kernel of one precision reads such an input as it is: sizes and factors, which half would
  // round.
  if (kernel.precision != PrecisionType::kAny) return found;
  return IsReal(found) && PassesPrecisionOn() ? label : found;
}

PrecisionType Choice::GivenPrecision(const KernelDef& kernel, const ArgNode* result,
                                     PrecisionType label) const {
  const PrecisionType found = Found(result);
  if (!IsReal(found) || (kernel.precision == PrecisionType::kAny && !PassesPrecisionOn())) {
    return found;
  }
  // Results may be floats all the same.
  const MetaOp* const in_half = label == PrecisionType::kFP16 ? InHalf() : nullptr;
  const Tensor* const tensor = in_half == nullptr ? nullptr : in_half->TensorOf(result);
  return tensor == nullptr || !IsReal(tensor->precision()) ? label : tensor->precision();
}

const ArgNode* Choice::TooLargeForHalf(const KernelDef& kernel) const {
  if (too_large_for_half == nullptr || too_large_for_half->empty()) return nullptr;
  for (const auto* values : {&activations, &results}) {
    for (const SlotArg& value : *values) {
      if (too_large_for_half->count(value.arg) != 0) return value.arg;
    }
  }
  for (const auto& input : meta.bound().inputs) {
    const bool cast = kernel.InputType(input.slot).precision == PrecisionType::kFP16;
    const ArgNode* const arg = cast ? meta.ArgOf(input.tensor) : nullptr;
    if (too_large_for_half->count(arg) != 0) return arg;
  }
  return nullptr;
}

bool Choice::WorksAt(const KernelDef& kernel, PrecisionType label) const {
  const bool half = label == PrecisionType::kFP16;
  if (half && (loses_in_half || TooLargeForHalf(kernel) != nullptr)) return false;
  if (kernel.precision != PrecisionType::kAny) {
    if (half != (kernel.precision == PrecisionType::kFP16)) return false;
  } else if (half) {
    if (!PassesPrecisionOn() || InHalf() == nullptr) return false;
    if (kernel.supports != nullptr && !kernel.supports(InHalf()->op()).ok()) return false;
  }
  // No cast is inserted for readers of a variable in another block.
  return std::all_of(results.begin(), results.end(), [&](const SlotArg& result) {
    return !result.arg->pinned() || GivenPrecision(kernel, result.arg, label) == Found(result.arg);
  });
}

PrecisionType Choice::Found(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  return tensor == nullptr ? arg->precision : tensor->precision();
}

double Choice::Elements(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  if (tensor == nullptr) return 0;
  // A declared shape may have more elements than can be counted in integers.
  double elements = 1;
  for (const int64_t d : tensor->dims()) elements *= static_cast<double>(d);
  return elements;
}

double Choice::Bytes(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  if (tensor == nullptr) return 0;
  return Elements(arg) * static_cast<double>(PrecisionTypeLength(tensor->precision()));
}

double Choice::ConversionNs(const ArgNode* arg, const Storage& from, const Storage& to,
                            const KernelQuery& kernels) const {
  if (from.layout == to.layout) return 0;
  const Tensor* tensor = meta.TensorOf(arg);
  const bool free = tensor != nullptr && operators::LayoutIsFree(tensor->dims());
  const bool processors = IsProcessorLayout(from.layout) && IsProcessorLayout(to.layout);
  if (free && processors) return ViewNs();
  const double bytes = Bytes(arg);
  for (const TargetType in : {from.memory, to.memory, TargetType::kHost}) {
    const auto& path = kernels.FindLayoutPath("layout", in, Found(arg), from.layout, to.layout);
    if (!path.has_value()) continue;
    const bool on_the_way = in == from.memory || in == to.memory;
    const double copies = on_the_way ? 0 : CopyNs(from.memory, bytes) + CopyNs(to.memory, bytes);
    return std::min(kMaxNs, static_cast<double>(path->size()) * LayoutNs(in, bytes) + copies);
  }
  // No kernel: Commit says so if the layouts are chosen all the same.
  return processors ? LayoutNs(to.memory, bytes) : kMaxNs;
}

const Candidate* Choice::Best(DataLayoutType label) const {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates) {
    if (candidate.WorksIn(label) && (best == nullptr || candidate.ns < best->ns)) {
      best = &candidate;
    }
  }
  return best;
}

const Candidate* Choice::BestIn(TargetType memory) const {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates) {
    if (MemoryOf(candidate.kernel->target) == memory &&
        (best == nullptr || candidate.ns < best->ns)) {
      best = &candidate;
    }
  }
  return best;
}

const Candidate* Choice::BestAt(PrecisionType at) const {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates) {
    if (WorksAt(*candidate.kernel, at) && (best == nullptr || candidate.ns < best->ns)) {
      best = &candidate;
    }
  }
  return best;
}

TargetType Choice::GivenMemory(const ArgNode* result, TargetType device) const {
  const Candidate* best = BestIn(device);
  const auto found = std::find_if(results.begin(), results.end(),
                                  [&](const SlotArg& slot) { return slot.arg == result; });
  if (best == nullptr || found == results.end()) return device;
  return ResultMemory(*best->kernel, found->slot);
}

double Choice::EdgeNs(const SlotArg& input, const Storage& arriving, DataLayoutType label,
                      const KernelQuery& kernels) const {
  const Candidate* best = Best(label);
  if (best == nullptr || !input.arg->dims) return 0;
  const Storage found{LayoutFor(input.arg->dims, arriving.layout), arriving.memory};
  const auto cost = [&](const Candidate& candidate) {
    const Storage wanted{Wanted(*candidate.kernel, input, label), memory};
    return candidate.ns - best->ns + ConversionNs(input.arg, found, wanted, kernels);
  };
  double least = cost(*best);
  for (const Candidate& candidate : candidates) {
    if (candidate.WorksIn(label)) least = std::min(least, cost(candidate));
  }
  return least;
}

ChoiceIndex IndexOf(const std::vector<Choice>& choices) {
  ChoiceIndex index_of;
  for (size_t i = 0; i < choices.size(); ++i) index_of[choices[i].node] = static_cast<int>(i);
  return index_of;
}

void AddKernels(BinaryLabels* labels, int node, const Candidate* const (&best)[2]) {
  labels->AddUnary(node, best[0] == nullptr ? 0 : best[0]->ns,
                   best[1] == nullptr ? 0 : best[1]->ns);
  for (const int label : {0, 1}) {
    if (best[label] == nullptr) labels->Forbid(node, label);
  }
}

}  // namespace paddle::lite::mir
