#include "lite/mir/choice.h"

#include <algorithm>

namespace paddle::lite::mir {

namespace {

constexpr double kOperatorOverheadNs = 200;
constexpr double kConversionBytesPerNs = 6;
// A bus and a queue: here too the order of magnitude decides.
constexpr double kCopyBytesPerNs = 6;
constexpr double kCopyOverheadNs = 5000;

double BytesPerNs(TargetType target) { return target == TargetType::kHost ? 3 : 12; }

// The same bytes in NCHW and NHWC.
bool LayoutIsFree(const Tensor& tensor) {
  const DDim& dims = tensor.dims();
  return dims.rank() != 4 || dims[1] == 1 || dims[2] * dims[3] == 1;
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

// The order of magnitude decides, not the value.
double FlopsPerNs(const KernelDef& kernel) {
  if (kernel.gflops > 0) return kernel.gflops;
  if (kernel.target == TargetType::kHost) return 1;
  if (kernel.target == TargetType::kX86 || kernel.target == TargetType::kARM) return 40;
  return 400;
}

double KernelTimeNs(const KernelDef& kernel, const Cost& cost) {
  return std::max(cost.flops / FlopsPerNs(kernel), cost.bytes / BytesPerNs(kernel.target)) +
         kOperatorOverheadNs;
}

double ConversionNs(double bytes) {
  return 2 * bytes / kConversionBytesPerNs + kOperatorOverheadNs;
}
double CopyNs(double bytes) { return bytes / kCopyBytesPerNs + kCopyOverheadNs; }

void Choice::Refuse(const KernelDef& kernel, const std::string& reason) {
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
  // A weight is stored in NCHW, and nobody converts it on the way.
  for (const auto& input : meta.bound().inputs) {
    if (input.tensor->persistable() && !LayoutIsFree(*input.tensor) &&
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

double Choice::Bytes(const ArgNode* arg) const {
  const Tensor* tensor = meta.TensorOf(arg);
  return tensor == nullptr ? 0 : static_cast<double>(tensor->memory_size());
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

double Choice::EdgeNs(const SlotArg& input, DataLayoutType arriving, DataLayoutType label) const {
  const Candidate* best = Best(label);
  if (best == nullptr || !HasLayout(*input.arg)) return 0;
  double least = kImpossible;
  for (const Candidate& candidate : candidates) {
    if (!WorksIn(*candidate.kernel, label)) continue;
    const bool converts = Wanted(*candidate.kernel, input.slot, label) != arriving;
    least =
        std::min(least, candidate.ns - best->ns + (converts ? ConversionNs(Bytes(input.arg)) : 0));
  }
  return least;
}

}  // namespace paddle::lite::mir
