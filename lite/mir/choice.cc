#include "lite/mir/choice.h"

#include <algorithm>

#include "lite/operators/type_conversion.h"

namespace paddle::lite::mir {

void Choice::AddRefusal(const KernelDef& kernel, const std::string& reason) {
  refusals += StrCat(refusals.empty() ? "" : "; ", kernel.Key(), ": ", reason);
}

DataLayoutType Choice::Wanted(const KernelDef& kernel, const char* slot, DataLayoutType label) {
  const DataLayoutType layout = kernel.InputType(slot).layout;
  return layout == DataLayoutType::kAny ? label : layout;
}

DataLayoutType Choice::Given(const KernelDef& kernel, const char* slot,
                             DataLayoutType label) const {
  const DataLayoutType layout = kernel.OutputType(slot).layout;
  if (layout != DataLayoutType::kAny) return layout;
  return activations.empty() ? DataLayoutType::kNCHW
                             : Wanted(kernel, activations.front().slot, label);
}

bool Choice::WorksIn(const KernelDef& kernel, DataLayoutType label) const {
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
    if (HasLayout(*input.arg) && Wanted(kernel, input.slot, label) == label) bound_to_label = true;
  }
  if (!bound_to_label && label != DataLayoutType::kNCHW) return false;
  // A weight is stored in NCHW and never converted.
  for (const auto& input : meta.bound().inputs) {
    if (input.tensor->persistable() && !operators::LayoutIsFree(input.tensor->dims()) &&
        Wanted(kernel, input.slot, label) != DataLayoutType::kNCHW) {
      return false;
    }
  }
  return true;
}

TargetType Choice::WantedMemory(const KernelDef& kernel, const char* slot, TargetType arriving) {
  const TargetType target = kernel.InputType(slot).target;
  return target == TargetType::kAny ? arriving : MemoryOf(target);
}

TargetType Choice::GivenMemory(const KernelDef& kernel, const char* slot) {
  const TargetType target = kernel.OutputType(slot).target;
  return MemoryOf(target == TargetType::kAny ? kernel.target : target);
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

PrecisionType Choice::WantedPrecision(const KernelDef& kernel, const SlotArg& input,
                                      PrecisionType label) const {
  const PrecisionType found = Found(input.arg);
  const PrecisionType wanted = kernel.InputType(input.slot).precision;
  if (found == PrecisionType::kUnk) return found;
  if (wanted != PrecisionType::kAny) return wanted;
  return IsReal(found) && PassesPrecisionOn() ? label : found;
}

PrecisionType Choice::GivenPrecision(const KernelDef& kernel, const ArgNode* result,
                                     PrecisionType label) const {
  const PrecisionType found = Found(result);
  return IsReal(found) && (kernel.precision != PrecisionType::kAny || PassesPrecisionOn()) ? label
                                                                                           : found;
}

bool Choice::WorksAt(const KernelDef& kernel, PrecisionType label) const {
  const bool half = label == PrecisionType::kFP16;
  const bool any = kernel.precision == PrecisionType::kAny;
  if (any ? half && !PassesPrecisionOn() : half != (kernel.precision == PrecisionType::kFP16)) {
    return false;
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

double Choice::ConversionNs(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  if (tensor != nullptr && operators::LayoutIsFree(tensor->dims())) return ViewNs();
  return LayoutNs(Bytes(arg));
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

double Choice::EdgeNs(const SlotArg& input, DataLayoutType arriving, DataLayoutType label) const {
  const Candidate* best = Best(label);
  if (best == nullptr || !HasLayout(*input.arg)) return 0;
  const auto cost = [&](const Candidate& candidate) {
    const bool converts = Wanted(*candidate.kernel, input.slot, label) != arriving;
    return candidate.ns - best->ns + (converts ? ConversionNs(input.arg) : 0);
  };
  double least = cost(*best);
  for (const Candidate& candidate : candidates) {
    if (candidate.WorksIn(label)) least = std::min(least, cost(candidate));
  }
  return least;
}

}  // namespace paddle::lite::mir
