#include "lite/model/op_fields.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "lite/base/checked_math.h"

namespace paddle::lite::model {

namespace {

// The name by which Paddle marks an absent argument.
constexpr char kEmptyName[] = "@EMPTY@";
// Ends the names of attributes with scales.
constexpr char kScaleSuffix[] = "_scale";
constexpr double kTwoPow63 = 9223372036854775808.0;

template <typename To, typename From>
bool CastNumber(From from, To* to) {
  if constexpr (std::is_same_v<To, From>) {
    *to = from;
    return true;
  } else if constexpr (std::is_same_v<To, bool>) {
    if (from != From(0) && from != From(1)) return false;
    *to = from != From(0);
    return true;
  } else if constexpr (std::is_same_v<From, bool>) {
    *to = static_cast<To>(from ? 1 : 0);
    return true;
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    return CheckedCast(from, to);
  } else if constexpr (std::is_integral_v<To>) {
    // The comparison is false for NaN.
    if (!(from >= -kTwoPow63 && from < kTwoPow63) || std::trunc(from) != from) return false;
    return CheckedCast(static_cast<int64_t>(from), to);
  } else if constexpr (std::is_integral_v<From>) {
    const To rounded = static_cast<To>(from);
    if (!(rounded < kTwoPow63) || static_cast<int64_t>(rounded) != int64_t{from}) return false;
    *to = rounded;
    return true;
  } else {
    if (std::isfinite(from) && std::fabs(from) > std::numeric_limits<To>::max()) return false;
    *to = static_cast<To>(from);
    return true;
  }
}

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};

// A number of an attribute of any type: an integer, which may be a boolean, or a real number.
struct Number {
  bool real = false;
  int64_t integer = 0;
  double value = 0;
};

template <typename T>
Number ToNumber(T from) {
  Number number;
  number.real = std::is_floating_point_v<T>;
  if constexpr (std::is_floating_point_v<T>) {
    number.value = from;
  } else {
    number.integer = from;
  }
  return number;
}

// The numbers of an attribute, read one by one: a function for each pair of types would be many
// times as large.
class Numbers {
 public:
  explicit Numbers(const AttrValue& from) : from_(from) {
    exist_ = Are<int32_t>() || Are<float>() || Are<int64_t>() || Are<bool>() || Are<double>();
  }
  bool exist() const { return exist_; }
  size_t size() const { return size_; }
  template <typename To>
  bool Get(size_t i, To* to) const {
    const Number number = at_(from_, i);
    return number.real ? CastNumber(number.value, to) : CastNumber(number.integer, to);
  }

 private:
  template <typename T>
  bool Are() {
    if (std::holds_alternative<T>(from_)) {
      size_ = 1;
      at_ = [](const AttrValue& from, size_t) { return ToNumber(*std::get_if<T>(&from)); };
      return true;
    }
    const auto* list = std::get_if<std::vector<T>>(&from_);
    if (list == nullptr) return false;
    size_ = list->size();
    at_ = [](const AttrValue& from, size_t i) {
      return ToNumber<T>((*std::get_if<std::vector<T>>(&from))[i]);
    };
    return true;
  }

  const AttrValue& from_;
  bool exist_ = false;
  size_t size_ = 0;
  Number (*at_)(const AttrValue& from, size_t i) = nullptr;
};

bool IsEmptyList(const AttrValue& from) {
  return std::visit(
      [](const auto& value) {
        if constexpr (IsVector<std::decay_t<decltype(value)>>::value) return value.empty();
        return false;
      },
      from);
}

template <typename To>
bool Convert(const AttrValue& from, To* to) {
  if (const To* same = std::get_if<To>(&from)) {
    *to = *same;
    return true;
  }
  if constexpr (std::is_arithmetic_v<To>) {
    const Numbers numbers(from);
    return numbers.exist() && numbers.size() == 1 && numbers.Get(0, to);
  } else if constexpr (IsVector<To>::value) {
    if (IsEmptyList(from)) {
      to->clear();
      return true;
    }
    if constexpr (std::is_arithmetic_v<typename To::value_type>) {
      const Numbers numbers(from);
      if (!numbers.exist()) return false;
      To converted(numbers.size());
      for (size_t i = 0; i < numbers.size(); ++i) {
        if (!numbers.Get(i, &converted[i])) return false;
      }
      *to = std::move(converted);
      return true;
    }
  }
  return false;
}

template <typename T>
const char* TypeName() {
  return AttrTypeName(AttrValue(T{}));
}

Status Mismatch(const std::string& name, const char* expected, const AttrValue& found) {
  constexpr size_t kMaxLength = 200;
  std::string text = AttrToString(found);
  if (text.size() > kMaxLength) text = text.substr(0, kMaxLength) + "...";
  return InvalidArgument("attribute ", name, ": expected ", expected, ", found ",
                         AttrTypeName(found), " ", text);
}

class FieldLoader final : public FieldVisitor {
 public:
  FieldLoader(const OpDesc& desc, SlotBinder* binder) : desc_(desc), binder_(binder) {}

  const Status& status() const { return status_; }

  void Input(const char* slot, const Tensor** tensor, Need need) override {
    One(desc_.inputs, "input", slot, tensor, need, &SlotBinder::InputTensor);
  }
  void Inputs(const char* slot, std::vector<const Tensor*>* tensors, Need need) override {
    List(desc_.inputs, "input", slot, tensors, need, &SlotBinder::InputTensor);
  }
  void Output(const char* slot, Tensor** tensor, Need need) override {
    One(desc_.outputs, "output", slot, tensor, need, &SlotBinder::OutputTensor);
  }
  void Outputs(const char* slot, std::vector<Tensor*>* tensors, Need need) override {
    List(desc_.outputs, "output", slot, tensors, need, &SlotBinder::OutputTensor);
  }
  void InputArray(const char* slot, const TensorArray** array, Need need) override {
    One(desc_.inputs, "input", slot, array, need, &SlotBinder::InputArray);
  }
  void InputArrays(const char* slot, std::vector<const TensorArray*>* arrays, Need need) override {
    List(desc_.inputs, "input", slot, arrays, need, &SlotBinder::InputArray);
  }
  void OutputArray(const char* slot, TensorArray** array, Need need) override {
    One(desc_.outputs, "output", slot, array, need, &SlotBinder::OutputArray);
  }

  void Attr(const char* name, AttrRef value) override {
    std::visit([&](auto* member) { Load(name, member); }, value);
  }
  void Block(const char* name, int* index) override {
    if (!status_.ok()) return;
    const AttrValue* found = desc_.FindAttr(name);
    if (found == nullptr || ConvertBlockAttr(*found, index)) return;
    status_ = Mismatch(name, "BLOCK", *found);
  }

 private:
  // The variables bound to a slot, without placeholders.
  static std::vector<std::string> Names(const SlotMap& slots, const char* slot) {
    std::vector<std::string> names;
    const auto it = slots.find(slot);
    if (it == slots.end()) return names;
    for (const auto& name : it->second) {
      if (name != kEmptyName) names.push_back(name);
    }
    return names;
  }

  template <typename Object>
  Object* Find(const char* direction, const char* slot, const std::string& name,
               Object* (SlotBinder::*find)(const std::string&)) {
    Object* object = (binder_->*find)(name);
    if (object == nullptr) {
      status_ = DataLoss(
          direction, " ", slot, ": the program has no variable \"", name,
          "\" of the expected kind, ",
          std::is_same_v<std::remove_const_t<Object>, Tensor> ? "a tensor" : "an array of tensors");
    }
    return object;
  }

  void Missing(const char* direction, const char* slot) {
    status_ = InvalidArgument(direction, " ", slot, ": a variable is required, but none is given");
  }

  template <typename Object>
  void One(const SlotMap& slots, const char* direction, const char* slot, Object** object,
           Need need, Object* (SlotBinder::*find)(const std::string&)) {
    if (!status_.ok() || binder_ == nullptr) return;
    const auto names = Names(slots, slot);
    *object = nullptr;
    if (names.empty()) {
      if (need == Need::kRequired) Missing(direction, slot);
    } else if (names.size() > 1) {
      status_ = InvalidArgument(direction, " ", slot, ": one variable is expected, found ",
                                names.size(), ": ", ListToString(names));
    } else {
      *object = Find(direction, slot, names[0], find);
    }
  }

  template <typename Object>
  void List(const SlotMap& slots, const char* direction, const char* slot,
            std::vector<Object*>* objects, Need need,
            Object* (SlotBinder::*find)(const std::string&)) {
    if (!status_.ok() || binder_ == nullptr) return;
    const auto names = Names(slots, slot);
    objects->clear();
    if (names.empty() && need == Need::kRequired) Missing(direction, slot);
    for (const auto& name : names) {
      Object* object = Find(direction, slot, name, find);
      if (object == nullptr) return;
      objects->push_back(object);
    }
  }

  template <typename T>
  void Load(const char* name, T* value) {
    if (!status_.ok()) return;
    const AttrValue* found = desc_.FindAttr(name);
    if (found == nullptr || ConvertAttr(*found, value)) return;
    status_ = Mismatch(name, TypeName<T>(), *found);
  }

  const OpDesc& desc_;
  SlotBinder* const binder_;
  Status status_;
};

class FieldSaver final : public FieldVisitor {
 public:
  FieldSaver(OpDesc* desc, const ObjectNamer& name_of) : desc_(desc), name_of_(name_of) {}

  void Input(const char* slot, const Tensor** tensor, Need) override {
    One(&desc_->inputs, slot, *tensor);
  }
  void Inputs(const char* slot, std::vector<const Tensor*>* tensors, Need) override {
    List(&desc_->inputs, slot, *tensors);
  }
  void Output(const char* slot, Tensor** tensor, Need) override {
    One(&desc_->outputs, slot, *tensor);
  }
  void Outputs(const char* slot, std::vector<Tensor*>* tensors, Need) override {
    List(&desc_->outputs, slot, *tensors);
  }
  void InputArray(const char* slot, const TensorArray** array, Need) override {
    One(&desc_->inputs, slot, *array);
  }
  void InputArrays(const char* slot, std::vector<const TensorArray*>* arrays, Need) override {
    List(&desc_->inputs, slot, *arrays);
  }
  void OutputArray(const char* slot, TensorArray** array, Need) override {
    One(&desc_->outputs, slot, *array);
  }

  void Attr(const char* name, AttrRef value) override {
    std::visit([&](const auto* member) { desc_->attrs[name] = *member; }, value);
  }
  void Block(const char* name, int* index) override { desc_->attrs[name] = BlockRef{*index}; }

 private:
  void One(SlotMap* slots, const char* slot, const void* object) {
    if (object != nullptr) (*slots)[slot] = {name_of_(object)};
  }
  template <typename Object>
  void List(SlotMap* slots, const char* slot, const std::vector<Object*>& objects) {
    for (const Object* object : objects) (*slots)[slot].push_back(name_of_(object));
  }

  OpDesc* const desc_;
  const ObjectNamer& name_of_;
};

class FieldCollector final : public FieldVisitor {
 public:
  explicit FieldCollector(std::vector<FieldInfo>* fields) : fields_(fields) {}

  void Input(const char* slot, const Tensor**, Need need) override {
    Slot(FieldKind::kInput, slot, need);
  }
  void Inputs(const char* slot, std::vector<const Tensor*>*, Need need) override {
    Slot(FieldKind::kInputList, slot, need);
  }
  void Output(const char* slot, Tensor**, Need need) override {
    Slot(FieldKind::kOutput, slot, need);
  }
  void Outputs(const char* slot, std::vector<Tensor*>*, Need need) override {
    Slot(FieldKind::kOutputList, slot, need);
  }
  void InputArray(const char* slot, const TensorArray**, Need need) override {
    Slot(FieldKind::kInputArray, slot, need);
  }
  void InputArrays(const char* slot, std::vector<const TensorArray*>*, Need need) override {
    Slot(FieldKind::kInputArrayList, slot, need);
  }
  void OutputArray(const char* slot, TensorArray**, Need need) override {
    Slot(FieldKind::kOutputArray, slot, need);
  }

  void Attr(const char* name, AttrRef value) override {
    std::visit([&](const auto* member) { Attribute(name, *member); }, value);
  }
  void Block(const char* name, int* index) override {
    fields_->push_back({FieldKind::kBlock, name, false, BlockRef{*index}});
  }

 private:
  void Slot(FieldKind kind, const char* name, Need need) {
    fields_->push_back({kind, name, need == Need::kRequired, AttrValue()});
  }
  void Attribute(const char* name, AttrValue value) {
    fields_->push_back({FieldKind::kAttribute, name, false, std::move(value)});
  }

  std::vector<FieldInfo>* const fields_;
};

}  // namespace

bool ConvertAttr(const AttrValue& from, bool* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, int* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, int64_t* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, float* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, double* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, std::string* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, std::vector<int>* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, std::vector<int64_t>* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, std::vector<float>* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, std::vector<double>* to) { return Convert(from, to); }
bool ConvertAttr(const AttrValue& from, std::vector<std::string>* to) { return Convert(from, to); }

bool ConvertBlockAttr(const AttrValue& from, int* index) {
  if (const auto* block = std::get_if<BlockRef>(&from)) {
    *index = block->index;
    return true;
  }
  return Convert(from, index);
}

Status LoadFields(const OpDesc& desc, SlotBinder* binder, const VisitFields& visit) {
  FieldLoader loader(desc, binder);
  visit(loader);
  return loader.status();
}

std::string ScaleAttr(const std::string& slot, size_t index) {
  return StrCat(slot, index, kScaleSuffix);
}

std::optional<SlotValue> ScaledValue(const OpDesc& desc, const std::string& attribute) {
  const size_t suffix = sizeof(kScaleSuffix) - 1;
  if (attribute.size() <= suffix ||
      attribute.compare(attribute.size() - suffix, suffix, kScaleSuffix) != 0) {
    return std::nullopt;
  }
  // A slot may end with a digit itself.
  for (const SlotMap* slots : {&desc.inputs, &desc.outputs}) {
    for (const auto& [slot, names] : *slots) {
      for (size_t i = 0; i < names.size(); ++i) {
        if (attribute == ScaleAttr(slot, i)) return SlotValue{slot, i};
      }
    }
  }
  return std::nullopt;
}

Result<SlotScales> LoadScales(const OpDesc& desc) {
  SlotScales scales;
  for (const auto& [name, attr] : desc.attrs) {
    const std::optional<SlotValue> value = ScaledValue(desc, name);
    if (!value.has_value()) continue;
    std::vector<float> list;
    if (!ConvertAttr(attr, &list)) return Mismatch(name, TypeName<std::vector<float>>(), attr);
    scales.Set(value->slot, value->index, std::move(list));
  }
  return scales;
}

OpDesc SaveFields(const std::string& type, const VisitFields& visit, const ObjectNamer& name_of) {
  OpDesc desc;
  desc.type = type;
  FieldSaver saver(&desc, name_of);
  visit(saver);
  return desc;
}

std::vector<FieldInfo> DescribeFields(const VisitFields& visit) {
  std::vector<FieldInfo> fields;
  FieldCollector collector(&fields);
  visit(collector);
  return fields;
}

}  // namespace paddle::lite::model
