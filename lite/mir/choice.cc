#include "lite/mir/choice.h"

#include <algorithm>

#include "lite/operators/type_conversion.h"

namespace paddle::lite::mir {

namespace {

constexpr double kOperatorOverheadNs = 200;
constexpr double kViewNs = 50;  // an operator without work
constexpr double kConversionBytesPerNs = 6;
// A bus and a queue; only the order of magnitude matters.
constexpr double kCopyBytesPerNs = 6;
constexpr double kCopyOverheadNs = 5000;

double BytesPerNs(TargetType target) { return target == TargetType::kHost ? 3 : 12; }

// Number of elements of the kernel's type that fit in a float.
double ElementsPerFloat(const KernelDef& kernel) {
  if (kernel.precision == PrecisionType::kFP16) return 2;
  return kernel.precision == PrecisionType::kInt8 ? 4 : 1;
}

}  // namespace

std::vector<const KernelDef*> DeclaredKernels(const OptimizeOptions& options,
                                              const std::string& op_type) {
  const Span<const KernelDef* const> built = KernelsOf(op_type);
  std::vector<const KernelDef*> kernels(built.begin(), built.end());
  for (const KernelDef* kernel : options.more_kernels) {
    if (op_type == kernel->op_type) kernels.push_back(kernel);
  }
  return kernels;
}

// Only the order of magnitude matters.
double FlopsPerNs(const KernelDef& kernel) {
  if (kernel.gflops > 0) return kernel.gflops;
  if (kernel.target == TargetType::kHost) return 1;
  const bool cpu = kernel.target == TargetType::kX86 || kernel.target == TargetType::kARM;
  return (cpu ? 40 : 400) * ElementsPerFloat(kernel);
}

// The cost is that of float operands, except for weights stored in fewer bits.
double KernelTimeNs(const KernelDef& kernel, const Cost& cost) {
  return std::max(cost.flops / FlopsPerNs(kernel),
                  cost.bytes / ElementsPerFloat(kernel) / BytesPerNs(kernel.target)) +
         kOperatorOverheadNs;
}

double CopyNs(double bytes) { return bytes / kCopyBytesPerNs + kCopyOverheadNs; }
double CastNs(double elements, PrecisionType from, PrecisionType to) {
  if (from == to) return 0;
  constexpr PrecisionType kFloat = PrecisionType::kFloat;
  if (from != kFloat && to != kFloat) {
    return CastNs(elements, from, kFloat) + CastNs(elements, kFloat, to);
  }
  const double bytes =
      elements * static_cast<double>(PrecisionTypeLength(from) + PrecisionTypeLength(to));
  return bytes / kConversionBytesPerNs + kOperatorOverheadNs;
}

float ScaleOf(const OpNode& op, const std::string& slot) {
  // A calib has one scale, that of its int8 side.
  const model::AttrValue* attr = op.FindAttr(op.type() == "calib" ? "scale" : slot + "0_scale");
  std::vector<float> scale;
  const bool usable = attr != nullptr && model::ConvertAttr(*attr, &scale) && scale.size() == 1 &&
                      std::isfinite(scale[0]) && scale[0] > 0;
  return usable ? scale[0] : 0;
}

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
  const auto real = [this](const SlotArg& value) { return IsReal(Found(value.arg)); };
  const auto first = std::find_if(activations.begin(), activations.end(), real);
  if (first == activations.end() || node->type() == "cast") return false;
  return std::all_of(results.begin(), results.end(), [&](const SlotArg& result) {
    return !real(result) || Found(result.arg) == Found(first->arg);
  });
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
  return tensor == nullptr ? 0 : static_cast<double>(tensor->numel());
}

double Choice::Bytes(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  return tensor == nullptr ? 0 : static_cast<double>(tensor->memory_size());
}

double Choice::ConversionNs(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  if (tensor != nullptr && operators::LayoutIsFree(tensor->dims())) return kViewNs;
  return 2 * Bytes(arg) / kConversionBytesPerNs + kOperatorOverheadNs;
}

const Candidate* Choice::Best(DataLayoutType label) const {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates) {
    if (WorksIn(*candidate.kernel, label) && (best == nullptr || candidate.ns < best->ns)) {
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
  double least = kImpossible;
  for (const Candidate& candidate : candidates) {
    if (!WorksIn(*candidate.kernel, label)) continue;
    const bool converts = Wanted(*candidate.kernel, input.slot, label) != arriving;
    least = std::min(least, candidate.ns - best->ns + (converts ? ConversionNs(input.arg) : 0));
  }
  return least;
}

}  // namespace paddle::lite::mir
