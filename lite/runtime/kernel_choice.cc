#include "lite/runtime/kernel_choice.h"

#include <algorithm>
#include <cstdlib>

#include "lite/core/targets.h"
#include "lite/kernels/binding.h"

namespace paddle::lite {
namespace {

Result<int> ParseEnumerator(const std::string& text, int count) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < 0 || value >= count) {
    return DataLoss("'", text, "' is not a number below ", count);
  }
  return static_cast<int>(value);
}

// Whether the results of `kernel` are in the layouts that the rest of the program expects: those of
// the kernel that it names, or NCHW.
Status GivesExpectedLayouts(const KernelDef& kernel, const BoundTensors& bound,
                            const KernelDef* stored) {
  for (const auto& output : bound.outputs) {
    const DataLayoutType given = ResultLayout(kernel, output.slot, bound);
    const DataLayoutType expected =
        stored == nullptr ? DataLayoutType::kNCHW : ResultLayout(*stored, output.slot, bound);
    if (given != expected && output.tensor->dims().rank() == 4) {
      return Unsupported("output '", output.slot, "' would be in layout ", DataLayoutToStr(given),
                         ", the program expects ", DataLayoutToStr(expected));
    }
  }
  return OkStatus();
}

}  // namespace

Result<KernelKey> ParseKernelKey(const std::string& text) {
  const std::vector<std::string> parts = SplitString(text, '/');
  if (parts.size() != 5) {
    return DataLoss("kernel '", text, "' is not of the form op/alias/target/precision/layout");
  }
  KernelKey key;
  key.op_type = parts[0];
  key.alias = parts[1];
  LITE_ASSIGN_OR_RETURN(const int target,
                        ParseEnumerator(parts[2], static_cast<int>(TargetType::NUM)));
  LITE_ASSIGN_OR_RETURN(const int precision,
                        ParseEnumerator(parts[3], static_cast<int>(PrecisionType::NUM)));
  LITE_ASSIGN_OR_RETURN(const int layout,
                        ParseEnumerator(parts[4], static_cast<int>(DataLayoutType::NUM)));
  key.place = Place(static_cast<TargetType>(target), static_cast<PrecisionType>(precision),
                    static_cast<DataLayoutType>(layout));
  return key;
}

std::vector<const KernelDef*> KernelsFor(const std::string& op_type, const MoreKernels& more) {
  std::vector<const KernelDef*> kernels;
  for (const KernelDef* kernel : more) {
    if (op_type == kernel->op_type) kernels.push_back(kernel);
  }
  const Span<const KernelDef* const> built = KernelsOf(op_type);
  kernels.insert(kernels.end(), built.begin(), built.end());
  return kernels;
}

const KernelDef* FindKernel(const KernelKey& key, const MoreKernels& more) {
  const std::vector<const KernelDef*> kernels = KernelsFor(key.op_type, more);
  const auto find = [&](DataLayoutType layout) -> const KernelDef* {
    for (const KernelDef* kernel : kernels) {
      if (kernel->create != nullptr && key.alias == kernel->alias &&
          kernel->target == key.place.target && kernel->precision == key.place.precision &&
          kernel->layout == layout) {
        return kernel;
      }
    }
    return nullptr;
  };
  const KernelDef* kernel = find(key.place.layout);
  // Official files name NCHW where kernels of this library take any layout. Chosen anew, as for
  // other types, they would compute in float32.
  const bool official =
      key.place.precision == PrecisionType::kFP16 && key.place.layout == DataLayoutType::kNCHW;
  return kernel == nullptr && official ? find(DataLayoutType::kAny) : kernel;
}

Result<KernelChoice> ChooseKernel(const Op& op, const BoundTensors& bound,
                                  const std::vector<TargetType>& targets, const std::string& alias,
                                  const KernelDef* stored, const MoreKernels& more) {
  std::vector<TargetType> order = targets;
  if (std::find(order.begin(), order.end(), TargetType::kHost) == order.end()) {
    order.push_back(TargetType::kHost);
  }
  KernelChoice choice;
  const std::vector<const KernelDef*> kernels = KernelsFor(op.type(), more);
  for (const bool named : {true, false}) {
    for (const TargetType target : order) {
      for (const KernelDef* kernel : kernels) {
        if (kernel->target != target || kernel->create == nullptr ||
            (alias != "def" && alias == kernel->alias) != named) {
          continue;
        }
        Status status = Accepts(*kernel, op, bound);
        if (status.ok()) status = GivesExpectedLayouts(*kernel, bound, stored);
        if (status.ok()) {
          choice.kernel = kernel;
          return choice;
        }
        if (!choice.reason.empty()) choice.reason += "; ";
        choice.reason += StrCat(kernel->Key(), ": ", status.message());
      }
    }
  }
  std::vector<std::string> names;
  for (const TargetType target : order) names.push_back(TargetToStr(target));
  if (choice.reason.empty()) {
    return Unsupported("no kernel of this operator on ", ListToString(names), " in this build");
  }
  return Unsupported("no kernel on ", ListToString(names), " takes it (", choice.reason, ")");
}

bool HasKernels(TargetType target) {
  if (target == TargetType::kHost) return true;
  const Span<const KernelDef* const> table = KernelTable();
  return std::any_of(table.begin(), table.end(), [target](const KernelDef* kernel) {
    return kernel->target == target && kernel->create != nullptr;
  });
}

std::vector<TargetType> BuildTargets() {
  std::vector<TargetType> targets;
  for (const TargetInfo& info : TargetTable()) {
    if (info.is_cpu && HasKernels(info.target)) targets.push_back(info.target);
  }
  return targets;
}

}  // namespace paddle::lite
