#include <google/protobuf/arena.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "framework.pb.h"
#include "lite/model/attr_type.h"
#include "lite/model/blocks.h"
#include "lite/model/checks.h"
#include "lite/model/foreign_format.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::model {

namespace {

template <typename Element, typename Repeated>
std::vector<Element> ToVector(const Repeated& values) {
  return std::vector<Element>(values.begin(), values.end());
}

// A SCALAR is stored as a plain value of its kind. Complex numbers have no plain type; they become
// two FLOAT64S, which no operator accepts as a number.
AttrValue FromScalar(const pb::Scalar& scalar) {
  switch (static_cast<ScalarType>(scalar.type())) {
    case ScalarType::kBoolean:
      return scalar.b();
    case ScalarType::kLong:
      return static_cast<int64_t>(scalar.i());
    case ScalarType::kComplex128:
      return std::vector<double>{scalar.c().r(), scalar.c().i()};
    case ScalarType::kFloat64:
      break;
  }
  return scalar.r();
}

// SCALARS become the narrowest list that holds them all.
AttrValue FromScalars(const google::protobuf::RepeatedPtrField<pb::Scalar>& scalars) {
  const auto all = [&](std::initializer_list<ScalarType> types) {
    return std::all_of(scalars.begin(), scalars.end(), [&](const pb::Scalar& s) {
      return std::find(types.begin(), types.end(), static_cast<ScalarType>(s.type())) !=
             types.end();
    });
  };
  if (!scalars.empty() && all({ScalarType::kBoolean})) {
    std::vector<bool> values;
    for (const auto& s : scalars) values.push_back(s.b());
    return values;
  }
  if (!scalars.empty() && all({ScalarType::kBoolean, ScalarType::kLong})) {
    std::vector<int64_t> values;
    for (const auto& s : scalars) {
      const bool is_bool = static_cast<ScalarType>(s.type()) == ScalarType::kBoolean;
      values.push_back(is_bool ? (s.b() ? 1 : 0) : s.i());
    }
    return values;
  }
  std::vector<double> values;
  for (const auto& s : scalars) {
    switch (static_cast<ScalarType>(s.type())) {
      case ScalarType::kBoolean:
        values.push_back(s.b() ? 1 : 0);
        break;
      case ScalarType::kLong:
        values.push_back(static_cast<double>(s.i()));
        break;
      case ScalarType::kComplex128:
        values.push_back(s.c().r());
        values.push_back(s.c().i());
        break;
      default:
        values.push_back(s.r());
    }
  }
  return values;
}

Result<AttrValue> ReadAttr(const pb::OpDesc::Attr& attr) {
  switch (static_cast<AttrType>(attr.type())) {
    case AttrType::kInt:
      return AttrValue(static_cast<int32_t>(attr.i()));
    case AttrType::kFloat:
      return AttrValue(attr.f());
    case AttrType::kString:
      return AttrValue(attr.s());
    case AttrType::kInts:
      return AttrValue(ToVector<int32_t>(attr.ints()));
    case AttrType::kFloats:
      return AttrValue(ToVector<float>(attr.floats()));
    case AttrType::kStrings:
      return AttrValue(ToVector<std::string>(attr.strings()));
    case AttrType::kBoolean:
      return AttrValue(attr.b());
    case AttrType::kBooleans:
      return AttrValue(ToVector<bool>(attr.bools()));
    case AttrType::kBlock:
      return AttrValue(BlockRef{attr.block_idx()});
    case AttrType::kLong:
      return AttrValue(static_cast<int64_t>(attr.l()));
    case AttrType::kBlocks: {
      std::vector<BlockRef> blocks;
      for (const int index : attr.blocks_idx()) blocks.push_back(BlockRef{index});
      return AttrValue(std::move(blocks));
    }
    case AttrType::kLongs:
      return AttrValue(ToVector<int64_t>(attr.longs()));
    case AttrType::kFloat64s:
      return AttrValue(ToVector<double>(attr.float64s()));
    case AttrType::kVar:
      return AttrValue(VarRef{attr.var_name()});
    case AttrType::kVars: {
      std::vector<VarRef> vars;
      for (const auto& name : attr.vars_name()) vars.push_back(VarRef{name});
      return AttrValue(std::move(vars));
    }
    case AttrType::kFloat64:
      return AttrValue(attr.float64());
    case AttrType::kScalar:
      return FromScalar(attr.scalar());
    case AttrType::kScalars:
      return FromScalars(attr.scalars());
  }
  return Unsupported("attribute ", attr.name(), " has type number ", attr.type(),
                     ", which is unknown to this version");
}

void ReadTensorDesc(const pb::VarType::TensorDesc& desc, VarDesc* var) {
  var->data_type = static_cast<VarType>(desc.data_type());
  var->shape = ToVector<int64_t>(desc.dims());
  var->has_tensor_desc = true;
}

VarDesc ReadVar(const pb::VarDesc& desc) {
  VarDesc var;
  var.name = desc.name();
  var.persistable = desc.persistable();
  var.need_check_feed = desc.need_check_feed();
  const pb::VarType& type = desc.type();
  // A kind of variable unknown to this version keeps its number; operators that use it are refused.
  var.type = static_cast<VarType>(type.type());
  if (var.type == VarType::kLoDTensorArray && type.has_tensor_array()) {
    ReadTensorDesc(type.tensor_array().tensor(), &var);
    var.lod_level = type.tensor_array().lod_level();
  } else if (type.has_lod_tensor()) {
    ReadTensorDesc(type.lod_tensor().tensor(), &var);
    var.lod_level = type.lod_tensor().lod_level();
  } else if (type.has_tensor_array()) {
    ReadTensorDesc(type.tensor_array().tensor(), &var);
    var.lod_level = type.tensor_array().lod_level();
  } else if (type.has_selected_rows()) {
    ReadTensorDesc(type.selected_rows(), &var);
  }
  return var;
}

SlotMap ReadSlots(const google::protobuf::RepeatedPtrField<pb::OpDesc::Var>& slots) {
  SlotMap map;
  for (const auto& slot : slots) {
    map[slot.parameter()] = ToVector<std::string>(slot.arguments());
  }
  return map;
}

Result<OpDesc> ReadOp(const pb::OpDesc& desc) {
  OpDesc op;
  op.type = desc.type();
  if (op.type.empty()) return DataLoss("an operator without a type");
  op.inputs = ReadSlots(desc.inputs());
  op.outputs = ReadSlots(desc.outputs());
  op.is_target = desc.is_target();
  for (const auto& attr : desc.attrs()) {
    auto value = ReadAttr(attr);
    if (!value.ok()) return value.status().WithContext(StrCat("op ", op.type));
    op.attrs[attr.name()] = std::move(*value);
  }
  return op;
}

// Recognises other files that are passed by mistake.
Status CheckLooksLikeProgram(std::string_view bytes) {
  if (bytes.empty()) return DataLoss("the program file is empty");
  if (bytes.size() > static_cast<size_t>(INT_MAX)) {
    return ResourceExhausted("a program of ", bytes.size(), " bytes; the format ends at 2 GiB");
  }
  // A record of parameters begins with its version, 0 as u32, and the number of LoD levels as u64.
  if (bytes.size() >= 12 &&
      bytes.substr(0, 12) == std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0", 12)) {
    return InvalidArgument(
        "this is a file of parameters, not a program; were the two files exchanged?");
  }
  // Every .nb file begins with a small u16, and no program does: there is no field 0.
  if (bytes.size() > 1 && static_cast<unsigned char>(bytes[0]) <= 2 && bytes[1] == 0) {
    return InvalidArgument(
        "this is an optimised model (.nb), not a Paddle program; load it with MobileConfig");
  }
  const std::string foreign = DescribeForeignModel(bytes);
  if (!foreign.empty()) return Unsupported("this is ", foreign);
  constexpr std::string_view kLfs = "version https://git-lfs";
  if (bytes.substr(0, kLfs.size()) == kLfs) {
    return DataLoss("this is a Git LFS pointer; the model itself was not downloaded");
  }
  return OkStatus();
}

}  // namespace

Result<Program> DecodePaddleProgram(std::string_view bytes) {
  LITE_RETURN_IF_ERROR(CheckLooksLikeProgram(bytes));
  // Its parts are made and destroyed together.
  google::protobuf::Arena arena;
  auto& desc = *google::protobuf::Arena::CreateMessage<pb::ProgramDesc>(&arena);
  if (!desc.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return DataLoss("not a Paddle program, or a damaged one (", bytes.size(), " bytes)");
  }
  Program program;
  program.version = desc.version().version();
  for (const auto& pair : desc.op_version_map().pair()) {
    program.op_versions[pair.op_name()] = pair.op_version().version();
  }
  for (const auto& block_desc : desc.blocks()) {
    BlockDesc block;
    block.parent = block_desc.parent_idx();
    block.forward_block = block_desc.forward_block_idx();
    for (const auto& var : block_desc.vars()) block.vars.push_back(ReadVar(var));
    for (const auto& op_desc : block_desc.ops()) {
      auto op = ReadOp(op_desc);
      if (!op.ok()) {
        return op.status().WithContext(
            StrCat("block ", program.blocks.size(), ", op ", block.ops.size()));
      }
      block.ops.push_back(std::move(*op));
    }
    program.blocks.push_back(std::move(block));
  }
  LITE_RETURN_IF_ERROR(ResolveBlocks(&program));
  return program;
}

}  // namespace paddle::lite::model
