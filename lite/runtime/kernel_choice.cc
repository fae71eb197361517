#include "lite/runtime/kernel_choice.h"

#include <algorithm>
#include <cstdlib>

#include "lite/core/slot_visitor.h"

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

bool IsPlainLayout(DataLayoutType layout) {
  return layout == DataLayoutType::kNCHW || layout == DataLayoutType::kAny;
}

// Empty if the kernel accepts the operator's tensors unchanged, otherwise the reason why not.
std::string Refusal(const KernelDef& kernel, const Op& op) {
  if (kernel.create == nullptr) return "declared only, not in this build";
  BoundTensors bound;
  const_cast<Op&>(op).Fields(bound);  // visits slots only
  for (const auto& input : bound.inputs) {
    const LiteType type = kernel.InputType(input.slot);
    if (!IsPlainLayout(type.layout))
      return StrCat("requires layout ", DataLayoutToStr(type.layout));
  }
  const Status types = AcceptsTypes(kernel, op);
  if (!types.ok()) return types.message();
  for (const auto& output : bound.outputs) {
    const LiteType type = kernel.OutputType(output.slot);
    if (!IsPlainLayout(type.layout))
      return StrCat("produces layout ", DataLayoutToStr(type.layout));
  }
  if (kernel.supports != nullptr) {
    const Status status = kernel.supports(op);
    if (!status.ok()) return status.message();
  }
  return "";
}

}  // namespace

Status AcceptsTypes(const KernelDef& kernel, const Op& op) {
  BoundTensors bound;
  const_cast<Op&>(op).Fields(bound);  // visits slots only
  for (const auto& input : bound.inputs) {
    const LiteType type = kernel.InputType(input.slot);
    const PrecisionType precision = input.tensor->precision();
    if (type.precision != PrecisionType::kAny && precision != PrecisionType::kUnk &&
        type.precision != precision) {
      return Unsupported("requires ", PrecisionToStr(type.precision), " for input '", input.slot,
                         "', which is ", PrecisionToStr(precision));
    }
  }
  return OkStatus();
}

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

const KernelDef* FindKernel(const KernelKey& key) {
  for (const KernelDef* kernel : KernelsOf(key.op_type)) {
    if (kernel->create != nullptr && key.alias == kernel->alias &&
        kernel->target == key.place.target && kernel->precision == key.place.precision &&
        kernel->layout == key.place.layout) {
      return kernel;
    }
  }
  return nullptr;
}

Result<KernelChoice> ChooseKernel(const Op& op, const std::vector<TargetType>& targets,
                                  const std::string& alias) {
  std::vector<TargetType> order = targets;
  if (std::find(order.begin(), order.end(), TargetType::kHost) == order.end()) {
    order.push_back(TargetType::kHost);
  }
  KernelChoice choice;
  for (const bool named : {true, false}) {
    for (const TargetType target : order) {
      for (const KernelDef* kernel : KernelsOf(op.type())) {
        if (kernel->target != target || (alias != "def" && alias == kernel->alias) != named)
          continue;
        const std::string refusal = Refusal(*kernel, op);
        if (refusal.empty()) {
          choice.kernel = kernel;
          return choice;
        }
        if (!choice.reason.empty()) choice.reason += "; ";
        choice.reason += StrCat(kernel->Key(), ": ", refusal);
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

std::vector<TargetType> BuildTargets() {
  std::vector<TargetType> targets;
  for (const TargetType target : {TargetType::kX86, TargetType::kARM}) {
    for (const KernelDef* kernel : KernelTable()) {
      if (kernel->target == target && kernel->create != nullptr) {
        targets.push_back(target);
        break;
      }
    }
  }
  targets.push_back(TargetType::kHost);
  return targets;
}

}  // namespace paddle::lite
