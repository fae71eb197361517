#include "lite/mir/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "lite/base/half.h"

namespace paddle::lite::mir {

using model::AttrValue;
using model::BlockRef;
using model::VarDesc;
using model::VarRef;
using model::VarType;

namespace {

// --- vocabulary

struct TypeName {
  VarType type;
  const char* name;
};

constexpr TypeName kElementNames[] = {
    {VarType::kBool, "bool"},     {VarType::kInt16, "int16"},  {VarType::kInt32, "int32"},
    {VarType::kInt64, "int64"},   {VarType::kFP16, "float16"}, {VarType::kFP32, "float"},
    {VarType::kFP64, "float64"},  {VarType::kUInt8, "uint8"},  {VarType::kInt8, "int8"},
    {VarType::kBF16, "bfloat16"}, {VarType::kSizeT, "size_t"},
};

// Kinds of variables. A plain tensor has no word of its own unless nothing else is declared about
// it.
constexpr TypeName kKindNames[] = {
    {VarType::kLoDTensor, "tensor"},
    {VarType::kSelectedRows, "selected_rows"},
    {VarType::kFeedMinibatch, "feed_list"},
    {VarType::kFetchList, "fetch_list"},
    {VarType::kStepScopes, "step_scopes"},
    {VarType::kLoDRankTable, "rank_table"},
    {VarType::kLoDTensorArray, "array"},
    {VarType::kPlaceList, "place_list"},
    {VarType::kReader, "reader"},
    {VarType::kRaw, "raw"},
    {VarType::kTuple, "tuple"},
};

template <size_t N>
const char* NameOf(const TypeName (&table)[N], VarType type) {
  for (const TypeName& entry : table) {
    if (entry.type == type) return entry.name;
  }
  return nullptr;
}

template <size_t N>
bool FindType(const TypeName (&table)[N], const std::string& name, VarType* type) {
  for (const TypeName& entry : table) {
    if (name == entry.name) {
      *type = entry.type;
      return true;
    }
  }
  return false;
}

bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool IsWordChar(char c) { return IsWordStart(c) || c == '.' || c == '@' || c == '/'; }

bool IsWord(const std::string& text) {
  if (text.empty() || !IsWordStart(text[0]) || text.find("..") != std::string::npos) return false;
  return std::all_of(text.begin(), text.end(), IsWordChar);
}

// --- printing

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
    return ListToString(texts);
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
    const char* element = NameOf(kElementNames, desc.data_type);
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
  switch (tensor.precision()) {
    case PrecisionType::kFloat:
      return FloatText(tensor.data<float>()[i]);
    case PrecisionType::kFP64:
      return FloatText(tensor.data<double>()[i]);
    case PrecisionType::kFP16:
      return FloatText(HalfBitsToFloat(tensor.data<uint16_t>()[i]));
    case PrecisionType::kInt8:
      return StrCat(int{tensor.data<int8_t>()[i]});
    case PrecisionType::kUInt8:
      return StrCat(int{tensor.data<uint8_t>()[i]});
    case PrecisionType::kBool:
      return StrCat(int{tensor.data<uint8_t>()[i]});
    case PrecisionType::kInt16:
      return StrCat(int{tensor.data<int16_t>()[i]});
    case PrecisionType::kInt32:
      return StrCat(tensor.data<int32_t>()[i]);
    case PrecisionType::kInt64:
      return StrCat(tensor.data<int64_t>()[i]);
    default:
      return "0";
  }
}

std::string DataText(const Tensor& tensor, size_t max_elements) {
  if (!tensor.IsInitialized()) return "none";
  if (static_cast<size_t>(tensor.numel()) <= max_elements) {
    std::vector<std::string> texts;
    for (int64_t i = 0; i < tensor.numel(); ++i) texts.push_back(ElementText(tensor, i));
    return ListToString(texts);
  }
  uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto* bytes = static_cast<const unsigned char*>(tensor.raw_data());
  for (size_t i = 0; i < tensor.memory_size(); ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  std::string text = "hash(";
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(hash >> shift) & 15];
  return text + ")";
}

// feed(X=%feed) -> (Out=%x) {col=n} is written as `input %x`, fetch likewise.
struct IoForm {
  const char* type;
  const char* keyword;
  const char* holder;
  VarType holder_type;
};
constexpr IoForm kFeed = {"feed", "input", "feed", VarType::kFeedMinibatch};
constexpr IoForm kFetch = {"fetch", "output", "fetch", VarType::kFetchList};

VarDesc HolderDesc(const IoForm& io) {
  VarDesc desc;
  desc.name = io.holder;
  desc.type = io.holder_type;
  desc.persistable = true;
  return desc;
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

  // The parser makes up for a missing holder declaration and numbers the columns itself.
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
    // A plain tensor about which nothing is declared needs no words.
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
        desc.persistable = false;  // said by `const`
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

// --- parsing

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<TextModule> Run() {
    TextModule module;
    SkipSpace();
    while (pos_ < text_.size() && status_.ok()) {
      if (TakeWord("version")) {
        module.version = Integer();
      } else if (TakeWord("op_version")) {
        const std::string op = Name();
        module.op_versions[op] = SmallInteger();
      } else if (TakeWord("block")) {
        module.blocks.push_back(ParseBlock());
      } else {
        // Statements outside of braces are those of the root.
        if (module.blocks.empty()) module.blocks.emplace_back();
        Statement(&module.blocks.back());
      }
    }
    if (!status_.ok()) return status_;
    if (module.blocks.empty()) module.blocks.emplace_back();
    for (size_t b = 0; b < module.blocks.size(); ++b) {
      if (module.blocks[b].index != static_cast<int>(b)) {
        return InvalidArgument("text: block ", module.blocks[b].index, " stands at position ", b);
      }
    }
    return module;
  }

 private:
  // --- characters
  void Fail(const std::string& what) {
    if (!status_.ok()) {
      pos_ = text_.size();
      return;
    }
    int line = 1;
    size_t start = 0;
    for (size_t i = 0; i < pos_ && i < text_.size(); ++i) {
      if (text_[i] == '\n') {
        ++line;
        start = i + 1;
      }
    }
    status_ = InvalidArgument("text, line ", line, ", column ", pos_ - start + 1, ": ", what);
    pos_ = text_.size();
  }
  int LineNumber() const {
    return 1 + static_cast<int>(
                   std::count(text_.begin(), text_.begin() + static_cast<int64_t>(pos_), '\n'));
  }
  char Peek(size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  void SkipSpace() {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == '#') {
        while (pos_ < text_.size() && text_[pos_] != '\n') ++pos_;
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++pos_;
      } else {
        return;
      }
    }
  }
  bool Take(std::string_view symbol) {
    if (text_.substr(pos_, symbol.size()) != symbol) return false;
    pos_ += symbol.size();
    SkipSpace();
    return true;
  }
  void Expect(std::string_view symbol) {
    if (!Take(symbol)) Fail(StrCat("expected '", symbol, "'"));
  }
  std::string_view PeekWord() const {
    size_t end = pos_;
    if (end >= text_.size() || !IsWordStart(text_[end])) return {};
    while (end < text_.size() && IsWordChar(text_[end])) {
      if (text_.substr(end, 2) == "..") break;
      ++end;
    }
    return text_.substr(pos_, end - pos_);
  }
  bool TakeWord(std::string_view word) {
    if (PeekWord() != word) return false;
    pos_ += word.size();
    SkipSpace();
    return true;
  }
  std::string Name() {
    if (Peek() == '"') return String();
    const std::string word(PeekWord());
    if (word.empty()) Fail("expected a name");
    pos_ += word.size();
    SkipSpace();
    return word;
  }
  std::string String() {
    ++pos_;
    std::string out;
    while (pos_ < text_.size() && text_[pos_] != '"') {
      char c = text_[pos_++];
      if (c == '\\') {
        const char escape = Peek();
        ++pos_;
        if (escape == 'n') {
          c = '\n';
        } else if (escape == 'x') {
          int value = 0;
          for (int i = 0; i < 2; ++i) {
            const char h = Peek();
            const int digit = h >= '0' && h <= '9'   ? h - '0'
                              : h >= 'a' && h <= 'f' ? h - 'a' + 10
                                                     : -1;
            if (digit < 0) Fail("expected two hexadecimal digits after \\x");
            value = value * 16 + std::max(digit, 0);
            ++pos_;
          }
          c = static_cast<char>(value);
        } else if (escape == '"' || escape == '\\') {
          c = escape;
        } else {
          Fail("unknown escape in a string");
        }
      }
      out += c;
    }
    if (pos_ >= text_.size()) {
      Fail("the string does not end");
      return out;
    }
    ++pos_;
    SkipSpace();
    return out;
  }
  // The characters of a number, e.g. "-1.5e-3d" or "inf".
  std::string NumberText() {
    const size_t start = pos_;
    if (Peek() == '-' || Peek() == '+') ++pos_;
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      const bool exponent_sign = (c == '-' || c == '+') && text_[pos_ - 1] == 'e';
      if (!IsWordStart(c) && c != '.' && !exponent_sign) break;
      ++pos_;
    }
    std::string number(text_.substr(start, pos_ - start));
    SkipSpace();
    return number;
  }
  int64_t Integer() {
    const std::string number = NumberText();
    int64_t value = 0;
    const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
    if (result.ec != std::errc() || result.ptr != number.data() + number.size()) {
      Fail("expected an integer");
    }
    return value;
  }
  int SmallInteger() {
    const int64_t value = Integer();
    if (value < INT32_MIN || value > INT32_MAX) Fail("the number is too large");
    return static_cast<int>(value);
  }
  // The numeric part of `kind42` or `type42`.
  int NumberIn(const std::string& digits) {
    int value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec != std::errc() || result.ptr != digits.data() + digits.size()) {
      Fail("expected a number");
    }
    return value;
  }
  // Toward zero; 0 where the value is no 64-bit integer.
  static int64_t ToInteger(double value) {
    return value > -9e18 && value < 9e18 ? static_cast<int64_t>(value) : 0;
  }
  template <typename T>
  T FloatOf(const std::string& number) {
    T value = 0;
    const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
    if (result.ec != std::errc() || result.ptr != number.data() + number.size()) {
      Fail("expected a number");
    }
    return value;
  }

  // --- structure
  TextBlock ParseBlock() {
    TextBlock block;
    block.index = SmallInteger();
    if (TakeWord("parent")) block.parent = SmallInteger();
    if (TakeWord("forward")) block.forward_block = SmallInteger();
    Expect("{");
    while (status_.ok() && !Take("}")) {
      if (pos_ >= text_.size()) {
        Fail("the block does not end");
        break;
      }
      Statement(&block);
    }
    return block;
  }

  void Statement(TextBlock* block) {
    const std::string_view word = PeekWord();
    // A word that is followed by a value begins a declaration; otherwise it is an operator.
    const size_t after = text_.find_first_not_of(" \t", pos_ + word.size());
    const bool value_follows = after != std::string_view::npos && text_[after] == '%';
    if (value_follows && (word == "const" || word == "var")) {
      Declaration(block, word == "const");
    } else if (value_follows && (word == "input" || word == "output")) {
      InputOrOutput(block, word == "input" ? kFeed : kFetch);
    } else {
      block->ops.push_back(Operator());
    }
  }

  void Declaration(TextBlock* block, bool constant) {
    Name();
    TextDecl decl;
    decl.constant = constant;
    decl.value = Value();
    if (constant) decl.value.desc.persistable = true;
    if (Take("=")) Data(&decl);
    block->decls.push_back(std::move(decl));
  }

  void InputOrOutput(TextBlock* block, const IoForm& io) {
    Name();
    TextOp op;
    op.line = LineNumber();
    op.types = {io.type};
    const TextValue value = Value();
    TextValue holder;
    holder.name = io.holder;
    const bool feed = std::strcmp(io.type, "feed") == 0;
    op.inputs = {{"X", {feed ? holder : value}}};
    op.outputs = {{"Out", {feed ? value : holder}}};
    int column = 0;
    for (const TextOp& other : block->ops) column += other.types == op.types ? 1 : 0;
    op.attrs = {{"col", AttrValue(column), ""}};
    if (column == 0) {
      TextDecl decl;
      decl.value.name = io.holder;
      decl.value.has_desc = true;
      decl.value.desc = HolderDesc(io);
      block->decls.push_back(std::move(decl));
    }
    block->ops.push_back(std::move(op));
  }

  TextValue Value() {
    TextValue value;
    if (Peek() != '%') {
      Fail("expected a value, e.g. %x");
      return value;
    }
    ++pos_;
    value.name = Name();
    if (Take("?")) value.optional = true;
    if (Peek() == ':') {
      Take(":");
      value.has_desc = true;
      value.desc = Desc();
    }
    value.desc.name = value.name;
    return value;
  }

  VarDesc Desc() {
    VarDesc desc;
    std::string word = Name();
    VarType type;
    bool kind_given = FindType(kKindNames, word, &type);
    if (!kind_given && word.rfind("kind", 0) == 0 && word.size() > 4) {
      type = static_cast<VarType>(NumberIn(word.substr(4)));
      kind_given = true;
    }
    if (kind_given) {
      desc.type = type;
      word = std::string(PeekWord());
      // The next word belongs to the type only if a shape follows it.
      if (word.empty() || Peek(word.size()) != '[') word.clear();
      if (!word.empty()) Name();
    }
    if (!word.empty()) {
      desc.has_tensor_desc = true;
      if (word.rfind("type", 0) == 0 && word.size() > 4) {
        desc.data_type = static_cast<VarType>(NumberIn(word.substr(4)));
      } else if (!FindType(kElementNames, word, &desc.data_type)) {
        Fail(StrCat("unknown element type '", word, "'"));
      }
      Expect("[");
      if (!Take("*") && Peek() != ']') {
        do {
          desc.shape.push_back(Integer());
        } while (Take(","));
      }
      Expect("]");
    }
    if (Take("<")) {
      do {
        if (TakeWord("lod")) {
          Expect("=");
          desc.lod_level = SmallInteger();
        } else if (TakeWord("persistable")) {
          desc.persistable = true;
        } else if (TakeWord("check_feed")) {
          desc.need_check_feed = true;
        } else {
          Fail("expected lod, persistable or check_feed");
        }
      } while (Take(","));
      Expect(">");
    }
    return desc;
  }

  // `[1.0, 2.0]`, or for tests `fill(v)`, `range(first, step)`, `random(seed, low, high)`.
  void Data(TextDecl* decl) {
    decl->has_data = true;
    if (TakeWord("none")) return;
    const VarDesc& desc = decl->value.desc;
    const Result<DDim> dims = DDim::FromVector(desc.shape);
    if (!decl->value.has_desc || !desc.has_tensor_desc || !dims.ok()) {
      return Fail("data needs a declared element type and shape");
    }
    constexpr int64_t kMaxElements = int64_t{1} << 26;
    const Result<int64_t> count = CheckedElementCount(*dims);
    const PrecisionType precision = model::PrecisionOf(desc.data_type);
    if (!count.ok() || *count > kMaxElements || precision == PrecisionType::kUnk) {
      return Fail("the data has no size");
    }
    decl->data.Resize(*dims);
    decl->data.set_persistable(true);
    const Status allocated = decl->data.Allocate(precision);
    if (!allocated.ok()) return Fail(allocated.message());
    std::vector<double> values;
    std::vector<int64_t> integers;  // exact where a double is not
    if (Take("[")) {
      while (status_.ok() && Peek() != ']') {
        const std::string number = NumberText();
        int64_t integer = 0;
        const auto result = std::from_chars(number.data(), number.data() + number.size(), integer);
        const bool whole = result.ec == std::errc() && result.ptr == number.data() + number.size();
        integers.push_back(whole ? integer : 0);
        values.push_back(whole ? static_cast<double>(integer) : FloatOf<double>(number));
        if (!Take(",")) break;
      }
      Expect("]");
      if (static_cast<int64_t>(values.size()) != *count) {
        return Fail(StrCat("expected ", *count, " elements, found ", values.size()));
      }
    } else if (TakeWord("fill")) {
      const std::vector<double> a = Arguments(1);
      values.assign(static_cast<size_t>(*count), a[0]);
    } else if (TakeWord("range")) {
      const std::vector<double> a = Arguments(2);
      for (int64_t i = 0; i < *count; ++i) values.push_back(a[0] + static_cast<double>(i) * a[1]);
    } else if (TakeWord("random")) {
      const std::vector<double> a = Arguments(3);
      // A linear congruential generator: the same numbers everywhere.
      uint64_t state = static_cast<uint64_t>(ToInteger(a[0])) * 2862933555777941757u + 3037000493u;
      for (int64_t i = 0; i < *count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double unit = static_cast<double>(state >> 40) / 16777216.0;
        values.push_back(a[1] + unit * (a[2] - a[1]));
      }
    } else {
      return Fail("expected data: a list of numbers, fill, range or random");
    }
    for (int64_t i = 0; i < *count && status_.ok(); ++i) {
      const auto n = static_cast<size_t>(i);
      Store(&decl->data, i, values[n], integers.empty() ? ToInteger(values[n]) : integers[n]);
    }
  }

  std::vector<double> Arguments(size_t count) {
    std::vector<double> values;
    Expect("(");
    do {
      values.push_back(FloatOf<double>(NumberText()));
    } while (Take(","));
    Expect(")");
    if (values.size() != count) Fail(StrCat("expected ", count, " arguments"));
    values.resize(count);
    return values;
  }

  static void Store(Tensor* tensor, int64_t i, double value, int64_t integer) {
    switch (tensor->precision()) {
      case PrecisionType::kFloat:
        tensor->mutable_data<float>()[i] = static_cast<float>(value);
        break;
      case PrecisionType::kFP64:
        tensor->mutable_data<double>()[i] = value;
        break;
      case PrecisionType::kFP16:
        tensor->mutable_data<uint16_t>()[i] = FloatToHalfBits(static_cast<float>(value));
        break;
      case PrecisionType::kInt8:
        tensor->mutable_data<int8_t>()[i] = static_cast<int8_t>(integer);
        break;
      case PrecisionType::kBool:
      case PrecisionType::kUInt8:
        tensor->mutable_data<uint8_t>()[i] = static_cast<uint8_t>(integer);
        break;
      case PrecisionType::kInt16:
        tensor->mutable_data<int16_t>()[i] = static_cast<int16_t>(integer);
        break;
      case PrecisionType::kInt32:
        tensor->mutable_data<int32_t>()[i] = static_cast<int32_t>(integer);
        break;
      default:
        tensor->mutable_data<int64_t>()[i] = integer;
    }
  }

  TextOp Operator() {
    TextOp op;
    op.line = LineNumber();
    if (Take("@")) {
      op.type_of = Name();
    } else if (Take("$")) {
      op.computed_type = Name();
    } else {
      std::string word = Name();
      if (Take(":")) {
        op.label = std::move(word);
        word = Name();
      }
      op.types.push_back(std::move(word));
      while (Take("|")) op.types.push_back(Name());
    }
    Expect("(");
    if (!Take(")")) {
      do {
        if (Take("..")) {
          op.inputs_of = std::string(PeekWord());
          if (op.inputs_of.empty()) {
            op.open_inputs = true;
          } else {
            Name();
          }
        } else {
          op.inputs.push_back(Slot());
        }
      } while (Take(","));
      Expect(")");
    }
    if (Take("->")) {
      Expect("(");
      do {
        op.outputs.push_back(Slot());
      } while (Take(","));
      Expect(")");
    }
    if (Take("{")) {
      do {
        if (Take("..")) {
          op.attrs_of = Name();
          continue;
        }
        TextAttr attr;
        attr.name = Name();
        if (attr.name == "is_target" && Peek() != '=') {
          attr.value = true;
          attr.computed = "is_target";
        } else {
          Expect("=");
          if (Take("$")) {
            attr.computed = Name();
          } else {
            attr.value = Attribute();
          }
        }
        op.attrs.push_back(std::move(attr));
      } while (Take(","));
      Expect("}");
    }
    return op;
  }

  TextSlot Slot() {
    TextSlot slot;
    slot.name = Name();
    Expect("=");
    if (Take("[")) {
      if (Take("]")) return slot;
      do {
        slot.values.push_back(Value());
      } while (Take(","));
      Expect("]");
    } else {
      slot.values.push_back(Value());
    }
    return slot;
  }

  AttrValue Attribute() {
    static constexpr struct {
      const char* word;
      int index;
    } kEmptyLists[] = {{"ints", 3},    {"floats", 4}, {"strings", 5},  {"bools", 7},
                       {"blocks", 10}, {"longs", 11}, {"doubles", 12}, {"vars", 14}};
    for (const auto& list : kEmptyLists) {
      if (!TakeWord(list.word)) continue;
      Expect("[");
      Expect("]");
      return EmptyList(list.index);
    }
    if (!Take("[")) return Scalar();
    AttrValue first = Scalar();
    std::vector<AttrValue> values = {first};
    while (Take(",")) values.push_back(Scalar());
    Expect("]");
    return std::visit([&](const auto& sample) { return ListOf(sample, values); }, first);
  }

  template <typename T>
  AttrValue ListOf(const T&, const std::vector<AttrValue>& values) {
    // Only types that have a list form.
    if constexpr (std::is_constructible_v<AttrValue, std::in_place_type_t<std::vector<T>>>) {
      std::vector<T> list;
      for (const AttrValue& value : values) {
        const T* item = std::get_if<T>(&value);
        if (item == nullptr) {
          Fail("the elements of a list must be of one type");
          break;
        }
        list.push_back(*item);
      }
      return AttrValue(std::move(list));
    } else {
      Fail("lists of lists do not exist");
      return AttrValue();
    }
  }

  static AttrValue EmptyList(int index) {
    switch (index) {
      case 4:
        return std::vector<float>();
      case 5:
        return std::vector<std::string>();
      case 7:
        return std::vector<bool>();
      case 10:
        return std::vector<BlockRef>();
      case 11:
        return std::vector<int64_t>();
      case 12:
        return std::vector<double>();
      case 14:
        return std::vector<VarRef>();
      default:
        return std::vector<int32_t>();
    }
  }

  AttrValue Scalar() {
    if (Peek() == '"') return String();
    if (Take("^")) return BlockRef{SmallInteger()};
    if (Peek() == '%') return VarRef{Value().name};
    if (TakeWord("true")) return true;
    if (TakeWord("false")) return false;
    std::string number = NumberText();
    if (number.empty()) {
      Fail("expected an attribute value");
      return AttrValue();
    }
    const bool special =
        number.find("inf") != std::string::npos || number.find("nan") != std::string::npos;
    if (number.back() == 'd') {
      number.pop_back();
      return FloatOf<double>(number);
    }
    if (special || number.find_first_of(".e") != std::string::npos) return FloatOf<float>(number);
    const bool is_long = number.back() == 'L';
    if (is_long) number.pop_back();
    int64_t value = 0;
    const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
    if (result.ec != std::errc() || result.ptr != number.data() + number.size())
      Fail("expected a number");
    if (is_long) return value;
    if (value < INT32_MIN || value > INT32_MAX)
      Fail("the number does not fit an INT; write 1L for a LONG");
    return static_cast<int32_t>(value);
  }

  const std::string_view text_;
  size_t pos_ = 0;
  Status status_;
};

Result<model::Model> ToModel(TextModule module) {
  model::Model model;
  model.program.version = module.version;
  model.program.op_versions = module.op_versions;
  model.program.blocks.resize(module.blocks.size());
  std::set<std::string> declared;
  for (TextBlock& block : module.blocks) {
    for (TextDecl& decl : block.decls) declared.insert(decl.value.name);
  }
  for (size_t b = 0; b < module.blocks.size(); ++b) {
    TextBlock& block = module.blocks[b];
    model::BlockDesc& out = model.program.blocks[b];
    out.parent = block.parent;
    out.forward_block = block.forward_block;
    for (TextDecl& decl : block.decls) {
      decl.value.desc.name = decl.value.name;
      if (decl.constant && decl.has_data) model.params[decl.value.name] = std::move(decl.data);
      out.vars.push_back(std::move(decl.value.desc));
    }
    for (TextOp& op : block.ops) {
      const std::string where = StrCat("text, line ", op.line, ": ");
      if (op.types.size() != 1 || op.open_inputs || !op.inputs_of.empty() || !op.attrs_of.empty() ||
          !op.label.empty()) {
        return InvalidArgument(where, "labels, alternatives and '..' are for patterns");
      }
      model::OpDesc desc;
      desc.type = op.types[0];
      for (TextSlot& slot : op.inputs) {
        auto& names = desc.inputs[slot.name];
        for (TextValue& value : slot.values) names.push_back(value.name);
      }
      for (TextSlot& slot : op.outputs) {
        auto& names = desc.outputs[slot.name];
        for (TextValue& value : slot.values) {
          names.push_back(value.name);
          if (declared.insert(value.name).second) out.vars.push_back(value.desc);
        }
      }
      for (TextAttr& attr : op.attrs) {
        if (attr.computed == "is_target") {
          desc.is_target = true;
        } else if (!attr.computed.empty()) {
          return InvalidArgument(where, "$", attr.computed, " is for replacements");
        } else {
          desc.attrs[attr.name] = std::move(attr.value);
        }
      }
      out.ops.push_back(std::move(desc));
    }
  }
  return model;
}

}  // namespace

std::string PrintModel(const model::Model& model, const PrintOptions& options) {
  return Printer(model, options).Run();
}

std::string PrintGraph(const Graph& graph, const PrintOptions& options) {
  return PrintModel(graph.Export(), options);
}

Result<TextModule> ParseText(std::string_view text) { return Parser(text).Run(); }

Result<model::Model> ParseModel(std::string_view text) {
  LITE_ASSIGN_OR_RETURN(TextModule module, ParseText(text));
  return ToModel(std::move(module));
}

Result<std::unique_ptr<Graph>> ParseGraph(std::string_view text) {
  LITE_ASSIGN_OR_RETURN(model::Model model, ParseModel(text));
  return Graph::Import(std::move(model));
}

}  // namespace paddle::lite::mir
