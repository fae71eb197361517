#include "lite/api/operator_signature.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>

#include "lite/core/element.h"

namespace paddle::lite {
namespace {

bool IsNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Result<OperatorSignature> Parse() {
    OperatorSignature signature;
    LITE_ASSIGN_OR_RETURN(signature.type, Name("the operator's name"));
    LITE_RETURN_IF_ERROR(Slots(&signature.inputs));
    LITE_RETURN_IF_ERROR(Expect("->"));
    LITE_RETURN_IF_ERROR(Slots(&signature.outputs));
    if (signature.outputs.empty()) return Wrong("at least one output");
    if (Take("{")) LITE_RETURN_IF_ERROR(Attributes(&signature.attributes));
    SkipSpace();
    if (at_ != text_.size()) return Wrong("the end of the text");
    const bool typed =
        std::all_of(signature.outputs.begin(), signature.outputs.end(),
                    [](const auto& slot) { return slot.type != PrecisionType::kUnk; });
    if (signature.inputs.empty() && !typed) {
      return Wrong("a type for each output, because the operator has no inputs");
    }
    return signature;
  }

 private:
  Status Wrong(const std::string& expected) {
    return InvalidArgument(
        "signature '", text_, "', character ", at_ + 1, ": expected ", expected,
        at_ < text_.size() ? StrCat(", found '", text_.substr(at_, 12), "'") : std::string());
  }
  void SkipSpace() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool Take(const char* token) {
    SkipSpace();
    const size_t size = std::string_view(token).size();
    if (text_.compare(at_, size, token) != 0) return false;
    at_ += size;
    return true;
  }
  Status Expect(const char* token) {
    return Take(token) ? OkStatus() : Wrong(StrCat("'", token, "'"));
  }
  Result<std::string> Name(const char* what) {
    SkipSpace();
    const size_t begin = at_;
    while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
    const bool digit = std::isdigit(static_cast<unsigned char>(text_[begin])) != 0;
    if (at_ != begin && !digit) return text_.substr(begin, at_ - begin);
    at_ = begin;
    return Wrong(what);
  }
  Status CheckNew(const std::string& name) {
    if (names_.insert(name).second) return OkStatus();
    return InvalidArgument("signature '", text_, "': '", name, "' occurs twice");
  }

  Status Slots(std::vector<OperatorSignature::Slot>* slots) {
    LITE_RETURN_IF_ERROR(Expect("("));
    if (Take(")")) return OkStatus();
    do {
      OperatorSignature::Slot slot;
      LITE_ASSIGN_OR_RETURN(slot.name, Name("the name of a slot"));
      LITE_RETURN_IF_ERROR(CheckNew(slot.name));
      slot.list = Take("*");
      slot.optional = slot.list || Take("?");
      if (Take(":")) {
        LITE_ASSIGN_OR_RETURN(const std::string type, Name("an element type"));
        slot.type = PrecisionNamed(type);
        // Applications have no type for the elements of bfloat16.
        if (slot.type == PrecisionType::kUnk || slot.type == PrecisionType::kBF16) {
          at_ -= type.size();
          return Wrong("an element type such as float32");
        }
      }
      slots->push_back(std::move(slot));
    } while (Take(","));
    return Expect(")");
  }

  Status Attributes(std::vector<OperatorSignature::Attribute>* attributes) {
    if (Take("}")) return OkStatus();
    do {
      OperatorSignature::Attribute attribute;
      LITE_ASSIGN_OR_RETURN(attribute.name, Name("the name of an attribute"));
      LITE_RETURN_IF_ERROR(CheckNew(attribute.name));
      LITE_RETURN_IF_ERROR(Expect(":"));
      LITE_ASSIGN_OR_RETURN(const std::string kind, Name("the type of an attribute"));
      LITE_ASSIGN_OR_RETURN(attribute.value, Value(kind));
      attributes->push_back(std::move(attribute));
    } while (Take(","));
    return Expect("}");
  }

  Result<model::AttrValue> Value(const std::string& kind) {
    const size_t begin = at_ - kind.size();
    const bool given = Take("=");
    if (kind == "bool") {
      if (!given || Take("false")) return model::AttrValue(false);
      return Take("true") ? Result<model::AttrValue>(true) : Wrong("true or false");
    }
    if (kind == "string") return Text(given);
    if (kind == "int") return Number<int64_t>(given);
    if (kind == "float") return Number<double>(given);
    if (kind == "ints") return List<int64_t>(given);
    if (kind == "floats") return List<double>(given);
    at_ = begin;
    return Wrong("bool, int, float, string, ints or floats");
  }

  Result<model::AttrValue> Text(bool given) {
    if (!given) return model::AttrValue(std::string());
    SkipSpace();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const size_t end =
        quote == '"' || quote == '\'' ? text_.find(quote, at_ + 1) : std::string::npos;
    if (end == std::string::npos) return Wrong("a text in quotation marks");
    const std::string value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return model::AttrValue(value);
  }

  template <typename T>
  bool TakeNumber(T* value) {
    SkipSpace();
    const char* begin = text_.c_str() + at_;
    char* end = nullptr;
    if constexpr (std::is_same_v<T, double>) {
      *value = std::strtod(begin, &end);
    } else {
      *value = std::strtoll(begin, &end, 10);
    }
    at_ += static_cast<size_t>(end - begin);
    return end != begin;
  }
  template <typename T>
  Result<model::AttrValue> Number(bool given) {
    T value = 0;
    if (given && !TakeNumber(&value)) return Wrong("a number");
    return model::AttrValue(value);
  }
  template <typename T>
  Result<model::AttrValue> List(bool given) {
    std::vector<T> values;
    if (!given) return model::AttrValue(values);
    LITE_RETURN_IF_ERROR(Expect("["));
    if (Take("]")) return model::AttrValue(values);
    do {
      T value = 0;
      if (!TakeNumber(&value)) return Wrong("a number");
      values.push_back(value);
    } while (Take(","));
    LITE_RETURN_IF_ERROR(Expect("]"));
    return model::AttrValue(values);
  }

  const std::string& text_;
  size_t at_ = 0;
  std::set<std::string> names_;
};

}  // namespace

Result<OperatorSignature> ParseSignature(const std::string& text) { return Parser(text).Parse(); }

}  // namespace paddle::lite
