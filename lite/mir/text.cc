#include "lite/mir/text.h"

#include <set>

namespace paddle::lite::mir {

namespace {

Result<model::Model> ToModel(TextModule module) {
  model::Model model;
  model.program.version = module.version;
  model.program.op_versions = module.op_versions;
  model.program.blocks.resize(module.blocks.size());
  std::set<std::string> declared;
  for (TextBlock& block : module.blocks) {
    for (TextDecl& decl : block.decls) declared.insert(decl.value.name);
  }
  for (size_t b = 0; b < module.blocks.size(); ++b) {
    TextBlock& block = module.blocks[b];
    model::BlockDesc& out = model.program.blocks[b];
    out.parent = block.parent;
    out.forward_block = block.forward_block;
    for (TextDecl& decl : block.decls) {
      decl.value.desc.name = decl.value.name;
      if (decl.constant && decl.has_data) model.params[decl.value.name] = std::move(decl.data);
      out.vars.push_back(std::move(decl.value.desc));
    }
    for (TextOp& op : block.ops) {
      const std::string where = StrCat("text, line ", op.line, ": ");
      if (op.types.size() != 1 || op.open_inputs || !op.inputs_of.empty() || !op.attrs_of.empty() ||
          !op.label.empty() || op.exchangeable || op.all_computed) {
        return InvalidArgument(where, "labels, alternatives, '..', '~' and '$*' are for patterns");
      }
      model::OpDesc desc;
      desc.type = op.types[0];
      for (TextSlot& slot : op.inputs) {
        auto& names = desc.inputs[slot.name];
        for (TextValue& value : slot.values) names.push_back(value.name);
      }
      for (TextSlot& slot : op.outputs) {
        auto& names = desc.outputs[slot.name];
        for (TextValue& value : slot.values) {
          names.push_back(value.name);
          if (declared.insert(value.name).second) out.vars.push_back(value.desc);
        }
      }
      for (TextAttr& attr : op.attrs) {
        if (attr.computed == "is_target") {
          desc.is_target = true;
        } else if (!attr.computed.empty()) {
          return InvalidArgument(where, "$", attr.computed, " is for replacements");
        } else {
          desc.attrs[attr.name] = std::move(attr.value);
        }
      }
      out.ops.push_back(std::move(desc));
    }
  }
  return model;
}

}  // namespace

std::string PrintGraph(const Graph& graph, const PrintOptions& options) {
  return PrintModel(graph.Export(), options);
}

Result<model::Model> ParseModel(std::string_view text) {
  LITE_ASSIGN_OR_RETURN(TextModule module, ParseText(text));
  return ToModel(std::move(module));
}

Result<std::unique_ptr<Graph>> ParseGraph(std::string_view text) {
  LITE_ASSIGN_OR_RETURN(model::Model model, ParseModel(text));
  return Graph::Import(std::move(model));
}

}  // namespace paddle::lite::mir
