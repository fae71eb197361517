#include "lite/mir/bind.h"
#include "lite/mir/pass.h"
#include "lite/mir/scales.h"

namespace paddle::lite::mir {

namespace {

// The axis of `op`, a concat or a split, counted from the front.
Result<int> AxisOf(const OpNode& op, const ArgNode& whole) {
  if (op.Input("AxisTensor") != nullptr) return FailedPrecondition("the axis is computed");
  if (!whole.dims.has_value()) return FailedPrecondition("the rank is unknown");
  LITE_ASSIGN_OR_RETURN(const int axis, GetAttr<int>(op, "axis"));
  return axis < 0 ? axis + whole.dims->rank() : axis;
}

// Scales of quantised programs are numbered like the operands.
Status CheckPlainConcat(const OpNode& concat) {
  return HasScales(concat) ? FailedPrecondition("its operands have scales") : OkStatus();
}

// Whether `value` is private to the block, so rewrites may drop it.
bool IsInner(const ArgNode& value, const OpNode& reader) {
  return value.producer() != nullptr && !value.pinned() && value.block() == reader.block();
}

// Whether the operands of the concat that makes `joined` may be read by `outer` in its place: it
// works along the same axis, and is the only reader of the result.
Status CheckFlatten(const Graph& graph, const OpNode& outer, const ArgNode& joined) {
  const OpNode& inner = *joined.producer();
  if (joined.consumers().size() != 1) {
    return FailedPrecondition("%", joined.name(), " is also read elsewhere");
  }
  LITE_RETURN_IF_ERROR(CheckPlainConcat(inner));
  LITE_ASSIGN_OR_RETURN(const int axis, AxisOf(inner, joined));
  LITE_ASSIGN_OR_RETURN(const int outer_axis, AxisOf(outer, *outer.Output("Out")));
  if (axis != outer_axis) return FailedPrecondition("the axes differ");
  for (const ArgNode* part : inner.InputList("X")) {
    LITE_RETURN_IF_ERROR(graph.CanMoveRead(part, &inner, &outer));
  }
  return OkStatus();
}

// The operands of concats within concats, however deep, in one go: a list is never made longer
// step by step.
bool Flatten(const PassContext& context, OpNode* outer) {
  std::vector<OpNode*> merged;
  std::vector<ArgNode*> operands;
  const std::vector<ArgNode*>& first = outer->InputList("X");
  std::vector<ArgNode*> open(first.rbegin(), first.rend());  // the next one is the last
  while (!open.empty()) {
    ArgNode* x = open.back();
    open.pop_back();
    OpNode* inner = IsInner(*x, *outer) ? x->producer() : nullptr;
    if (inner == nullptr || inner->type() != "concat") {
      operands.push_back(x);
      continue;
    }
    const Status status = CheckFlatten(*context.graph, *outer, *x);
    if (!status.ok()) {
      context.Explain(StrCat("left ", Describe(*outer), " alone: ", status.message()));
      operands.push_back(x);
      continue;
    }
    context.Explain(StrCat(Describe(*inner), " is part of ", Describe(*outer), ": became one"));
    merged.push_back(inner);
    const std::vector<ArgNode*>& parts = inner->InputList("X");
    open.insert(open.end(), parts.rbegin(), parts.rend());
  }
  if (merged.empty()) return false;
  context.graph->SetInput(outer, "X", operands);
  for (OpNode* inner : merged) context.graph->RemoveOp(inner);
  return true;
}

// All parts of `split`, joined in order along the axis of the split, are its input.
Status Undo(Graph* graph, OpNode* concat, OpNode* split) {
  const std::vector<ArgNode*>& parts = concat->InputList("X");
  if (split->OutputList("Out") != parts) {
    return FailedPrecondition("the parts are incomplete or in another order");
  }
  ArgNode* whole = split->Input("X");
  if (whole->desc.lod_level != 0) return FailedPrecondition("%", whole->name(), " holds sequences");
  LITE_ASSIGN_OR_RETURN(const int axis, AxisOf(*concat, *concat->Output("Out")));
  LITE_ASSIGN_OR_RETURN(const int split_axis, AxisOf(*split, *whole));
  if (axis != split_axis) return FailedPrecondition("the axes differ");
  LITE_RETURN_IF_ERROR(graph->CanMoveRead(whole, split, concat));
  graph->SetInput(concat, "X", {whole});
  return OkStatus();
}

// The split that made the first operand, unless it is not one.
bool UndoSplit(const PassContext& context, OpNode* concat) {
  const ArgNode* x = concat->Input("X");
  if (x == nullptr || !IsInner(*x, *concat) || x->producer()->type() != "split") return false;
  OpNode* split = x->producer();
  const std::string what = StrCat(Describe(*concat), " undoes ", Describe(*split));
  const Status done = Undo(context.graph, concat, split);
  context.Explain(done.ok() ? StrCat(what, ": became one")
                            : StrCat("left ", Describe(*concat), " alone: ", done.message()));
  return done.ok();
}

// A concat of a concat along the same axis is a single concat; a concat of all parts of a split is
// the split's input. (remove_identities then removes the remaining concat of one tensor, and
// remove_dead_ops the split.)
Result<bool> MergeConcats(const PassContext& context) {
  bool changed = false;
  // Backwards: an outer concat takes in all that is within it.
  const std::vector<OpNode*> ops = context.graph->AllOps();
  for (auto it = ops.rbegin(); it != ops.rend(); ++it) {
    OpNode* op = *it;
    if (op->removed() || op->type() != "concat" || op->Output("Out") == nullptr) continue;
    if (!CheckPlainConcat(*op).ok()) continue;
    changed |= Flatten(context, op);
    changed |= UndoSplit(context, op);
  }
  return changed;
}

}  // namespace

LITE_PASS(merge_concats) { return Pass().Stage(Stage::kMove).Run(&MergeConcats); }

}  // namespace paddle::lite::mir
