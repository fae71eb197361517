#include <utility>

#include "lite/model/attr_type.h"
#include "lite/model/naive_buffer/codec.h"
#include "lite/model/naive_buffer/flat_writer.h"
#include "lite/model/naive_buffer/schema.h"

namespace paddle::lite::model::nb {

namespace {

// The original readers access every list and string of these tables without checking for its
// presence, and find slots and attributes by binary search. So all of them are written, in the
// order of the maps.

size_t WriteStrings(const std::vector<std::string>& strings, FlatWriter* writer) {
  const size_t list = writer->RefVector(strings.size());
  for (size_t i = 0; i < strings.size(); ++i) writer->SetSharedElement(list, i, strings[i]);
  return list;
}

size_t WriteVar(const VarDesc& var, FlatWriter* writer) {
  const auto table =
      writer->WriteTable(FlatFields()
                             .Ref(VarField::kName)
                             .Ref(VarField::kType)
                             .Scalar<uint8_t>(VarField::kPersistable, var.persistable)
                             .Scalar<uint8_t>(VarField::kNeedCheckFeed, var.need_check_feed));
  writer->SetSharedString(table, VarField::kName, var.name);
  const auto type =
      writer->WriteTable(FlatFields()
                             .Scalar<int32_t>(VarTypeField::kType, static_cast<int32_t>(var.type))
                             .Ref(VarTypeField::kLoDTensor));
  writer->SetRef(table, VarField::kType, type.position);
  FlatFields lod_fields;
  lod_fields.Ref(LoDTensorField::kTensor);
  if (var.lod_level != 0) lod_fields.Scalar<int32_t>(LoDTensorField::kLoDLevel, var.lod_level);
  const auto lod_tensor = writer->WriteTable(lod_fields);
  writer->SetRef(type, VarTypeField::kLoDTensor, lod_tensor.position);
  const bool has_elements = var.type != VarType::kFeedMinibatch && var.type != VarType::kFetchList;
  const VarType data_type = has_elements ? var.data_type : VarType::kBool;
  const auto tensor = writer->WriteTable(
      FlatFields()
          .Scalar<int32_t>(TensorField::kDataType, static_cast<int32_t>(data_type))
          .Ref(TensorField::kDims));
  writer->SetRef(lod_tensor, LoDTensorField::kTensor, tensor.position);
  if (var.shape.empty()) {
    writer->SetEmpty(tensor, TensorField::kDims);
  } else {
    writer->SetRef(tensor, TensorField::kDims, writer->Vector(var.shape));
  }
  return table.position;
}

size_t WriteSlots(const SlotMap& slots, FlatWriter* writer) {
  const size_t list = writer->RefVector(slots.size());
  size_t i = 0;
  for (const auto& [slot, names] : slots) {
    const auto table =
        writer->WriteTable(FlatFields().Ref(SlotField::kParameter).Ref(SlotField::kArguments));
    writer->SetSharedString(table, SlotField::kParameter, slot);
    writer->SetRef(table, SlotField::kArguments, WriteStrings(names, writer));
    writer->SetElement(list, i++, table.position);
  }
  return list;
}

// Adds a scalar to a table's fields, or reports which list or string the value is.
struct ScalarFields {
  FlatFields* fields;

  void operator()(int32_t v) const { fields->Scalar(AttrField::kI, v); }
  void operator()(float v) const { fields->Scalar(AttrField::kF, v); }
  void operator()(bool v) const { fields->Scalar<uint8_t>(AttrField::kB, v); }
  void operator()(int64_t v) const { fields->Scalar(AttrField::kL, v); }
  void operator()(double v) const { fields->Scalar(AttrField::kFloat64, v); }
  template <typename T>
  void operator()(const T&) const {}
};

// Writes a list and returns its field and position; scalars have neither. Strings are handled
// separately.
struct ListWriter {
  FlatWriter* writer;
  using Placed = std::pair<int, size_t>;

  Placed operator()(const std::vector<int32_t>& v) const {
    return {AttrField::kInts, writer->Vector(v)};
  }
  Placed operator()(const std::vector<float>& v) const {
    return {AttrField::kFloats, writer->Vector(v)};
  }
  Placed operator()(const std::vector<std::string>& v) const {
    return {AttrField::kStrings, WriteStrings(v, writer)};
  }
  Placed operator()(const std::vector<bool>& v) const {
    const std::vector<uint8_t> bytes(v.begin(), v.end());
    return {AttrField::kBools, writer->Vector(bytes)};
  }
  Placed operator()(const std::vector<BlockRef>& v) const {
    std::vector<int32_t> indices;
    for (const BlockRef& block : v) indices.push_back(block.index);
    return {AttrField::kBlocksIdx, writer->Vector(indices)};
  }
  Placed operator()(const std::vector<int64_t>& v) const {
    return {AttrField::kLongs, writer->Vector(v)};
  }
  Placed operator()(const std::vector<double>& v) const {
    return {AttrField::kFloat64s, writer->Vector(v)};
  }
  template <typename T>
  Placed operator()(const T&) const {
    return {-1, 0};
  }
};

size_t WriteAttr(const std::string& name, const AttrValue& value, FlatWriter* writer) {
  constexpr int kLists[] = {AttrField::kInts,  AttrField::kFloats,    AttrField::kStrings,
                            AttrField::kBools, AttrField::kBlocksIdx, AttrField::kLongs};
  FlatFields fields;
  fields.Ref(AttrField::kName).Ref(AttrField::kS);
  fields.Scalar<int32_t>(AttrField::kType, static_cast<int32_t>(value.index()));
  for (const int list : kLists) fields.Ref(list);
  const bool float64s = std::holds_alternative<std::vector<double>>(value);
  // Readers before v2.13 do not know this field; it is only written if it holds the value.
  if (float64s) fields.Ref(AttrField::kFloat64s);
  std::visit(ScalarFields{&fields}, value);

  const auto table = writer->WriteTable(fields);
  writer->SetSharedString(table, AttrField::kName, name);
  const auto* text = std::get_if<std::string>(&value);
  writer->SetSharedString(table, AttrField::kS, text == nullptr ? std::string() : *text);
  const auto [field, position] = std::visit(ListWriter{writer}, value);
  for (const int list : kLists) {
    if (list != field) writer->SetEmpty(table, list);
  }
  if (field >= 0) writer->SetRef(table, field, position);
  return table.position;
}

Result<size_t> WriteOp(const OpDesc& op, FlatWriter* writer) {
  FlatFields fields;
  fields.Ref(OpField::kType).Ref(OpField::kInputs).Ref(OpField::kOutputs).Ref(OpField::kAttrs);
  if (op.is_target) fields.Scalar<uint8_t>(OpField::kIsTarget, 1);
  const auto table = writer->WriteTable(fields);
  writer->SetSharedString(table, OpField::kType, op.type);
  writer->SetRef(table, OpField::kInputs, WriteSlots(op.inputs, writer));
  writer->SetRef(table, OpField::kOutputs, WriteSlots(op.outputs, writer));
  const size_t attrs = writer->RefVector(op.attrs.size());
  writer->SetRef(table, OpField::kAttrs, attrs);
  size_t i = 0;
  for (const auto& entry : op.attrs) {
    LITE_ASSIGN_OR_RETURN(const AttrValue value, StoredAttr(op, entry.first, true));
    writer->SetElement(attrs, i++, WriteAttr(entry.first, value, writer));
  }
  return table.position;
}

Result<size_t> WriteBlock(size_t index, const BlockDesc& block, FlatWriter* writer) {
  const auto table =
      writer->WriteTable(FlatFields()
                             .Scalar<int32_t>(BlockField::kIdx, static_cast<int32_t>(index))
                             .Scalar<int32_t>(BlockField::kParentIdx, block.parent)
                             .Ref(BlockField::kVars)
                             .Ref(BlockField::kOps)
                             .Scalar<int32_t>(BlockField::kForwardBlockIdx, block.forward_block));
  const size_t vars = writer->RefVector(block.vars.size());
  writer->SetRef(table, BlockField::kVars, vars);
  for (size_t i = 0; i < block.vars.size(); ++i) {
    writer->SetElement(vars, i, WriteVar(block.vars[i], writer));
  }
  const size_t ops = writer->RefVector(block.ops.size());
  writer->SetRef(table, BlockField::kOps, ops);
  for (size_t i = 0; i < block.ops.size(); ++i) {
    LITE_ASSIGN_OR_RETURN(const size_t op, WriteOp(block.ops[i], writer));
    writer->SetElement(ops, i, op);
  }
  return table.position;
}

}  // namespace

Result<std::string> WriteFlatProgram(const Program& program) {
  FlatWriter writer;
  const auto root =
      writer.WriteTable(FlatFields().Ref(ProgramField::kBlocks).Ref(ProgramField::kVersion));
  const size_t blocks = writer.RefVector(program.blocks.size());
  writer.SetRef(root, ProgramField::kBlocks, blocks);
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    LITE_ASSIGN_OR_RETURN(const size_t block, WriteBlock(b, program.blocks[b], &writer));
    writer.SetElement(blocks, b, block);
  }
  const auto version =
      writer.WriteTable(FlatFields().Scalar<int64_t>(VersionField::kVersion, program.version));
  writer.SetRef(root, ProgramField::kVersion, version.position);
  return std::move(writer).Finish(root);
}

}  // namespace paddle::lite::model::nb
