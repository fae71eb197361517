#include "tests/support/op_variables.h"

namespace paddle::lite::test {

std::string VariableName(const std::string& slot, size_t i) { return StrCat(slot, ":", i); }

model::VisitFields FieldsOf(Op* op) {
  return [op](FieldVisitor& v) { op->Fields(v); };
}

Result<model::OpDesc> Describe(const std::string& op_type, const OpCase& c) {
  model::OpDesc desc;
  desc.type = op_type;
  desc.attrs = c.attrs;
  for (const SlotTensors* slots : {&c.inputs, &c.input_arrays}) {
    for (const auto& [slot, tensors] : *slots) {
      const size_t names = slots == &c.input_arrays ? 1 : tensors.size();
      for (size_t i = 0; i < names; ++i) desc.inputs[slot].push_back(VariableName(slot, i));
    }
  }
  for (const auto& [slot, tensors] : c.expected) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      desc.outputs[slot].push_back(VariableName("out " + slot, i));
    }
  }
  for (const auto& entry : c.output_arrays) {
    desc.outputs[entry.first] = {VariableName("out " + entry.first, 0)};
  }
  for (const std::string& slot : c.unchecked) {
    desc.outputs[slot] = {VariableName("out " + slot, 0)};
  }
  const std::unique_ptr<Op> op = CreateOp(op_type);
  if (!op) return NotFound("unknown operator ", op_type);
  for (const model::FieldInfo& field : model::DescribeFields(FieldsOf(op.get()))) {
    const bool is_output = field.kind == model::FieldKind::kOutput ||
                           field.kind == model::FieldKind::kOutputList ||
                           field.kind == model::FieldKind::kOutputArray;
    if (is_output && field.required && desc.Output(field.name).empty()) {
      desc.outputs[field.name] = {VariableName("out " + field.name, 0)};
    }
  }
  return desc;
}

}  // namespace paddle::lite::test
