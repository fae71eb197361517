// Converts between an operator description in a program (names and typed attribute values) and an
// operator's fields (members of a struct). Works for any operator: `VisitFields` is its Fields
// method.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/fields.h"
#include "lite/core/slot_scales.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Calls Fields of one operator: [op](FieldVisitor& v) { op->Fields(v); }.
using VisitFields = std::function<void(FieldVisitor&)>;

// Returns the object of a variable name. Null means that there is none, which fails the load.
// Objects must not move while the operator uses them.
class SlotBinder {
 public:
  virtual ~SlotBinder() = default;
  virtual const Tensor* InputTensor(const std::string& name) = 0;
  virtual Tensor* OutputTensor(const std::string& name) = 0;
  virtual const TensorArray* InputArray(const std::string& name) = 0;
  virtual TensorArray* OutputArray(const std::string& name) = 0;
};

// Binds every slot and attribute that the operator declares. Slots and attributes of `desc` that it
// does not declare are ignored; a declared attribute that `desc` lacks keeps the member's default
// value.
//
// With a null `binder`, only attributes are loaded.
//
// The first failure is returned: a required slot without a variable, several variables where one is
// expected, a name unknown to the binder, an attribute of a type that cannot be converted without
// loss. The text names slot or attribute, what was expected and what was found; the caller adds the
// operator.
Status LoadFields(const OpDesc& desc, SlotBinder* binder, const VisitFields& visit);

// A value of an operator: a slot and a position in it.
struct SlotValue {
  std::string slot;
  size_t index = 0;
};
// The attribute with the scales of a value, "<Slot><index>_scale", and the inverse: nothing if no
// slot of `desc` fits the name.
std::string ScaleAttr(const std::string& slot, size_t index = 0);
std::optional<SlotValue> ScaledValue(const OpDesc& desc, const std::string& attribute);
// The scales of all values of an operator. An attribute of another type than numbers is an error.
Result<SlotScales> LoadScales(const OpDesc& desc);

// Binds all that a program says of an operator: its fields and the scales of its values.
template <typename Operator>
Status LoadOp(const OpDesc& desc, SlotBinder* binder, Operator* op) {
  LITE_RETURN_IF_ERROR(LoadFields(desc, binder, [op](FieldVisitor& v) { op->Fields(v); }));
  LITE_ASSIGN_OR_RETURN(SlotScales scales, LoadScales(desc));
  op->set_scales(std::move(scales));
  return OkStatus();
}

// Name of a bound object, which is a `const Tensor*` or a `const TensorArray*`.
using ObjectNamer = std::function<std::string(const void* object)>;

// The inverse: describes the operator's current fields, including defaults. Slots of null members
// and empty lists are left out.
OpDesc SaveFields(const std::string& type, const VisitFields& visit, const ObjectNamer& name_of);

enum class FieldKind {
  kInput,
  kInputList,
  kInputArray,
  kInputArrayList,
  kOutput,
  kOutputList,
  kOutputArray,
  kAttribute,
  kBlock,
};

struct FieldInfo {
  FieldKind kind;
  std::string name;         // name of the slot or attribute
  bool required = false;    // slots only
  AttrValue default_value;  // attributes only; AttrTypeName gives the type
};

// The fields that an operator declares, in order.
std::vector<FieldInfo> DescribeFields(const VisitFields& visit);

// Numeric attributes convert among INT, LONG, BOOLEAN, FLOAT, FLOAT64 and among their lists, and
// between one value and a list of one, as long as no information is lost. Rounding a FLOAT64 to a
// float is allowed; 1.5 as an int, 2 as a bool and 16777217 as a float are not. On failure, returns
// false and leaves `*to` unchanged.
bool ConvertAttr(const AttrValue& from, bool* to);
bool ConvertAttr(const AttrValue& from, int* to);
bool ConvertAttr(const AttrValue& from, int64_t* to);
bool ConvertAttr(const AttrValue& from, float* to);
bool ConvertAttr(const AttrValue& from, double* to);
bool ConvertAttr(const AttrValue& from, std::string* to);
bool ConvertAttr(const AttrValue& from, std::vector<int>* to);
bool ConvertAttr(const AttrValue& from, std::vector<int64_t>* to);
bool ConvertAttr(const AttrValue& from, std::vector<float>* to);
bool ConvertAttr(const AttrValue& from, std::vector<double>* to);
bool ConvertAttr(const AttrValue& from, std::vector<std::string>* to);
// The value of an attribute; `otherwise` without it, or if it cannot be converted.
template <typename T>
T AttrOr(const OpDesc& op, const char* name, T otherwise) {
  const AttrValue* attr = op.FindAttr(name);
  if (attr != nullptr) ConvertAttr(*attr, &otherwise);
  return otherwise;
}
// A sub-block is a BLOCK in a Paddle program and an INT in an optimised one.
bool ConvertBlockAttr(const AttrValue& from, int* index);

}  // namespace paddle::lite::model
