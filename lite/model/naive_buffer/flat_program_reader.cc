#include <utility>

#include "lite/model/attr_type.h"
#include "lite/model/naive_buffer/codec.h"
#include "lite/model/naive_buffer/flat_reader.h"
#include "lite/model/naive_buffer/schema.h"

namespace paddle::lite::model::nb {

namespace {

VarDesc ReadVar(const FlatTable& table) {
  VarDesc var;
  var.name = table.String(VarField::kName);
  var.persistable = table.Bool(VarField::kPersistable);
  var.need_check_feed = table.Bool(VarField::kNeedCheckFeed);
  const FlatTable type = table.Table(VarField::kType);
  var.type = static_cast<VarType>(type.Scalar<int32_t>(VarTypeField::kType));
  const bool array = var.type == VarType::kLoDTensorArray && type.Has(VarTypeField::kTensorArray);
  const FlatTable carrier =
      type.Table(array ? VarTypeField::kTensorArray : VarTypeField::kLoDTensor);
  var.lod_level = carrier.Scalar<int32_t>(LoDTensorField::kLoDLevel);
  if (carrier.Has(LoDTensorField::kTensor)) {
    const FlatTable tensor = carrier.Table(LoDTensorField::kTensor);
    var.data_type = static_cast<VarType>(tensor.Scalar<int32_t>(TensorField::kDataType));
    var.shape = tensor.Vector<int64_t>(TensorField::kDims);
    var.has_tensor_desc = true;
  }
  if (var.name.empty()) table.Fail("a variable without a name");
  return var;
}

AttrValue ReadAttrValue(const FlatTable& table) {
  const auto type = table.Scalar<int32_t>(AttrField::kType);
  switch (static_cast<AttrType>(type)) {
    case AttrType::kInt:
      return table.Scalar<int32_t>(AttrField::kI);
    case AttrType::kFloat:
      return table.Scalar<float>(AttrField::kF);
    case AttrType::kString:
      return table.String(AttrField::kS);
    case AttrType::kInts:
      return table.Vector<int32_t>(AttrField::kInts);
    case AttrType::kFloats:
      return table.Vector<float>(AttrField::kFloats);
    case AttrType::kStrings:
      return table.Strings(AttrField::kStrings);
    case AttrType::kBoolean:
      return table.Bool(AttrField::kB);
    case AttrType::kBooleans: {
      std::vector<bool> values;
      for (const uint8_t b : table.Vector<uint8_t>(AttrField::kBools)) values.push_back(b != 0);
      return values;
    }
    case AttrType::kBlock:
      return BlockRef{table.Scalar<int32_t>(AttrField::kBlockIdx)};
    case AttrType::kLong:
      return table.Scalar<int64_t>(AttrField::kL);
    case AttrType::kBlocks: {
      std::vector<BlockRef> blocks;
      for (const int32_t b : table.Vector<int32_t>(AttrField::kBlocksIdx)) {
        blocks.push_back(BlockRef{b});
      }
      return blocks;
    }
    case AttrType::kLongs:
      return table.Vector<int64_t>(AttrField::kLongs);
    case AttrType::kFloat64:
      return table.Scalar<double>(AttrField::kFloat64);
    case AttrType::kFloat64s:
      return table.Vector<double>(AttrField::kFloat64s);
    default:
      table.Fail(StrCat("attribute type ", type, " is unknown"));
      return int32_t{0};
  }
}

SlotMap ReadSlots(const std::vector<FlatTable>& tables) {
  SlotMap slots;
  for (const FlatTable& table : tables) {
    slots[table.String(SlotField::kParameter)] = table.Strings(SlotField::kArguments);
  }
  return slots;
}

OpDesc ReadOp(const FlatTable& table) {
  OpDesc op;
  op.type = table.String(OpField::kType);
  if (op.type.empty()) table.Fail("an operator without a type");
  op.inputs = ReadSlots(table.Tables(OpField::kInputs));
  op.outputs = ReadSlots(table.Tables(OpField::kOutputs));
  for (const FlatTable& attr : table.Tables(OpField::kAttrs)) {
    op.attrs[attr.String(AttrField::kName)] = ReadAttrValue(attr);
  }
  op.is_target = table.Bool(OpField::kIsTarget);
  return op;
}

}  // namespace

Status ReadFlatProgram(std::string_view bytes, size_t file_offset, Program* program) {
  FlatBuffer buffer(bytes, file_offset);
  const FlatTable root = buffer.Root();
  program->version = root.Table(ProgramField::kVersion).Scalar<int64_t>(VersionField::kVersion);
  for (const FlatTable& table : root.Tables(ProgramField::kBlocks)) {
    BlockDesc block;
    for (const FlatTable& var : table.Tables(BlockField::kVars)) {
      block.vars.push_back(ReadVar(var));
    }
    for (const FlatTable& op : table.Tables(BlockField::kOps)) block.ops.push_back(ReadOp(op));
    program->blocks.push_back(std::move(block));
  }
  return buffer.status();
}

}  // namespace paddle::lite::model::nb
