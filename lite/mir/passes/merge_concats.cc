#include "lite/mir/bind.h"
#include "lite/mir/pass.h"

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
  return concat.FindAttr("X0_scale") == nullptr ? OkStatus()
                                                : FailedPrecondition("its operands have scales");
}

// Whether `value` is private to the block, so rewrites may drop it.
bool IsInner(const ArgNode& value, const OpNode& reader) {
  return value.producer() != nullptr && !value.pinned() && value.block() == reader.block();
}

// Replaces the result of `inner`, a concat along the same axis that only `outer` reads, once, by
// its operands.
Status Flatten(Graph* graph, OpNode* outer, const ArgNode* joined) {
  const OpNode& inner = *joined->producer();
  if (joined->consumers().size() != 1) {
    return FailedPrecondition("%", joined->name(), " is also read elsewhere");
  }
  LITE_RETURN_IF_ERROR(CheckPlainConcat(inner));
  LITE_ASSIGN_OR_RETURN(const int axis, AxisOf(inner, *joined));
  LITE_ASSIGN_OR_RETURN(const int outer_axis, AxisOf(*outer, *outer->Output("Out")));
  if (axis != outer_axis) return FailedPrecondition("the axes differ");
  std::vector<ArgNode*> operands;
  for (ArgNode* x : outer->InputList("X")) {
    if (x != joined) {
      operands.push_back(x);
      continue;
    }
    for (ArgNode* part : inner.InputList("X")) {
      LITE_RETURN_IF_ERROR(graph->CanMoveRead(part, &inner, outer));
      operands.push_back(part);
    }
  }
  graph->RemoveOp(joined->producer());
  graph->SetInput(outer, "X", operands);
  return OkStatus();
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

// At most one change; the caller repeats the call.
Result<bool> MergeOne(const PassContext& context, OpNode* concat) {
  if (!CheckPlainConcat(*concat).ok()) return false;
  for (const ArgNode* x : concat->InputList("X")) {
    if (!IsInner(*x, *concat)) continue;
    OpNode* producer = x->producer();
    Status done;
    std::string what;
    if (producer->type() == "concat") {
      what = StrCat(Describe(*producer), " is part of ", Describe(*concat));
      done = Flatten(context.graph, concat, x);
    } else if (producer->type() == "split") {
      what = StrCat(Describe(*concat), " undoes ", Describe(*producer));
      done = Undo(context.graph, concat, producer);
    } else {
      continue;
    }
    if (done.ok()) {
      context.Explain(StrCat(what, ": became one"));
      return true;
    }
    context.Explain(StrCat("left ", Describe(*concat), " alone: ", done.message()));
  }
  return false;
}

// A concat of a concat along the same axis is a single concat; a concat of all parts of a split is
// the split's input. (remove_identities then removes the remaining concat of one tensor, and
// remove_dead_ops the split.)
Result<bool> MergeConcats(const PassContext& context) {
  bool changed = false;
  for (OpNode* op : context.graph->AllOps()) {
    if (op->removed() || op->type() != "concat" || op->Output("Out") == nullptr) continue;
    for (bool again = true; again; changed |= again) {
      LITE_ASSIGN_OR_RETURN(again, MergeOne(context, op));
    }
  }
  return changed;
}

}  // namespace

LITE_PASS(merge_concats) { return Pass().After("remove_dead_ops").Run(&MergeConcats); }

}  // namespace paddle::lite::mir
