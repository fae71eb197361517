#include "lite/mir/subgraph_listing.h"

#include <algorithm>

#include "lite/mir/meta_op.h"

namespace paddle::lite::mir {
namespace {

// Those that the operator declares, in its order, which is data before weights; then the others.
std::string Names(std::vector<const ArgNode*> declared, const ArgSlots& all) {
  for (const auto& entry : all) {
    for (const ArgNode* arg : entry.second) {
      if (std::find(declared.begin(), declared.end(), arg) == declared.end()) {
        declared.push_back(arg);
      }
    }
  }
  std::string text;
  for (const ArgNode* arg : declared) {
    AppendTo(&text, text.empty() ? "" : ",");
    AppendTo(&text, arg->name());
  }
  return text;
}

std::string LineOf(const OpNode& op) {
  std::vector<const ArgNode*> inputs, outputs;
  const Result<MetaOp> meta = MetaOp::Make(op);
  if (meta.ok()) {
    for (const auto& input : meta->bound().inputs) inputs.push_back(meta->ArgOf(input.tensor));
    for (const auto& output : meta->bound().outputs) outputs.push_back(meta->ArgOf(output.tensor));
  }
  return StrCat(op.type(), ":", Names(inputs, op.inputs()), ":", Names(outputs, op.outputs()),
                "\n");
}

// Names may have any characters.
std::string Quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// Hues of consecutive clusters are far apart.
std::string ColourOf(size_t cluster) {
  const size_t hue = (cluster * 618 + 100) % 1000;
  return StrCat("\"0.", hue < 100 ? "0" : "", hue < 10 ? "0" : "", hue, " 0.3 1.0\"");
}

}  // namespace

std::string ListSubgraphs(const std::vector<OpNode*>& ops,
                          const std::vector<std::vector<int>>& inputs,
                          const std::vector<std::vector<int>>& clusters) {
  std::vector<std::string> colours(ops.size());
  for (size_t c = 0; c < clusters.size(); ++c) {
    for (const int i : clusters[c]) colours[i] = ColourOf(c);
  }
  std::string text = StrCat("subgraph clusters: ", clusters.size(), "\ndigraph G {\n");
  for (size_t i = 0; i < ops.size(); ++i) {
    const ArgSlots& results = ops[i]->outputs();
    AppendTo(&text,
             StrCat("  node_", i, "[label=",
                    Quoted(results.empty() ? ops[i]->type() : results.begin()->second[0]->name())));
    if (!colours[i].empty()) AppendTo(&text, StrCat(",style=filled,fillcolor=", colours[i]));
    AppendTo(&text, "]\n");
  }
  for (size_t i = 0; i < ops.size(); ++i) {
    for (const int input : inputs[i]) AppendTo(&text, StrCat("  node_", input, "->node_", i, "\n"));
  }
  AppendTo(&text, "} // end G\nsubgraph operators:\n");
  for (const OpNode* op : ops) AppendTo(&text, LineOf(*op));
  return text;
}

}  // namespace paddle::lite::mir
