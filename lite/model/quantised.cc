#include "lite/model/quantised.h"

#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lite/model/op_fields.h"

namespace paddle::lite::model {
namespace {

constexpr char kEnableInt8[] = "enable_int8";
constexpr char kBitLength[] = "bit_length";

bool ComputesInInt8(const OpDesc& op) {
  const AttrValue* attr = op.FindAttr(kEnableInt8);
  const bool* enabled = attr == nullptr ? nullptr : std::get_if<bool>(attr);
  return enabled != nullptr && *enabled;
}

Status Mistyped(const char* name, const char* expected, const AttrValue& found) {
  return InvalidArgument("attribute ", name, ": expected ", expected, ", found ",
                         AttrTypeName(found), " ", AttrToString(found).substr(0, 200));
}

// Operators such as io_copy_once, whose results are other forms of weights.
bool MakesWeights(const std::string& type) {
  constexpr std::string_view kSuffix = "_once";
  return type.size() > kSuffix.size() &&
         type.compare(type.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0;
}

using IsWeight = std::function<bool(const std::string& name)>;

Status CheckOp(const OpDesc& op, const IsWeight& is_weight) {
  const AttrValue* enabled = op.FindAttr(kEnableInt8);
  if (enabled == nullptr) return OkStatus();
  if (!std::holds_alternative<bool>(*enabled)) return Mistyped(kEnableInt8, "BOOLEAN", *enabled);
  if (!ComputesInInt8(op)) return OkStatus();
  if (const AttrValue* bits = op.FindAttr(kBitLength)) {
    int length = 0;
    if (!ConvertAttr(*bits, &length)) return Mistyped(kBitLength, "INT", *bits);
    if (length != 8) {
      return Unsupported("attribute ", kBitLength, ": expected 8 of an operator with ", kEnableInt8,
                         ", found ", length);
    }
  }
  for (const auto& [name, attr] : op.attrs) {
    const std::optional<SlotValue> value = ScaledValue(op, name);
    if (!value.has_value()) continue;
    std::vector<float> scales;
    if (!ConvertAttr(attr, &scales)) return Mistyped(name.c_str(), "FLOATS", attr);
    const auto input = op.inputs.find(value->slot);
    const bool activation = input != op.inputs.end() && !is_weight(input->second[value->index]);
    if (activation && (scales.size() != 1 || !(scales[0] > 0))) {
      return InvalidArgument("attribute ", name, ": expected one positive value, found ",
                             ListToString(scales));
    }
    if (scales.empty()) return InvalidArgument("attribute ", name, ": expected values, found none");
    for (size_t i = 0; i < scales.size(); ++i) {
      if (std::isfinite(scales[i]) && scales[i] >= 0) continue;
      return InvalidArgument("attribute ", name,
                             ": expected finite values that are not negative, found ", scales[i],
                             " at position ", i);
    }
  }
  return OkStatus();
}

}  // namespace

bool IsQuantised(const Program& program) {
  for (const BlockDesc& block : program.blocks) {
    for (const OpDesc& op : block.ops) {
      if (ComputesInInt8(op)) return true;
    }
  }
  return false;
}

Status CheckQuantAttributes(const Model& model) {
  for (size_t b = 0; b < model.program.blocks.size(); ++b) {
    const std::vector<OpDesc>& ops = model.program.blocks[b].ops;
    std::set<std::string> made_once;
    const auto is_weight = [&](const std::string& name) {
      return model.params.count(name) != 0 || made_once.count(name) != 0;
    };
    for (size_t i = 0; i < ops.size(); ++i) {
      if (MakesWeights(ops[i].type)) {
        for (const auto& slot : ops[i].outputs) {
          made_once.insert(slot.second.begin(), slot.second.end());
        }
      }
      const Status status = CheckOp(ops[i], is_weight);
      if (status.ok()) continue;
      return status.WithContext(StrCat("op ", ops[i].type, " (#", i,
                                       b == 0 ? std::string() : StrCat(" of block ", b), ")"));
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::model
