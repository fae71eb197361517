#include <charconv>
#include <cmath>
#include <cstring>
#include <set>

#include "lite/core/element.h"
#include "lite/mir/text.h"
#include "lite/mir/text_vocabulary.h"

namespace paddle::lite::mir {

using model::AttrValue;
using model::BlockRef;
using model::VarDesc;
using model::VarRef;
using model::VarType;

namespace {

std::string Quote(const std::string& text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 32 || byte == 127) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string Word(const std::string& text) { return IsWord(text) ? text : Quote(text); }
std::string ValueName(const std::string& name) { return "%" + Word(name); }

// The shortest text that reads back as the same value, recognisable as a floating-point number.
template <typename T>
std::string FloatText(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

struct AttrPrinter {
  std::string operator()(int32_t v) const { return StrCat(v); }
  std::string operator()(int64_t v) const { return StrCat(v, "L"); }
  std::string operator()(float v) const { return FloatText(v); }
  std::string operator()(double v) const { return FloatText(v) + "d"; }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const { return Quote(v); }
  std::string operator()(const BlockRef& v) const { return StrCat("^", v.index); }
  std::string operator()(const VarRef& v) const { return ValueName(v.name); }
  std::string operator()(const std::vector<int32_t>& v) const { return List(v, "ints"); }
  std::string operator()(const std::vector<int64_t>& v) const { return List(v, "longs"); }
  std::string operator()(const std::vector<float>& v) const { return List(v, "floats"); }
  std::string operator()(const std::vector<double>& v) const { return List(v, "doubles"); }
  std::string operator()(const std::vector<bool>& v) const { return List(v, "bools"); }
  std::string operator()(const std::vector<std::string>& v) const { return List(v, "strings"); }
  std::string operator()(const std::vector<BlockRef>& v) const { return List(v, "blocks"); }
  std::string operator()(const std::vector<VarRef>& v) const { return List(v, "vars"); }

 private:
  template <typename T>
  std::string List(const std::vector<T>& values, const char* word_if_empty) const {
    if (values.empty()) return std::string(word_if_empty) + "[]";
    std::vector<std::string> texts;
    for (const auto& v : values) texts.push_back((*this)(static_cast<T>(v)));
    return ListToString(texts, texts.size());
  }
};

std::string DimsText(const std::vector<int64_t>& dims) {
  std::string out = "[";
  for (size_t i = 0; i < dims.size(); ++i) out += StrCat(i != 0 ? "," : "", dims[i]);
  return out + "]";
}

std::string DescText(const VarDesc& desc, bool shape_known) {
  std::string out;
  const char* kind = NameOf(kKindNames, desc.type);
  const std::string kind_text =
      kind != nullptr ? kind : StrCat("kind", static_cast<int>(desc.type));
  if (!desc.has_tensor_desc) {
    out = kind_text;
  } else {
    if (desc.type != VarType::kLoDTensor) out = kind_text + " ";
    const char* element = ElementWord(desc.data_type);
    out += element != nullptr ? element : StrCat("type", static_cast<int>(desc.data_type)).c_str();
    // An empty shape in a program may mean a scalar or nothing at all.
    out += shape_known || !desc.shape.empty() ? DimsText(desc.shape) : "[*]";
  }
  std::vector<std::string> flags;
  if (desc.lod_level != 0) flags.push_back(StrCat("lod=", desc.lod_level));
  if (desc.persistable) flags.push_back("persistable");
  if (desc.need_check_feed) flags.push_back("check_feed");
  if (!flags.empty()) {
    out += "<";
    for (size_t i = 0; i < flags.size(); ++i) out += (i != 0 ? ", " : "") + flags[i];
    out += ">";
  }
  return out;
}

std::string ElementText(const Tensor& tensor, int64_t i) {
  std::string text;
  const Status known = VisitElementType(tensor.precision(), [&](auto type) {
    using T = StoredAs<typename decltype(type)::Type>;
    const T value = tensor.data<T>()[i];
    if constexpr (kIsReal<T>) {
      text = FloatText(static_cast<ComputedAs<T>>(value));
    } else {
      text = StrCat(static_cast<int64_t>(value));
    }
  });
  return known.ok() ? text : "0";
}

std::string DataText(const Tensor& tensor, size_t max_elements) {
  if (!tensor.IsInitialized()) return "none";
  if (static_cast<size_t>(tensor.numel()) <= max_elements) {
    std::vector<std::string> texts;
    for (int64_t i = 0; i < tensor.numel(); ++i) texts.push_back(ElementText(tensor, i));
    return ListToString(texts, texts.size());
  }
  uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto* bytes = static_cast<const unsigned char*>(tensor.raw_data());
  for (size_t i = 0; i < tensor.memory_size(); ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  std::string text = "hash(";
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(hash >> shift) & 15];
  return text + ")";
}

bool SameDesc(const VarDesc& a, const VarDesc& b) {
  return a.type == b.type && a.has_tensor_desc == b.has_tensor_desc && a.shape == b.shape &&
         a.lod_level == b.lod_level && a.persistable == b.persistable &&
         a.need_check_feed == b.need_check_feed;
}

class Printer {
 public:
  Printer(const model::Model& model, const PrintOptions& options)
      : model_(model), options_(options) {}

  std::string Run() {
    const model::Program& program = model_.program;
    if (program.version != 0) Line(0, StrCat("version ", program.version));
    for (const auto& [op, version] : program.op_versions) {
      Line(0, StrCat("op_version ", Word(op), " ", version));
    }
    const bool plain = program.blocks.size() == 1 && program.blocks[0].parent == -1 &&
                       program.blocks[0].forward_block == -1;
    for (size_t b = 0; b < program.blocks.size(); ++b) {
      const model::BlockDesc& block = program.blocks[b];
      if (!plain) {
        std::string head = StrCat("block ", b);
        if (block.parent != -1) head += StrCat(" parent ", block.parent);
        if (block.forward_block != -1) head += StrCat(" forward ", block.forward_block);
        Line(0, head + " {");
      }
      PrintBlock(block, plain ? 0 : 1);
      if (!plain) Line(0, "}");
    }
    return std::move(out_);
  }

 private:
  void Line(int depth, const std::string& text) {
    out_.append(static_cast<size_t>(depth) * 2, ' ');
    out_ += text;
    out_ += '\n';
  }

  // The parser adds a missing holder declaration and numbers the columns itself.
  bool CanShorten(const model::BlockDesc& block, const IoForm& io) const {
    const VarDesc* holder = block.FindVar(io.holder);
    int column = 0;
    const bool is_feed = std::strcmp(io.type, "feed") == 0;
    for (const model::OpDesc& op : block.ops) {
      if (op.type != io.type) continue;
      const auto& inner = is_feed ? op.inputs : op.outputs;
      const auto& outer = is_feed ? op.outputs : op.inputs;
      const char* inner_slot = is_feed ? "X" : "Out";
      const char* outer_slot = is_feed ? "Out" : "X";
      const AttrValue* col = op.FindAttr("col");
      if (op.attrs.size() != 1 || col == nullptr || !(*col == AttrValue(column))) return false;
      ++column;
      if (op.is_target || inner.size() != 1 || outer.size() != 1) return false;
      if (inner.begin()->first != inner_slot || outer.begin()->first != outer_slot) return false;
      if (inner.begin()->second != std::vector<std::string>{io.holder}) return false;
      if (outer.begin()->second.size() != 1) return false;
    }
    return column > 0 && (holder == nullptr || SameDesc(*holder, HolderDesc(io)));
  }

  std::string Value(const model::BlockDesc& block, const std::string& name, bool declare) {
    std::string text = ValueName(name);
    if (!declare || !options_.types || !declared_.insert(name).second) return text;
    const VarDesc* desc = block.FindVar(name);
    if (desc == nullptr) {
      declared_.erase(name);
      return text;
    }
    // A plain tensor without declared properties needs no declaration.
    const std::string type = DescText(*desc, false);
    return type == "tensor" ? text : text + ": " + type;
  }

  std::string Slots(const model::BlockDesc& block, const model::SlotMap& slots, bool declare) {
    std::string out;
    for (const auto& [slot, names] : slots) {
      if (!out.empty()) out += ", ";
      out += Word(slot) + "=";
      if (names.size() == 1) {
        out += Value(block, names[0], declare);
        continue;
      }
      out += "[";
      for (size_t i = 0; i < names.size(); ++i) {
        if (i != 0) out += ", ";
        out += Value(block, names[i], declare);
      }
      out += "]";
    }
    return out;
  }

  void PrintBlock(const model::BlockDesc& block, int depth) {
    const bool short_feed = CanShorten(block, kFeed);
    const bool short_fetch = CanShorten(block, kFetch);
    std::set<std::string> results;
    for (const model::OpDesc& op : block.ops) {
      for (const auto& entry : op.outputs) results.insert(entry.second.begin(), entry.second.end());
    }
    for (const VarDesc& var : block.vars) {
      const auto value = model_.params.find(var.name);
      if (value != model_.params.end()) {
        VarDesc desc = var;
        desc.has_tensor_desc = true;
        desc.shape = value->second.dims().Vectorize();
        desc.data_type = model::VarTypeOf(value->second.precision());
        desc.persistable = false;  // implied by `const`
        std::string text = "const " + ValueName(var.name);
        if (options_.types) {
          text +=
              ": " + DescText(desc, true) + " = " + DataText(value->second, options_.max_elements);
        }
        Line(depth, text);
        declared_.insert(var.name);
      } else if (results.count(var.name) == 0 && options_.types &&
                 !(short_feed && var.name == kFeed.holder)) {
        Line(depth, "var " + Value(block, var.name, true));
      }
    }
    for (const model::OpDesc& op : block.ops) {
      if (op.type == kFeed.type && short_feed) {
        Line(depth, "input " + Value(block, op.Output("Out")[0], true));
      } else if (op.type == kFetch.type && short_fetch) {
        Line(depth, "output " + Value(block, op.Input("X")[0], false));
      } else {
        std::string text = Word(op.type) + "(" + Slots(block, op.inputs, false) + ")";
        if (!op.outputs.empty()) text += " -> (" + Slots(block, op.outputs, true) + ")";
        std::string attrs;
        for (const auto& [name, value] : op.attrs) {
          if (!attrs.empty()) attrs += ", ";
          attrs += Word(name) + "=" + std::visit(AttrPrinter(), value);
        }
        if (op.is_target) attrs += attrs.empty() ? "is_target" : ", is_target";
        if (!attrs.empty()) text += " {" + attrs + "}";
        Line(depth, text);
      }
    }
  }

  const model::Model& model_;
  const PrintOptions& options_;
  std::set<std::string> declared_;
  std::string out_;
};

}  // namespace

std::string PrintModel(const model::Model& model, const PrintOptions& options) {
  return Printer(model, options).Run();
}

}  // namespace paddle::lite::mir
