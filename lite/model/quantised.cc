#include "lite/model/quantised.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lite/base/logging.h"
#include "lite/core/weight_bits.h"
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

// The slot of an operator's weight; null if it has none, or no int8 kernel reads it.
const char* Int8WeightSlot(const std::string& type) {
  static constexpr std::array<std::string_view, 4> kConvolutions = {
      "conv2d", "depthwise_conv2d", "conv2d_transpose", "depthwise_conv2d_transpose"};
  static constexpr std::array<std::string_view, 3> kProducts = {"mul", "matmul", "matmul_v2"};
  const auto is_one_of = [&](const auto& types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  if (type == "fc") return "W";
  if (is_one_of(kConvolutions)) return "Filter";
  return is_one_of(kProducts) ? "Y" : nullptr;
}

// The parameter in that slot, if it is one and has data.
const Tensor* QuantWeight(const Model& model, const OpDesc& op, const std::string& slot) {
  const std::vector<std::string>& names = op.Input(slot);
  const auto param = names.size() == 1 ? model.params.find(names[0]) : model.params.end();
  return param == model.params.end() ? nullptr : &param->second;
}

// Columns of the matrix that is the weight of a `mul` or `fc`; nothing for other operators, and for
// shapes that these refuse.
std::optional<int64_t> QuantColumns(const OpDesc& op, const Tensor& weight) {
  const DDim& dims = weight.dims();
  if (op.type == "fc" && dims.rank() == 2) {
    constexpr int64_t kPadding = 4;
    return dims[1] - (AttrOr(op, "padding_weights", false) ? kPadding : 0);
  }
  const int64_t rows = AttrOr(op, "y_num_col_dims", int64_t{1});
  if (op.type != "mul" || rows < 1 || rows >= dims.rank()) return std::nullopt;
  return dims.Count(static_cast<int>(rows), dims.rank());
}

Status CheckColumnScales(const Model& model, const OpDesc& op, const std::string& name,
                         const SlotValue& value, size_t found) {
  const char* slot = Int8WeightSlot(op.type);
  if (slot == nullptr || value.slot != slot) return OkStatus();
  const Tensor* weight = QuantWeight(model, op, slot);
  const std::optional<int64_t> columns =
      weight == nullptr ? std::nullopt : QuantColumns(op, *weight);
  if (!columns.has_value() || found == 1 || static_cast<int64_t>(found) == *columns) {
    return OkStatus();
  }
  return InvalidArgument("attribute ", name, ": expected 1 or ", *columns, " values, found ",
                         found);
}

std::string QuantOpName(const OpDesc& op, size_t block, size_t index) {
  return StrCat("op ", op.type, " (#", index,
                block == 0 ? std::string() : StrCat(" of block ", block), ")");
}

Status CheckOp(const Model& model, const OpDesc& op, const IsWeight& is_weight) {
  const AttrValue* enabled = op.FindAttr(kEnableInt8);
  if (enabled != nullptr && !std::holds_alternative<bool>(*enabled)) {
    return Mistyped(kEnableInt8, "BOOLEAN", *enabled);
  }
  if (!ComputesInInt8(op) && !op.HasAttr(kWeightBitsAttr)) return OkStatus();
  const AttrValue* bits = ComputesInInt8(op) ? op.FindAttr(kBitLength) : nullptr;
  if (bits != nullptr) {
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
    const bool activation =
        ComputesInInt8(op) && input != op.inputs.end() && !is_weight(input->second[value->index]);
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
    LITE_RETURN_IF_ERROR(CheckColumnScales(model, op, name, *value, scales.size()));
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
      const Status status = CheckOp(model, ops[i], is_weight);
      if (!status.ok()) return status.WithContext(QuantOpName(ops[i], b, i));
    }
  }
  return OkStatus();
}

void WarnOfFloatWeights(const Model& model) {
  for (size_t b = 0; b < model.program.blocks.size(); ++b) {
    const std::vector<OpDesc>& ops = model.program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      const char* slot = ComputesInInt8(ops[i]) ? Int8WeightSlot(ops[i].type) : nullptr;
      const Tensor* weight = slot == nullptr ? nullptr : QuantWeight(model, ops[i], slot);
      if (weight == nullptr || weight->precision() != PrecisionType::kFloat) continue;
      LITE_LOG_WARNING(QuantOpName(ops[i], b, i), ": ", kEnableInt8,
                       " is true, but the elements of ", slot, " '", ops[i].Input(slot)[0],
                       "' are float32 and not int8: it computes in float");
    }
  }
}

}  // namespace paddle::lite::model
