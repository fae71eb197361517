#include "lite/kernels/kernel.h"

#include <algorithm>
#include <cstring>

#include "lite/kernels/added_kernels.h"

namespace paddle::lite {
namespace {

LiteType FindSlot(const SlotBinding* bindings, int count, const char* slot, const KernelDef& def) {
  for (int i = 0; i < count; ++i) {
    if (std::strcmp(bindings[i].slot, slot) == 0) return bindings[i].type;
  }
  return LiteType{def.target, def.precision, def.layout};
}

}  // namespace

LiteType KernelDef::InputType(const char* slot) const {
  return FindSlot(inputs, input_count, slot, *this);
}

LiteType KernelDef::OutputType(const char* slot) const {
  return FindSlot(outputs, output_count, slot, *this);
}

std::string KernelDef::Key() const {
  return StrCat(op_type, "/", alias, "/", static_cast<int>(target), "/",
                static_cast<int>(precision), "/", static_cast<int>(layout));
}

Span<const KernelDef* const> KernelsOf(const std::string& op_type) {
  const Span<const KernelDef* const> built = KernelsOf(KernelTable(), op_type);
  return built.empty() ? AddedKernelsOf(op_type) : built;
}

Span<const KernelDef* const> KernelsOf(Span<const KernelDef* const> table,
                                       const std::string& op_type) {
  const auto before = [](const KernelDef* def, const std::string& type) {
    return std::strcmp(def->op_type, type.c_str()) < 0;
  };
  const auto after = [](const std::string& type, const KernelDef* def) {
    return std::strcmp(type.c_str(), def->op_type) < 0;
  };
  const auto* begin = std::lower_bound(table.begin(), table.end(), op_type, before);
  const auto* end = std::upper_bound(begin, table.end(), op_type, after);
  return Span<const KernelDef* const>(begin, static_cast<size_t>(end - begin));
}

}  // namespace paddle::lite
