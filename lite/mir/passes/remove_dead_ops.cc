#include <algorithm>

#include "lite/mir/evaluate.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

namespace {

// Removes operators whose results are never read. A program without a fetch does not specify its
// outputs, so everything is kept.
Result<bool> RemoveDeadOps(const PassContext& context) {
  const std::vector<OpNode*> ops = context.graph->AllOps();
  if (std::none_of(ops.begin(), ops.end(),
                   [](const OpNode* op) { return op->type() == "fetch"; })) {
    return false;
  }
  bool changed = false;
  // Backwards, so that a chain is removed in one sweep.
  for (auto it = ops.rbegin(); it != ops.rend(); ++it) {
    OpNode* op = *it;
    if (WorksByEffect(*op)) continue;
    bool needed = false;
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) needed |= !arg->unread();
    }
    if (needed) continue;
    context.Explain(StrCat("removed ", op->type(), " (%", op->outputs().begin()->second[0]->name(),
                           "), whose results are never read"));
    context.graph->RemoveOp(op);
    changed = true;
  }
  return changed;
}

}  // namespace

LITE_PASS(remove_dead_ops) { return Pass().Stage(Stage::kClean).Run(&RemoveDeadOps); }

}  // namespace paddle::lite::mir
