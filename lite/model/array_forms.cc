#include "lite/model/array_forms.h"

#include <utility>

#include "lite/model/op_fields.h"

namespace paddle::lite::model {
namespace {

struct Form {
  const char* type;
  const char* slot;  // whose variable decides
  const char* array_type;
  const char* element_type;  // of one element in place of a part; or null
};

constexpr Form kForms[] = {
    {"assign", "X", "assign_array", nullptr},
    {"sum", "X", "sum_array", nullptr},
    {"select_input", "X", "select_input_array", nullptr},
    {"slice", "Input", "slice_array", "slice_array_dense"},
};

void Rename(const std::string& type, OpDesc* op) {
  const std::string old = std::exchange(op->type, type);
  const auto kernel = op->attrs.find(kKernelTypeAttr);
  if (kernel == op->attrs.end()) return;
  std::string* const key = std::get_if<std::string>(&kernel->second);
  if (key != nullptr && key->compare(0, old.size() + 1, old + "/") == 0) {
    key->replace(0, old.size(), type);
  }
}

// Arrays are in the host's memory, so a copy between memory spaces is an assignment.
void ResolveCopy(OpDesc* op) {
  if (op->type != "io_copy" && op->type != "io_copy_once") return;
  const std::vector<std::string> from = op->Input("InputArray");
  if (from.empty()) return;
  const std::vector<std::string> to = op->Output("OutArray");
  op->type = "assign_array";
  op->inputs = {{"X", from}};
  op->outputs = {{"Out", to}};
  op->attrs.clear();
}

bool TakesElement(const OpDesc& op) {
  return !AttrOr(op, "decrease_axis", std::vector<int>()).empty();
}

}  // namespace

std::set<std::string> ArrayNames(const Program& program) {
  std::set<std::string> names;
  for (const BlockDesc& block : program.blocks) {
    for (const VarDesc& var : block.vars) {
      if (var.type == VarType::kLoDTensorArray) names.insert(var.name);
    }
  }
  return names;
}

void NameArrayForms(Program* program) {
  const std::set<std::string> arrays = ArrayNames(*program);
  if (arrays.empty()) return;
  for (BlockDesc& block : program->blocks) {
    for (OpDesc& op : block.ops) {
      ResolveCopy(&op);
      for (const Form& form : kForms) {
        if (op.type != form.type) continue;
        const std::vector<std::string>& names = op.Input(form.slot);
        if (names.empty() || arrays.count(names[0]) == 0) break;
        const bool element = form.element_type != nullptr && TakesElement(op);
        Rename(element ? form.element_type : form.array_type, &op);
        break;
      }
    }
  }
}

void UsePaddleName(OpDesc* op) {
  for (const Form& form : kForms) {
    const bool element = form.element_type != nullptr && op->type == form.element_type;
    if (element || op->type == form.array_type) return Rename(form.type, op);
  }
}

}  // namespace paddle::lite::model
