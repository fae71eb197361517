#include "lite/model/text/listing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "lite/core/element.h"
#include "lite/core/targets.h"

namespace paddle::lite::model {

namespace {

std::string TypeName(VarType type) {
  for (const ElementName& element : ElementNames()) {
    if (element.number_in_files == static_cast<int>(type)) return element.name;
  }
  switch (type) {
    case VarType::kLoDTensor:
      return "LOD_TENSOR";
    case VarType::kSelectedRows:
      return "SELECTED_ROWS";
    case VarType::kFeedMinibatch:
      return "FEED_MINIBATCH";
    case VarType::kFetchList:
      return "FETCH_LIST";
    case VarType::kStepScopes:
      return "STEP_SCOPES";
    case VarType::kLoDRankTable:
      return "LOD_RANK_TABLE";
    case VarType::kLoDTensorArray:
      return "LOD_TENSOR_ARRAY";
    case VarType::kPlaceList:
      return "PLACE_LIST";
    case VarType::kReader:
      return "READER";
    case VarType::kRaw:
      return "RAW";
    case VarType::kTuple:
      return "TUPLE";
    case VarType::kSizeT:
      return "size_t";
    default:
      return StrCat("type", static_cast<int>(type));
  }
}

// Nine digits identify a float; doubles are shortened to nine digits as well.
std::string Number(double value) {
  char buffer[40];
  return std::string(buffer, std::snprintf(buffer, sizeof(buffer), "%.9g", value));
}

// A JSON string, so that the listing has one line per item for any names in the model.
std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char escape[8];
          out.append(escape, std::snprintf(escape, sizeof(escape), "\\u%04x", c));
        } else {
          out.push_back(c);
        }
    }
  }
  return out + "\"";
}

struct ValuePrinter {
  std::string operator()(int32_t v) const { return StrCat(v); }
  std::string operator()(int64_t v) const { return StrCat(v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(float v) const { return Number(v); }
  std::string operator()(double v) const { return Number(v); }
  std::string operator()(const std::string& v) const { return Quoted(v); }
  std::string operator()(const BlockRef& v) const { return StrCat(v.index); }
  std::string operator()(const VarRef& v) const { return Quoted(v.name); }
  template <typename T>
  std::string operator()(const std::vector<T>& values) const {
    std::vector<std::string> texts;
    for (const auto& value : values) texts.push_back((*this)(static_cast<T>(value)));
    return ListToString(texts, texts.size());
  }
};

std::string SlotsText(const SlotMap& slots) {
  std::string out;
  for (const auto& [slot, names] : slots) {
    if (!out.empty()) out += ", ";
    out += slot + "=";
    for (size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : "|") + names[i];
    if (names.empty()) out += "()";
  }
  return out;
}

void ListVar(const VarDesc& var, std::string* out) {
  *out += "  var " + var.name + " " + TypeName(var.type);
  if (var.has_tensor_desc) *out += " " + TypeName(var.data_type) + " " + ListToString(var.shape);
  if (var.lod_level != 0) *out += StrCat(" lod_level=", var.lod_level);
  if (var.persistable) *out += " persistable";
  if (var.need_check_feed) *out += " need_check_feed";
  *out += "\n";
}

void ListOp(size_t index, const OpDesc& op, const ListingOptions& options, std::string* out) {
  *out += StrCat("  op ", index, " ", op.type, "(", SlotsText(op.inputs), ") -> ",
                 SlotsText(op.outputs), "\n");
  for (const auto& [name, value] : op.attrs) {
    *out += StrCat("    ", AttrTypeName(value), " ", name, " = ");
    const auto* lines = std::get_if<std::vector<std::string>>(&value);
    if (name == "op_callstack" && lines != nullptr && !options.callstack) {
      *out += StrCat("(", lines->size(), " lines)\n");
    } else {
      *out += AttrText(value) + "\n";
    }
  }
}

// Rounds to eight digits first, so that a float and its nearest double print alike.
std::string RoundedNumber(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof(buffer), "%.8g", value);
  return Number(std::strtod(buffer, nullptr));
}

std::string Element(const Tensor& tensor, size_t i) {
  std::string text = "?";
  const Status known = VisitElementType(tensor.precision(), [&](auto type) {
    using T = typename decltype(type)::Type;
    const auto value = tensor.data<StoredAs<T>>()[i];
    if constexpr (std::is_same_v<T, bool>) {
      text = value != 0 ? "true" : "false";
    } else if constexpr (kIsReal<T>) {
      text = RoundedNumber(value);
    } else {
      text = StrCat(static_cast<int64_t>(value));
    }
  });
  return known.ok() ? text : "?";
}

}  // namespace

std::string AttrText(const AttrValue& value) { return std::visit(ValuePrinter(), value); }

std::string ListProgram(const Program& program, const ListingOptions& options) {
  std::string out = StrCat("version: ", program.version, "\n");
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const BlockDesc& block = program.blocks[b];
    out += StrCat("block ", b, " parent ", block.parent, " forward ", block.forward_block, "\n");
    for (const VarDesc& var : block.vars) ListVar(var, &out);
    for (size_t i = 0; i < block.ops.size(); ++i) ListOp(i, block.ops[i], options, &out);
  }
  return out;
}

std::string ListParams(const Params& params, const ListingOptions& options) {
  std::string out;
  for (const auto& [name, tensor] : params) {
    const bool present = tensor.IsInitialized() && IsHostMemory(tensor.target());
    const size_t bytes = present ? tensor.memory_size() : 0;
    const std::string_view data =
        bytes == 0 ? std::string_view() : std::string_view(tensor.data<char>(), bytes);
    out += StrCat("param ", name, " ", TypeName(VarTypeOf(tensor.precision())), " ", tensor.dims());
    if (!tensor.lod().empty()) {
      std::vector<std::string> levels;
      for (const auto& level : tensor.lod()) levels.push_back(ListToString(level, level.size()));
      out += " lod=" + ListToString(levels);
    }
    std::vector<std::string> first;
    const size_t count = bytes == 0 ? 0 : static_cast<size_t>(tensor.numel());
    for (size_t i = 0; i < std::min(count, static_cast<size_t>(std::max(options.values, 0))); ++i) {
      first.push_back(Element(tensor, i));
    }
    out += StrCat(" bytes=", bytes, " first=", ListToString(first, first.size()),
                  " sha256=", Sha256(data).substr(0, 16), "\n");
  }
  return out;
}

}  // namespace paddle::lite::model
