#include "lite/tools/visualization.h"

#include <map>

#include "lite/base/json.h"

namespace paddle::lite::tools {

std::string BlockToDot(const model::BlockDesc& block) {
  std::string nodes, edges;
  int count = 0;
  std::map<std::string, int> variables;
  const auto variable = [&](const std::string& name) {
    const auto inserted = variables.emplace(name, count);
    if (inserted.second) {
      nodes += StrCat("   node_", count, "[label=", JsonQuote(name), "]\n");
      ++count;
    }
    return inserted.first->second;
  };
  for (const model::OpDesc& op : block.ops) {
    const int node = count++;
    nodes += StrCat("   node_", node, "[label=", JsonQuote(op.type),
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
