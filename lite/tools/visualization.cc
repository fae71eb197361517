#include "lite/tools/visualization.h"

#include <map>
#include <vector>

#include "lite/base/json.h"
#include "lite/model/op_fields.h"
#include "lite/model/text/listing.h"
#include "lite/operators/op.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite::tools {
namespace {

// A label of several lines, the way the DOT language writes it.
std::string Label(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    const std::string quoted = JsonQuote(line);
    text += StrCat(text.empty() ? "" : "\\n", quoted.substr(1, quoted.size() - 2));
  }
  return StrCat("\"", text, "\"");
}

// "x86/float/NHWC"; empty where the file names no kernel.
std::string KernelText(const model::OpDesc& op) {
  const model::AttrValue* attr = op.FindAttr(model::kKernelTypeAttr);
  const auto* key = attr == nullptr ? nullptr : std::get_if<std::string>(attr);
  if (key == nullptr) return "";
  const Result<KernelKey> kernel = ParseKernelKey(*key);
  return kernel.ok() ? kernel->place.DebugString() : *key;
}

void AppendAttribute(const std::string& name, const model::AttrValue& value,
                     std::vector<std::string>* lines) {
  constexpr size_t kMaxLength = 60;
  std::string text = model::AttrText(value);
  if (text.size() > kMaxLength) text = text.substr(0, kMaxLength) + "...";
  lines->push_back(StrCat(name, ": ", text));
}

// What the operator declares and the program sets to another value than the default, and scales:
// others do not concern this library.
void AppendAttributes(const model::OpDesc& desc, std::vector<std::string>* lines) {
  const std::unique_ptr<Op> op = CreateOp(desc.type);
  if (op == nullptr) return;
  const auto fields = model::DescribeFields([&op](FieldVisitor& v) { op->Fields(v); });
  for (const model::FieldInfo& field : fields) {
    const model::AttrValue* value = desc.FindAttr(field.name);
    if (field.kind != model::FieldKind::kAttribute || value == nullptr) continue;
    if (!(*value == field.default_value)) AppendAttribute(field.name, *value, lines);
  }
  for (const auto& [name, value] : desc.attrs) {
    if (model::ScaledValue(desc, name).has_value()) AppendAttribute(name, value, lines);
  }
}

// "float [1, 3, 224, 224]"; empty where the file says nothing of it.
std::string TensorText(const model::BlockDesc& block, const std::string& name) {
  const model::VarDesc* var = block.FindVar(name);
  if (var == nullptr || !var->has_tensor_desc || var->type != model::VarType::kLoDTensor) return "";
  return StrCat(PrecisionToStr(model::PrecisionOf(var->data_type)), " ", ListToString(var->shape));
}

}  // namespace

std::string BlockToDot(const model::BlockDesc& block) {
  std::string nodes, edges;
  int count = 0;
  std::map<std::string, int> variables;
  const auto variable = [&](const std::string& name) {
    const auto inserted = variables.emplace(name, count);
    if (inserted.second) {
      std::vector<std::string> lines = {name};
      const std::string tensor = TensorText(block, name);
      if (!tensor.empty()) lines.push_back(tensor);
      nodes += StrCat("   node_", count, "[label=", Label(lines), "]\n");
      ++count;
    }
    return inserted.first->second;
  };
  for (const model::OpDesc& op : block.ops) {
    const int node = count++;
    std::vector<std::string> lines = {op.type};
    const std::string kernel = KernelText(op);
    if (!kernel.empty()) lines.push_back(kernel);
    AppendAttributes(op, &lines);
    nodes += StrCat("   node_", node, "[label=", Label(lines),
                    " style=\"filled\" fillcolor=\"yellow\"]\n");
    for (const auto& slot : op.inputs) {
      for (const std::string& name : slot.second) {
        const int input = variable(name);
        edges += StrCat("   node_", input, "->node_", node, "\n");
      }
    }
    for (const auto& slot : op.outputs) {
      for (const std::string& name : slot.second) {
        const int output = variable(name);
        edges += StrCat("   node_", node, "->node_", output, "\n");
      }
    }
  }
  return StrCat("digraph G {\n", nodes, edges, "} // end G\n");
}

}  // namespace paddle::lite::tools
