#include "lite/model/program.h"

#include "lite/core/element.h"

namespace paddle::lite::model {

PrecisionType PrecisionOf(VarType type) {
  if (type == VarType::kSizeT) return PrecisionType::kInt64;
  for (const ElementName& element : ElementNames()) {
    if (element.number_in_files == static_cast<int>(type)) return element.precision;
  }
  return PrecisionType::kUnk;
}

VarType VarTypeOf(PrecisionType precision) {
  for (const ElementName& element : ElementNames()) {
    if (element.precision == precision) return static_cast<VarType>(element.number_in_files);
  }
  return VarType::kFP32;
}

const char* AttrTypeName(const AttrValue& value) {
  static constexpr const char* kNames[] = {
      "INT",   "FLOAT", "STRING", "INTS",  "FLOATS",   "STRINGS", "BOOLEAN", "BOOLEANS",
      "BLOCK", "LONG",  "BLOCKS", "LONGS", "FLOAT64S", "VAR",     "VARS",    "FLOAT64"};
  static_assert(std::variant_size_v<AttrValue> == sizeof(kNames) / sizeof(kNames[0]));
  return kNames[value.index()];
}

namespace {

struct AttrPrinter {
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const { return "\"" + v + "\""; }
  std::string operator()(const BlockRef& v) const { return StrCat("block ", v.index); }
  std::string operator()(const VarRef& v) const { return "%" + v.name; }
  std::string operator()(const std::vector<bool>& v) const {
    std::vector<std::string> texts;
    for (const bool b : v) texts.push_back(b ? "true" : "false");
    return ListToString(texts);
  }
  template <typename T>
  std::string operator()(const std::vector<T>& v) const {
    if constexpr (std::is_arithmetic_v<T>) {
      return ListToString(v);
    } else {
      std::vector<std::string> texts;
      for (const auto& item : v) texts.push_back((*this)(item));
      return ListToString(texts);
    }
  }
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  std::string operator()(T v) const {
    return StrCat(v);
  }
};

}  // namespace

std::string AttrToString(const AttrValue& value) { return std::visit(AttrPrinter(), value); }

void PresetFluidResult(const Program& program, const VarDesc& declared, Tensor* tensor) {
  constexpr int64_t kPaddle2 = 2000000;
  const bool fluid = program.version > 0 && program.version < kPaddle2;
  if (!fluid || !declared.has_tensor_desc) return;
  tensor->set_precision(PrecisionOf(declared.data_type));
  tensor->Resize(DDim{1});
}

const VarDesc* BlockDesc::FindVar(const std::string& name) const {
  for (const auto& var : vars) {
    if (var.name == name) return &var;
  }
  return nullptr;
}

VarDesc* BlockDesc::FindVar(const std::string& name) {
  return const_cast<VarDesc*>(static_cast<const BlockDesc*>(this)->FindVar(name));
}

}  // namespace paddle::lite::model
