#include "lite/api/full/model_passes.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "lite/api/boundary.h"
#include "lite/api/custom_passes.h"
#include "lite/base/strings.h"
#include "lite/core/dims.h"
#include "lite/model/checks.h"

namespace paddle::lite {
namespace {

using model::AttrValue;
using model::BlockDesc;
using model::OpDesc;
using model::SlotMap;

static_assert(std::variant_size_v<AttrValue> == PDL_ATTRIBUTE_FLOAT64 + 1);

// The program as a pass reads it, and what it asks for. Not copied: the parts point to each other.
class PassFrame {
 public:
  PassFrame(const CustomPass& pass, const std::vector<Place>& places, const model::Model& model)
      : pass_(pass), model_(model) {
    for (const Place& place : places) targets_.push_back(static_cast<int32_t>(place.target));
    const BlockDesc& block = model.program.blocks[0];
    for (const OpDesc& op : block.ops) AddOp(op);
    std::set<std::string> known;
    for (const auto& [name, tensor] : model.params) {
      known.insert(name);
      variables_.push_back({name.c_str(), Describe(tensor.precision(), tensor.dims())});
      variables_.back().tensor.data = const_cast<void*>(tensor.raw_data());
    }
    for (const model::VarDesc& var : block.vars) {
      if (var.type != model::VarType::kLoDTensor || !known.insert(var.name).second) continue;
      const Result<DDim> dims = DDim::FromVector(var.shape);
      if (!dims.ok()) continue;
      const PrecisionType type =
          var.has_tensor_desc ? model::PrecisionOf(var.data_type) : PrecisionType::kUnk;
      variables_.push_back({var.name.c_str(), Describe(type, *dims)});
    }
    call_.struct_size = sizeof(call_);
    call_.op_count = ops_.size();
    call_.ops = ops_.data();
    call_.variable_count = variables_.size();
    call_.variables = variables_.data();
    call_.targets = targets_.data();
    call_.target_count = targets_.size();
    call_.user_data = pass.user_data;
    call_.message = message_;
    call_.message_size = sizeof(message_);
    call_.replace = &Replace;
    call_.library = this;
  }
  PassFrame(const PassFrame&) = delete;
  PassFrame& operator=(const PassFrame&) = delete;

  // Calls the pass. Sets `ops` and `params` if it returns true.
  Result<bool> Run(std::vector<OpDesc>* ops, model::Params* params) {
    const PDL_Code code = pass_.apply(&call_);
    message_[sizeof(message_) - 1] = '\0';
    if (code != PDL_OK && message_[0] == '\0') LITE_RETURN_IF_ERROR(replaced_);
    if (code != PDL_OK) {
      const bool known = code > PDL_OK && code <= PDL_INTERNAL;
      return Status(
          known ? static_cast<StatusCode>(code) : StatusCode::kInternal,
          known && message_[0] != '\0' ? std::string(message_) : StrCat("failed with code ", code));
    }
    LITE_RETURN_IF_ERROR(replaced_);
    *ops = std::move(new_ops_);
    *params = std::move(new_params_);
    return asked_;
  }

 private:
  static PDL_OpTensor Describe(PrecisionType type, const DDim& dims) {
    PDL_OpTensor tensor = {};
    tensor.type = static_cast<PDL_Type>(type);
    tensor.rank = dims.rank();
    std::copy(dims.begin(), dims.end(), tensor.dims);
    return tensor;
  }

  // --- from the program

  template <typename Container>
  const char* const* Texts(const Container& strings) {
    texts_.emplace_back();
    for (const std::string& text : strings) texts_.back().push_back(text.c_str());
    return texts_.back().data();
  }

  const PDL_PassSlot* Slots(const SlotMap& map) {
    slots_.emplace_back();
    for (const auto& [name, variables] : map) {
      slots_.back().push_back({name.c_str(), variables.size(), Texts(variables)});
    }
    return slots_.back().data();
  }

  PDL_PassAttribute Attribute(const std::string& name, const AttrValue& value) {
    PDL_PassAttribute attribute = {};
    attribute.name = name.c_str();
    attribute.kind = static_cast<PDL_PassAttributeKind>(value.index());
    attribute.count = 1;
    std::visit([&](const auto& held) { SetValue(held, &attribute); }, value);
    return attribute;
  }

  template <typename T>
  static constexpr bool kIsText =
      std::is_same_v<T, std::string> || std::is_same_v<T, model::VarRef>;

  template <typename T>
  void SetValue(const T& value, PDL_PassAttribute* attribute) {
    SetValues<T>(&value, 1, attribute);
  }
  template <typename T>
  void SetValue(const std::vector<T>& values, PDL_PassAttribute* attribute) {
    attribute->count = values.size();
    SetValues<T>(values.begin(), values.size(), attribute);
  }
  template <typename T, typename Iterator>
  void SetValues(Iterator from, size_t count, PDL_PassAttribute* attribute) {
    if constexpr (kIsText<T>) {
      texts_.emplace_back();
      for (size_t i = 0; i < count; ++i, ++from) {
        if constexpr (std::is_same_v<T, std::string>) {
          texts_.back().push_back(from->c_str());
        } else {
          texts_.back().push_back(from->name.c_str());
        }
      }
      attribute->texts = texts_.back().data();
    } else if constexpr (std::is_floating_point_v<T>) {
      floats_.emplace_back(from, from + static_cast<std::ptrdiff_t>(count));
      attribute->floats = floats_.back().data();
    } else {
      ints_.emplace_back();
      for (size_t i = 0; i < count; ++i, ++from) {
        if constexpr (std::is_same_v<T, model::BlockRef>) {
          ints_.back().push_back(from->index);
        } else {
          ints_.back().push_back(*from);
        }
      }
      attribute->ints = ints_.back().data();
    }
  }

  void AddOp(const OpDesc& op) {
    attributes_.emplace_back();
    for (const auto& [name, value] : op.attrs) attributes_.back().push_back(Attribute(name, value));
    PDL_PassOp described = {};
    described.type = op.type.c_str();
    described.input_count = op.inputs.size();
    described.inputs = Slots(op.inputs);
    described.output_count = op.outputs.size();
    described.outputs = Slots(op.outputs);
    described.attribute_count = op.attrs.size();
    described.attributes = attributes_.back().data();
    ops_.push_back(described);
  }

  // --- from the pass

  static PDL_Code Replace(const PDL_PassCall* call, const PDL_PassOp* ops, size_t op_count,
                          const PDL_PassVariable* parameters, size_t parameter_count) {
    auto* frame = static_cast<PassFrame*>(call->library);
    const Status status =
        CatchAll([&] { return frame->Take(ops, op_count, parameters, parameter_count); });
    if (!status.ok()) frame->replaced_ = status;
    return static_cast<PDL_Code>(status.code());
  }

  Status Take(const PDL_PassOp* ops, size_t op_count, const PDL_PassVariable* parameters,
              size_t parameter_count) {
    if (asked_) return FailedPrecondition("replace was called twice");
    asked_ = true;
    if (ops == nullptr && op_count != 0) return InvalidArgument("the operators are null");
    if (parameters == nullptr && parameter_count != 0) {
      return InvalidArgument("the parameters are null");
    }
    for (size_t i = 0; i < op_count; ++i) {
      LITE_ASSIGN_OR_RETURN(OpDesc op, ReadOp(ops[i]));
      new_ops_.push_back(std::move(op));
    }
    for (size_t i = 0; i < parameter_count; ++i) LITE_RETURN_IF_ERROR(AddParam(parameters[i]));
    return OkStatus();
  }

  static Status ReadSlots(const PDL_PassSlot* slots, size_t count, SlotMap* map) {
    if (slots == nullptr && count != 0) return InvalidArgument("its slots are null");
    for (size_t i = 0; i < count; ++i) {
      const PDL_PassSlot& slot = slots[i];
      if (slot.name == nullptr) return InvalidArgument("the name of a slot is null");
      if (slot.variables == nullptr && slot.count != 0) {
        return InvalidArgument("slot ", slot.name, ": the variables are null");
      }
      std::vector<std::string>& variables = (*map)[slot.name];
      for (size_t k = 0; k < slot.count; ++k) {
        if (slot.variables[k] == nullptr) {
          return InvalidArgument("slot ", slot.name, ": variable ", k, " is null");
        }
        variables.emplace_back(slot.variables[k]);
      }
    }
    return OkStatus();
  }

  template <typename T>
  static Result<T> ReadOne(const PDL_PassAttribute& from, size_t i) {
    if constexpr (kIsText<T>) {
      if (from.texts[i] == nullptr) return InvalidArgument("a text is null");
      return T{from.texts[i]};
    } else if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(from.floats[i]);
    } else if constexpr (std::is_same_v<T, bool>) {
      return from.ints[i] != 0;
    } else {
      const int64_t value = from.ints[i];
      if (!std::is_same_v<T, int64_t> && (value < std::numeric_limits<int32_t>::min() ||
                                          value > std::numeric_limits<int32_t>::max())) {
        return OutOfRange(value, " does not fit into 32 bits");
      }
      if constexpr (std::is_same_v<T, model::BlockRef>) {
        return model::BlockRef{static_cast<int>(value)};
      } else {
        return static_cast<T>(value);
      }
    }
  }

  template <typename T>
  static Status CheckArrays(const PDL_PassAttribute& from) {
    const bool present =
        kIsText<T> ? from.texts != nullptr
                   : (std::is_floating_point_v<T> ? from.floats != nullptr : from.ints != nullptr);
    return present || from.count == 0 ? OkStatus() : InvalidArgument("the values are null");
  }

  template <typename T>
  static Status ReadValue(const PDL_PassAttribute& from, T* value) {
    LITE_RETURN_IF_ERROR(CheckArrays<T>(from));
    if (from.count != 1) return InvalidArgument("expected 1 value, found ", from.count);
    LITE_ASSIGN_OR_RETURN(*value, ReadOne<T>(from, 0));
    return OkStatus();
  }
  template <typename T>
  static Status ReadValue(const PDL_PassAttribute& from, std::vector<T>* values) {
    LITE_RETURN_IF_ERROR(CheckArrays<T>(from));
    for (size_t i = 0; i < from.count; ++i) {
      LITE_ASSIGN_OR_RETURN(T value, ReadOne<T>(from, i));
      values->push_back(std::move(value));
    }
    return OkStatus();
  }

  // The alternative of AttrValue with this number.
  template <size_t kIndex = 0>
  static Result<AttrValue> ReadAttribute(const PDL_PassAttribute& from) {
    if constexpr (kIndex == std::variant_size_v<AttrValue>) {
      return InvalidArgument("kind ", from.kind, " does not exist");
    } else {
      if (from.kind != static_cast<int>(kIndex)) return ReadAttribute<kIndex + 1>(from);
      std::variant_alternative_t<kIndex, AttrValue> value{};
      LITE_RETURN_IF_ERROR(ReadValue(from, &value));
      return AttrValue(std::in_place_index<kIndex>, std::move(value));
    }
  }

  static Result<OpDesc> ReadOp(const PDL_PassOp& from) {
    if (from.type == nullptr || *from.type == '\0') {
      return InvalidArgument("an operator has no type");
    }
    OpDesc op;
    op.type = from.type;
    const auto in_op = [&](const Status& status) { return status.WithContext("op " + op.type); };
    LITE_RETURN_IF_ERROR(in_op(ReadSlots(from.inputs, from.input_count, &op.inputs)));
    LITE_RETURN_IF_ERROR(in_op(ReadSlots(from.outputs, from.output_count, &op.outputs)));
    if (from.attributes == nullptr && from.attribute_count != 0) {
      return in_op(InvalidArgument("its attributes are null"));
    }
    for (size_t i = 0; i < from.attribute_count; ++i) {
      const PDL_PassAttribute& attribute = from.attributes[i];
      if (attribute.name == nullptr) {
        return in_op(InvalidArgument("the name of an attribute is null"));
      }
      Result<AttrValue> value = ReadAttribute(attribute);
      if (!value.ok()) {
        return in_op(value.status().WithContext(StrCat("attribute ", attribute.name)));
      }
      op.attrs[attribute.name] = *std::move(value);
    }
    return op;
  }

  Status AddParam(const PDL_PassVariable& from) {
    if (from.name == nullptr || *from.name == '\0') {
      return InvalidArgument("a parameter has no name");
    }
    const std::string name = from.name;
    const auto fail = [&](const Status& status) {
      return status.WithContext(StrCat("parameter ", name));
    };
    for (const BlockDesc& block : model_.program.blocks) {
      if (block.FindVar(name) != nullptr) return fail(InvalidArgument("the name exists already"));
    }
    if (model_.params.count(name) != 0 || new_params_.count(name) != 0) {
      return fail(InvalidArgument("the name exists already"));
    }
    if (from.tensor.rank < 0 || from.tensor.rank > PDL_MAX_RANK) {
      return fail(OutOfRange("rank ", from.tensor.rank, ", expected 0 to ", PDL_MAX_RANK));
    }
    const auto type = static_cast<PrecisionType>(from.tensor.type);
    if (from.tensor.type <= 0 || from.tensor.type >= static_cast<int>(PrecisionType::NUM) ||
        model::PrecisionOf(model::VarTypeOf(type)) != type) {
      return fail(InvalidArgument("type ", from.tensor.type, " is not one of elements"));
    }
    const std::vector<int64_t> dims(from.tensor.dims, from.tensor.dims + from.tensor.rank);
    Result<uint64_t> bytes = model::ParamBytes(model::VarTypeOf(type), dims);
    if (!bytes.ok()) return fail(bytes.status());
    if (from.tensor.data == nullptr && *bytes != 0)
      return fail(InvalidArgument("its data is null"));
    const std::string_view data(static_cast<const char*>(from.tensor.data),
                                static_cast<size_t>(*bytes));
    Result<Tensor> tensor = model::MakeParam(model::VarTypeOf(type), dims, {}, data);
    if (!tensor.ok()) return fail(tensor.status());
    new_params_.emplace(name, *std::move(tensor));
    return OkStatus();
  }

  const CustomPass& pass_;
  const model::Model& model_;
  std::vector<PDL_PassOp> ops_;
  std::vector<PDL_PassVariable> variables_;
  std::vector<int32_t> targets_;
  // What they point to.
  std::deque<std::vector<PDL_PassSlot>> slots_;
  std::deque<std::vector<PDL_PassAttribute>> attributes_;
  std::deque<std::vector<const char*>> texts_;
  std::deque<std::vector<int64_t>> ints_;
  std::deque<std::vector<double>> floats_;
  char message_[512] = "";
  PDL_PassCall call_ = {};

  bool asked_ = false;
  Status replaced_;
  std::vector<OpDesc> new_ops_;
  model::Params new_params_;
};

// The operators that connect the program with its caller, in order.
std::vector<const OpDesc*> Ends(const std::vector<OpDesc>& ops) {
  std::vector<const OpDesc*> ends;
  for (const OpDesc& op : ops) {
    if (op.type == "feed" || op.type == "fetch") ends.push_back(&op);
  }
  return ends;
}

std::set<std::string> Written(const std::vector<OpDesc>& ops) {
  std::set<std::string> names;
  for (const OpDesc& op : ops) {
    for (const auto& slot : op.outputs) names.insert(slot.second.begin(), slot.second.end());
  }
  return names;
}

// Variables that the operators read before any of them writes it.
std::set<std::string> ReadFirst(const std::vector<OpDesc>& ops) {
  std::set<std::string> written, early;
  for (const OpDesc& op : ops) {
    for (const auto& [slot, names] : op.inputs) {
      for (const std::string& name : names) {
        if (written.count(name) == 0) early.insert(name);
      }
    }
    for (const auto& [slot, names] : op.outputs) written.insert(names.begin(), names.end());
  }
  return early;
}

// Whether the new operators of the main block may take the place of the old ones.
Status CheckReplaced(const model::Model& model, const std::vector<OpDesc>& ops,
                     const model::Params& params) {
  const std::vector<OpDesc>& old = model.program.blocks[0].ops;
  const std::vector<const OpDesc*> ends = Ends(ops), old_ends = Ends(old);
  const bool same = std::equal(ends.begin(), ends.end(), old_ends.begin(), old_ends.end(),
                               [](const OpDesc* a, const OpDesc* b) {
                                 return a->type == b->type && a->inputs == b->inputs &&
                                        a->outputs == b->outputs && a->attrs == b->attrs;
                               });
  if (!same) return InvalidArgument("the operators feed and fetch must remain as they are");
  const std::set<std::string> early_before = ReadFirst(old);
  for (const std::string& name : ReadFirst(ops)) {
    if (params.count(name) != 0 || early_before.count(name) != 0) continue;
    if (model.params.count(name) != 0) continue;
    return InvalidArgument("variable '", name, "' is read, and no operator writes it before");
  }
  const std::set<std::string> written = Written(ops);
  for (const std::string& name : Written(old)) {
    if (written.count(name) != 0) continue;
    for (size_t b = 1; b < model.program.blocks.size(); ++b) {
      if (ReadFirst(model.program.blocks[b].ops).count(name) == 0) continue;
      return InvalidArgument("variable '", name, "' is read by block ", b,
                             ", and no operator writes it any more");
    }
  }
  return OkStatus();
}

Status Apply(const CustomPass& pass, const std::vector<Place>& places, model::Model* model) {
  if (model->program.blocks.empty()) return OkStatus();
  PassFrame frame(pass, places, *model);
  std::vector<OpDesc> ops;
  model::Params params;
  LITE_ASSIGN_OR_RETURN(const bool replaced, frame.Run(&ops, &params));
  if (!replaced) return OkStatus();
  LITE_RETURN_IF_ERROR(CheckReplaced(*model, ops, params));
  BlockDesc& block = model->program.blocks[0];
  for (const auto& [name, tensor] : params) {
    model::VarDesc var;
    var.name = name;
    var.data_type = model::VarTypeOf(tensor.precision());
    var.shape.assign(tensor.dims().begin(), tensor.dims().end());
    var.persistable = true;
    var.has_tensor_desc = true;
    block.vars.push_back(std::move(var));
  }
  block.ops = std::move(ops);
  model->params.merge(params);
  return OkStatus();
}

}  // namespace

std::vector<mir::ModelPass> ModelPasses() {
  std::vector<mir::ModelPass> passes;
  for (CustomPass& pass : CustomPasses()) {
    passes.push_back(
        {pass.name, pass.targets, [pass](const std::vector<Place>& places, model::Model* model) {
           return CatchAll([&] { return Apply(pass, places, model); });
         }});
  }
  return passes;
}

}  // namespace paddle::lite
