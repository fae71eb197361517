#include "lite/model/checks.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "lite/base/checked_math.h"
#include "lite/base/half.h"
#include "lite/model/op_fields.h"
#include "lite/model/weight_channels.h"

namespace paddle::lite::model {

namespace {

Status CheckLoD(const LoD& lod) {
  for (size_t level = 0; level < lod.size(); ++level) {
    const auto& offsets = lod[level];
    if (!offsets.empty() && offsets[0] != 0) {
      return DataLoss("LoD level ", level, " begins with ", offsets[0], " instead of 0");
    }
    if (!std::is_sorted(offsets.begin(), offsets.end())) {
      return DataLoss("LoD level ", level, " decreases");
    }
  }
  return OkStatus();
}

// `from` may be the second half of the memory of `to`.
void ExpandBFloat16(const char* from, size_t count, float* to) {
  for (size_t i = 0; i < count; ++i) {
    BFloat16 value;
    std::memcpy(&value, from + i * sizeof(value), sizeof(value));
    to[i] = value;
  }
}

bool StartsWith(const std::string& text, std::string_view prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

// Removes a numeric attribute and returns its values; empty if there is none.
std::vector<float> TakeScale(OpDesc* op, const std::string& name) {
  std::vector<float> scale;
  const auto it = op->attrs.find(name);
  if (it == op->attrs.end() || !ConvertAttr(it->second, &scale)) return {};
  op->attrs.erase(it);
  return scale;
}

// The first of `slots` that is bound.
std::string FirstBound(const SlotMap& bound, std::initializer_list<const char*> slots) {
  for (const char* slot : slots) {
    const auto it = bound.find(slot);
    if (it != bound.end() && !it->second.empty()) return slot;
  }
  return std::string();
}

void UpgradeOp(OpDesc* op) {
  constexpr std::string_view kSuffix = "_input_scale";
  std::vector<std::string> per_slot;
  for (const auto& entry : op->attrs) {
    const std::string& name = entry.first;
    if (name.size() <= kSuffix.size() || name == "x_input_scale" || name == "y_input_scale") {
      continue;
    }
    if (name.compare(name.size() - kSuffix.size(), kSuffix.size(), kSuffix) != 0) continue;
    // Only a name that begins with one of the operator's slots is such an attribute.
    const bool known = std::any_of(op->inputs.begin(), op->inputs.end(),
                                   [&](const auto& slot) { return StartsWith(name, slot.first); });
    if (known) per_slot.push_back(name);
  }
  for (const std::string& name : per_slot) {
    const auto scale = TakeScale(op, name);
    const std::string argument = name.substr(0, name.size() - kSuffix.size());
    if (!scale.empty()) op->attrs.emplace(argument + "_scale", scale);
  }
  const struct {
    const char* attribute;
    std::string slot;
  } kOldNames[] = {
      {"input_scale", FirstBound(op->inputs, {"Input", "X"})},
      {"x_input_scale", FirstBound(op->inputs, {"X"})},
      {"y_input_scale", FirstBound(op->inputs, {"Y"})},
      {"weight_scale", FirstBound(op->inputs, {"Filter", "W", "Y"})},
      {"output_scale", FirstBound(op->outputs, {"Output", "Out"})},
  };
  for (const auto& old : kOldNames) {
    if (old.slot.empty()) continue;
    const auto scale = TakeScale(op, old.attribute);
    if (!scale.empty()) op->attrs.emplace(ScaleAttr(old.slot), scale);
  }
}

}  // namespace

PrecisionType PrecisionOfParam(VarType type) {
  return type == VarType::kBF16 ? PrecisionType::kFloat : PrecisionOf(type);
}

size_t ParamElementSize(VarType type) { return PrecisionTypeLength(PrecisionOf(type)); }

Result<uint64_t> ParamBytes(VarType type, const std::vector<int64_t>& dims) {
  const size_t element_size = ParamElementSize(type);
  if (element_size == 0) {
    return Unsupported("element type ", static_cast<int>(type), " is not valid for a parameter");
  }
  LITE_ASSIGN_OR_RETURN(const DDim shape, DDim::FromVector(dims));
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(shape));
  uint64_t bytes = 0;
  if (!CheckedMul(static_cast<uint64_t>(count), static_cast<uint64_t>(element_size), &bytes)) {
    return OutOfRange("shape ", shape, " is too large");
  }
  return bytes;
}

Result<Tensor> DescribeParam(VarType type, const std::vector<int64_t>& dims, LoD lod,
                             uint64_t bytes) {
  LITE_ASSIGN_OR_RETURN(const uint64_t needed, ParamBytes(type, dims));
  if (needed != bytes) {
    return DataLoss("shape ", ListToString(dims), " needs ", needed, " bytes, found ", bytes);
  }
  LITE_RETURN_IF_ERROR(CheckLoD(lod));
  Tensor tensor;
  tensor.Resize(dims);
  tensor.set_lod(std::move(lod));
  tensor.set_persistable(true);
  tensor.set_precision(PrecisionOfParam(type));
  return tensor;
}

Result<Tensor> MakeParam(VarType type, const std::vector<int64_t>& dims, LoD lod,
                         std::string_view data) {
  LITE_ASSIGN_OR_RETURN(Tensor tensor, DescribeParam(type, dims, std::move(lod), data.size()));
  LITE_RETURN_IF_ERROR(tensor.Allocate(tensor.precision()));
  if (data.empty()) return tensor;
  if (type == VarType::kBF16) {
    ExpandBFloat16(data.data(), data.size() / sizeof(BFloat16), tensor.mutable_data<float>());
  } else if (type == VarType::kBool) {
    // A bool that is neither 0 nor 1 must never be loaded as such.
    auto* values = tensor.mutable_data<uint8_t>();
    for (size_t i = 0; i < data.size(); ++i) values[i] = data[i] != 0 ? 1 : 0;
  } else {
    std::memcpy(tensor.mutable_raw_data(), data.data(), data.size());
  }
  return tensor;
}

Result<Tensor> ReadParam(VarType type, const std::vector<int64_t>& dims, LoD lod,
                         std::string_view data, LoadedFile* file) {
  if (file == nullptr || data.empty()) return MakeParam(type, dims, std::move(lod), data);
  if (!IsStoredAsIs(type)) {
    LITE_RETURN_IF_ERROR(file->Need(file->OffsetOf(data), data.size()));
    return MakeParam(type, dims, std::move(lod), data);
  }
  LITE_ASSIGN_OR_RETURN(Tensor tensor, DescribeParam(type, dims, std::move(lod), data.size()));
  LITE_RETURN_IF_ERROR(tensor.Allocate(tensor.precision()));
  LITE_RETURN_IF_ERROR(file->ReadTo(file->OffsetOf(data), data.size(), tensor.mutable_raw_data()));
  return tensor;
}

bool IsStoredAsIs(VarType type) { return type != VarType::kBF16 && type != VarType::kBool; }

bool CanReadAgain(VarType type) { return type != VarType::kBool; }

namespace {

// The size in memory of a parameter that is read from `place`.
size_t BytesInMemory(const StoredParams::Place& place, PrecisionType precision) {
  const size_t elements = place.bytes / std::max<size_t>(ParamElementSize(place.type), 1);
  return elements * PrecisionTypeLength(precision);
}

PrecisionType PrecisionInMemory(const StoredParams::Place& place) {
  return place.scaled != nullptr ? PrecisionType::kFloat : PrecisionOfParam(place.type);
}

}  // namespace

bool CanReadFrom(const StoredParams::Place& place, const Tensor& tensor) {
  return tensor.precision() == PrecisionInMemory(place) &&
         place.bytes == static_cast<size_t>(tensor.numel()) * ParamElementSize(place.type);
}

Status ReadStored(const StoredParams& stored, const StoredParams::Place& place, size_t bytes,
                  void* to) {
  if (bytes != BytesInMemory(place, PrecisionInMemory(place))) {
    return Internal("a parameter of ", bytes, " bytes, stored in ", place.bytes);
  }
  if (bytes == place.bytes) return stored.file->ReadAt(place.offset, bytes, to);
  // The file's elements are read to the end of the destination, and each is expanded before the
  // results reach it.
  char* const source = static_cast<char*>(to) + (bytes - place.bytes);
  LITE_RETURN_IF_ERROR(stored.file->ReadAt(place.offset, place.bytes, source));
  if (place.scaled != nullptr) {
    place.scaled->channels.Expand(PrecisionOf(place.type), source, place.scaled->scales,
                                  static_cast<float*>(to));
  } else {
    ExpandBFloat16(source, bytes / sizeof(float), static_cast<float*>(to));
  }
  return OkStatus();
}

std::vector<std::string> ParamNames(const Program& program, size_t blocks) {
  std::set<std::string> names;
  for (size_t b = 0; b < std::min(blocks, program.blocks.size()); ++b) {
    for (const VarDesc& var : program.blocks[b].vars) {
      const bool has_value = var.type != VarType::kFeedMinibatch &&
                             var.type != VarType::kFetchList && var.type != VarType::kRaw &&
                             var.type != VarType::kReader;
      if (var.persistable && has_value) names.insert(var.name);
    }
  }
  return std::vector<std::string>(names.begin(), names.end());
}

Result<int> ColumnOf(const OpDesc& op) {
  const AttrValue* column = op.FindAttr("col");
  if (column == nullptr) return 0;
  if (const int32_t* value = std::get_if<int32_t>(column)) return *value;
  return DataLoss("op ", op.type, ": attribute col: expected INT, found ", AttrTypeName(*column),
                  " ", AttrToString(*column).substr(0, 200));
}

Status CheckFetched(const Program& program, const OpDesc& op) {
  if (op.type != "fetch" || program.blocks.empty()) return OkStatus();
  for (const std::string& name : op.Input("X")) {
    const VarDesc* var = program.blocks[0].FindVar(name);
    if (var == nullptr || var->type != VarType::kLoDTensorArray) continue;
    return Unsupported("fetch: variable '", name,
                       "' is an array of tensors, and a predictor returns tensors; fetch its "
                       "elements (array_read), or join them (tensor_array_to_tensor)");
  }
  return OkStatus();
}

void UpgradeQuantAttributes(Program* program) {
  for (BlockDesc& block : program->blocks) {
    for (OpDesc& op : block.ops) {
      bool enabled = false;
      const AttrValue* enable_int8 = op.FindAttr("enable_int8");
      if (enable_int8 != nullptr && ConvertAttr(*enable_int8, &enabled) && enabled) UpgradeOp(&op);
    }
  }
}

}  // namespace paddle::lite::model
