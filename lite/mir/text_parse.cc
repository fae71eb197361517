#include <cstring>

#include "lite/mir/text.h"
#include "lite/mir/text_cursor.h"
#include "lite/mir/text_data.h"
#include "lite/mir/text_vocabulary.h"

namespace paddle::lite::mir {

using model::AttrValue;
using model::BlockRef;
using model::VarDesc;
using model::VarRef;
using model::VarType;

namespace {

class Parser : private TextCursor {
 public:
  using TextCursor::TextCursor;

  Result<TextModule> Run() {
    TextModule module;
    while (!AtEnd() && ok()) {
      if (TakeWord("version")) {
        module.version = Integer();
      } else if (TakeWord("op_version")) {
        const std::string op = Name();
        module.op_versions[op] = SmallInteger();
      } else if (TakeWord("block")) {
        module.blocks.push_back(ParseBlock());
      } else {
        // Statements outside braces belong to the root.
        if (module.blocks.empty()) module.blocks.emplace_back();
        Statement(&module.blocks.back());
      }
    }
    if (!ok()) return status();
    if (module.blocks.empty()) module.blocks.emplace_back();
    for (size_t b = 0; b < module.blocks.size(); ++b) {
      if (module.blocks[b].index != static_cast<int>(b)) {
        return InvalidArgument("text: block ", module.blocks[b].index, " is at position ", b);
      }
    }
    return module;
  }

 private:
  TextBlock ParseBlock() {
    TextBlock block;
    block.index = SmallInteger();
    if (TakeWord("parent")) block.parent = SmallInteger();
    if (TakeWord("forward")) block.forward_block = SmallInteger();
    Expect("{");
    while (ok() && !Take("}")) {
      if (AtEnd()) {
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
    const bool value_follows = PeekBehindWord() == '%';
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
    if (Take("=")) {
      decl.has_data = true;
      if (!TakeWord("none")) ParseData(this, decl.value, &decl.data);
    }
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
    if (!TakePercent()) {
      Fail("expected a value, e.g. %x");
      return value;
    }
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
      type = static_cast<VarType>(NumberIn<int>(word.substr(4)));
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
        desc.data_type = static_cast<VarType>(NumberIn<int>(word.substr(4)));
      } else if (!FindElement(word, &desc.data_type)) {
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
        if (op.inputs.size() == 1 && Take("~")) {
          op.exchangeable = true;
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
        if (Take("$")) {
          Expect("*");
          op.all_computed = true;
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
    // Only for types that have a list form.
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
      return NumberIn<double>(number);
    }
    if (special || number.find_first_of(".e") != std::string::npos) return NumberIn<float>(number);
    const bool is_long = number.back() == 'L';
    if (is_long) number.pop_back();
    const auto value = NumberIn<int64_t>(number);
    if (is_long) return value;
    if (value < INT32_MIN || value > INT32_MAX)
      Fail("the number does not fit an INT; write 1L for a LONG");
    return static_cast<int32_t>(value);
  }
};

}  // namespace

Result<TextModule> ParseText(std::string_view text) { return Parser(text).Run(); }

}  // namespace paddle::lite::mir
