#include <set>
#include <utility>

#include "framework.pb.h"
#include "lite/model/attr_type.h"
#include "lite/model/op_fields.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/paddle_pb/required_outputs.h"

namespace paddle::lite::model {

namespace {

// Sets the value field that belongs to the alternative; the type number is the alternative's index.
struct AttrWriter {
  pb::OpDesc::Attr* attr;

  void operator()(int32_t v) const { attr->set_i(v); }
  void operator()(float v) const { attr->set_f(v); }
  void operator()(const std::string& v) const { attr->set_s(v); }
  void operator()(const std::vector<int32_t>& v) const {
    for (const int32_t x : v) attr->add_ints(x);
  }
  void operator()(const std::vector<float>& v) const {
    for (const float x : v) attr->add_floats(x);
  }
  void operator()(const std::vector<std::string>& v) const {
    for (const auto& x : v) attr->add_strings(x);
  }
  void operator()(bool v) const { attr->set_b(v); }
  void operator()(const std::vector<bool>& v) const {
    for (const bool x : v) attr->add_bools(x);
  }
  void operator()(const BlockRef& v) const { attr->set_block_idx(v.index); }
  void operator()(int64_t v) const { attr->set_l(v); }
  void operator()(const std::vector<BlockRef>& v) const {
    for (const auto& x : v) attr->add_blocks_idx(x.index);
  }
  void operator()(const std::vector<int64_t>& v) const {
    for (const int64_t x : v) attr->add_longs(x);
  }
  void operator()(const std::vector<double>& v) const {
    for (const double x : v) attr->add_float64s(x);
  }
  void operator()(const VarRef& v) const { attr->set_var_name(v.name); }
  void operator()(const std::vector<VarRef>& v) const {
    for (const auto& x : v) attr->add_vars_name(x.name);
  }
  void operator()(double v) const { attr->set_float64(v); }
};

// Whether Paddle requires the list's elements as SCALARS. They are read as plain lists, so the type
// has to be restored.
bool IsScalarList(const OpDesc& op, const std::string& name) {
  return name == "values" && (op.type == "set_value" || op.type == "assign_value");
}

// False if the value is not a list of numbers.
bool WriteScalars(const AttrValue& value, pb::OpDesc::Attr* attr) {
  const auto add = [attr](ScalarType type) {
    pb::Scalar* scalar = attr->add_scalars();
    scalar->set_type(static_cast<int>(type));
    return scalar;
  };
  if (const auto* bools = std::get_if<std::vector<bool>>(&value)) {
    for (const bool v : *bools) add(ScalarType::kBoolean)->set_b(v);
  } else if (const auto* longs = std::get_if<std::vector<int64_t>>(&value)) {
    for (const int64_t v : *longs) add(ScalarType::kLong)->set_i(v);
  } else if (const auto* doubles = std::get_if<std::vector<double>>(&value)) {
    for (const double v : *doubles) add(ScalarType::kFloat64)->set_r(v);
  } else {
    return false;
  }
  attr->set_type(static_cast<int>(AttrType::kScalars));
  return true;
}

void WriteAttr(const OpDesc& op, const std::string& name, const AttrValue& value,
               pb::OpDesc::Attr* attr) {
  attr->set_name(name);
  if (IsScalarList(op, name) && WriteScalars(value, attr)) return;
  int block = -1;
  // Optimised programs keep sub_block as an int; Paddle's own control-flow operators need the real
  // type.
  const AttrValue* written = &value;
  AttrValue as_block;
  if (name == "sub_block" && ConvertBlockAttr(value, &block)) {
    as_block = BlockRef{block};
    written = &as_block;
  }
  attr->set_type(static_cast<int>(written->index()));
  std::visit(AttrWriter{attr}, *written);
}

void WriteSlots(const SlotMap& slots, google::protobuf::RepeatedPtrField<pb::OpDesc::Var>* out) {
  for (const auto& [slot, names] : slots) {
    auto* var = out->Add();
    var->set_parameter(slot);
    for (const auto& name : names) var->add_arguments(name);
  }
}

void WriteOp(const OpDesc& op, pb::OpDesc* desc) {
  desc->set_type(op.type);
  WriteSlots(op.inputs, desc->mutable_inputs());
  WriteSlots(op.outputs, desc->mutable_outputs());
  for (const auto& [name, value] : op.attrs) WriteAttr(op, name, value, desc->add_attrs());
  if (op.is_target) desc->set_is_target(true);
}

void WriteTensorDesc(const VarDesc& var, pb::VarType::TensorDesc* desc) {
  desc->set_data_type(static_cast<int>(var.data_type));
  for (const int64_t d : var.shape) desc->add_dims(d);
}

void WriteLoDTensorDesc(const VarDesc& var, pb::VarType::LoDTensorDesc* desc) {
  WriteTensorDesc(var, desc->mutable_tensor());
  if (var.lod_level != 0) desc->set_lod_level(var.lod_level);
}

void WriteVar(const VarDesc& var, pb::VarDesc* desc) {
  desc->set_name(var.name);
  pb::VarType* type = desc->mutable_type();
  type->set_type(static_cast<int>(var.type));
  // Other kinds have no description in a program saved by Paddle; .nb files have one for every
  // variable.
  if (var.type == VarType::kLoDTensor) {
    WriteLoDTensorDesc(var, type->mutable_lod_tensor());
  } else if (var.type == VarType::kLoDTensorArray) {
    WriteLoDTensorDesc(var, type->mutable_tensor_array());
  } else if (var.type == VarType::kSelectedRows) {
    WriteTensorDesc(var, type->mutable_selected_rows());
  }
  if (var.persistable) desc->set_persistable(true);
  if (var.need_check_feed) desc->set_need_check_feed(true);
}

}  // namespace

Result<std::string> EncodePaddleProgram(const Program& model) {
  Program program = model;
  AddRequiredOutputs(&program);
  pb::ProgramDesc desc;
  desc.mutable_version()->set_version(program.version);
  for (const auto& [op_name, version] : program.op_versions) {
    auto* pair = desc.mutable_op_version_map()->add_pair();
    pair->set_op_name(op_name);
    pair->mutable_op_version()->set_version(version);
  }
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const BlockDesc& block = program.blocks[b];
    pb::BlockDesc* block_desc = desc.add_blocks();
    block_desc->set_idx(static_cast<int>(b));
    block_desc->set_parent_idx(block.parent);
    if (block.forward_block != -1) block_desc->set_forward_block_idx(block.forward_block);
    for (const VarDesc& var : block.vars) WriteVar(var, block_desc->add_vars());
    for (const OpDesc& op : block.ops) WriteOp(op, block_desc->add_ops());
  }
  std::string bytes;
  if (!desc.SerializeToString(&bytes)) {
    return ResourceExhausted("the program does not fit into the format's limit of 2 GiB");
  }
  return bytes;
}

}  // namespace paddle::lite::model
