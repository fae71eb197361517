#include "lite/model/writes.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace paddle::lite::model {
namespace {

bool IsTrue(const OpDesc& op, const char* attribute) {
  const AttrValue* attr = op.FindAttr(attribute);
  const bool* value = attr == nullptr ? nullptr : std::get_if<bool>(attr);
  return value != nullptr && *value;
}

void DropIdleOutputs(OpDesc* op) {
  const bool trains = !IsTrue(*op, "is_test") || IsTrue(*op, "trainable_statistics");
  if (trains && !IsTrue(*op, "use_global_stats")) return;
  for (const auto& [out, in] :
       {std::pair("MeanOut", "Mean"), std::pair("VarianceOut", "Variance")}) {
    const auto it = op->outputs.find(out);
    if (it != op->outputs.end() && it->second == op->Input(in)) op->outputs.erase(it);
  }
}

// Parameters that quantisation during training changes, or reads, only as results. Without a value,
// Paddle computes with what was in their memory.
void ListStoredResults(const Program& program, OpDesc* op) {
  const bool is_range = op->type == "fake_quantize_range_abs_max";
  if (!is_range && op->type != "fake_channel_wise_quantize_abs_max") return;
  if (IsTrue(*op, "is_test") == is_range) return;
  const std::vector<std::string>& names = op->Output(is_range ? "OutScales" : "OutScale");
  for (const BlockDesc& block : program.blocks) {
    for (const VarDesc& var : block.vars) {
      const bool stored = var.persistable && names == std::vector<std::string>{var.name};
      if (stored) op->inputs[is_range ? "InScales" : "InScale"] = names;
    }
  }
}

// The variables that an operator computes. Operators with blocks only pass on what these compute.
std::set<std::string> ComputedNames(const Program& program) {
  std::set<std::string> names;
  for (const BlockDesc& block : program.blocks) {
    for (const OpDesc& op : block.ops) {
      if (op.HasAttr("sub_block")) continue;
      for (const auto& [slot, written] : op.outputs) {
        if (slot != "FakeAssociatedOut") names.insert(written.begin(), written.end());
      }
    }
  }
  return names;
}

// False if the operator copies placeholders only.
bool ResolveWriteBack(const std::set<std::string>& computed, OpDesc* op) {
  const auto& lists = op->Input("Dst_LoDTensorArray");
  if (!lists.empty()) {
    op->outputs["Dst_LoDTensorArray"] = lists;
    return true;
  }
  const std::vector<std::string> from = op->Input("Src_LoDTensor");
  const std::vector<std::string> to = op->Input("Dst_LoDTensor");
  if (from.size() != 1 || to.size() != 1) return true;  // refused by the operator's own rules
  if (computed.count(from[0]) == 0) return false;
  op->type = "assign";
  op->inputs = {{"X", from}};
  op->outputs = {{"Out", to}};
  op->attrs.clear();
  return true;
}

}  // namespace

void ResolveWrites(Program* program) {
  std::set<std::string> computed;
  bool collected = false;
  for (BlockDesc& block : program->blocks) {
    for (OpDesc& op : block.ops) {
      if (op.type == "batch_norm" || op.type == "sync_batch_norm") DropIdleOutputs(&op);
      ListStoredResults(*program, &op);
    }
    const auto is_write_back = [](const OpDesc& op) { return op.type == "write_back"; };
    if (std::none_of(block.ops.begin(), block.ops.end(), is_write_back)) continue;
    if (!std::exchange(collected, true)) computed = ComputedNames(*program);
    const auto is_idle = [&](OpDesc& op) {
      return is_write_back(op) && !ResolveWriteBack(computed, &op);
    };
    block.ops.erase(std::remove_if(block.ops.begin(), block.ops.end(), is_idle), block.ops.end());
  }
}

}  // namespace paddle::lite::model
