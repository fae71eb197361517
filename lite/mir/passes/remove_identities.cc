#include <algorithm>
#include <limits>

#include "lite/mir/bind.h"
#include "lite/mir/infer.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

namespace {

// The attribute, or the operator's default; T() if the operator has none of that name.
template <typename T>
T Attr(const OpNode& op, const std::string& name) {
  const Result<T> value = GetAttr<T>(op, name);
  return value.ok() ? *value : T();
}

// Whether the attribute exists and has the value.
template <typename T>
bool Has(const OpNode& op, const std::string& name, const T& wanted) {
  const Result<T> value = GetAttr<T>(op, name);
  return value.ok() && *value == wanted;
}

bool AllOf(const std::vector<int>& values, int wanted) {
  return std::all_of(values.begin(), values.end(), [=](int v) { return v == wanted; });
}

// Whether a slice selects all of `x`. (Equal shapes for the probes would not prove it, because
// positions are clamped.)
bool TakesAll(const OpNode& op, const ArgNode& x) {
  const auto axes = Attr<std::vector<int>>(op, "axes");
  const auto ends = Attr<std::vector<int>>(op, "ends");
  if (op.inputs().size() != 1 || !x.dims.has_value() || axes.size() != ends.size()) return false;
  if (!AllOf(Attr<std::vector<int>>(op, "starts"), 0)) return false;
  if (!Attr<std::vector<int>>(op, "decrease_axis").empty()) return false;
  for (size_t i = 0; i < axes.size(); ++i) {
    const int rank = x.dims->rank();
    const int axis = axes[i] < 0 ? axes[i] + rank : axes[i];
    if (axis < 0 || axis >= rank) return false;
    const int64_t size = (*x.dims)[axis];
    if (ends[i] != std::numeric_limits<int>::max() && (size < 0 || ends[i] < size)) return false;
  }
  return true;
}

// Whether the operator, whose result `out` has the shape of `x`, moves no pixel.
bool KeepsPixels(const OpNode& op, const ArgNode& x, const ArgNode& out) {
  if (op.inputs().size() != 1 || !SameShape(x, out)) return false;
  const std::string& type = op.type();
  if (type == "pool2d") {
    return !Attr<bool>(op, "global_pooling") && !Attr<bool>(op, "adaptive") &&
           AllOf(Attr<std::vector<int>>(op, "ksize"), 1) &&
           AllOf(Attr<std::vector<int>>(op, "strides"), 1);
  }
  // The step between pixels follows the factor, even if the size is the same.
  const auto scales = type == "bilinear_interp" || type == "nearest_interp"
                          ? std::vector<float>{Attr<float>(op, "scale")}
                          : Attr<std::vector<float>>(op, "scale");
  return std::all_of(scales.begin(), scales.end(), [](float s) { return s <= 0 || s == 1; });
}

// Whether `Out` of the operator always equals `X`.
bool IsIdentity(const OpNode& op, const ArgNode& x, const ArgNode& out) {
  if (op.type() == "assign" || op.type() == "share_data") return true;
  if (op.type() == "sum") return true;  // of one tensor
  if (op.type() == "scale") {
    return op.inputs().size() == 1 && Has(op, "scale", 1.0f) && Has(op, "bias", 0.0f) &&
           Attr<std::string>(op, "activation_type").empty() && !Attr<bool>(op, "fuse_scaleact") &&
           !Attr<bool>(op, "fuse_relu");
  }
  if (op.type() == "dropout") {
    return Has<std::string>(op, "dropout_implementation", "upscale_in_train");
  }
  if (op.type() == "cast") {
    const Result<int> type = GetAttr<int>(op, "out_dtype");
    return type.ok() && x.precision != PrecisionType::kUnk &&
           x.precision == model::PrecisionOf(static_cast<model::VarType>(*type));
  }
  if (op.type() == "transpose" || op.type() == "transpose2") {
    const auto axis = Attr<std::vector<int>>(op, "axis");
    for (size_t i = 0; i < axis.size(); ++i) {
      if (axis[i] != static_cast<int>(i)) return false;
    }
    return true;
  }
  // An identity for a single tensor.
  if (op.type() == "concat" || op.type() == "split") return op.inputs().size() == 1;
  if (op.type() == "slice") return TakesAll(op, x);
  if (op.type() == "pad" || op.type() == "pad2d" || op.type() == "pad3d") {
    const auto paddings = Attr<std::vector<int>>(op, "paddings");
    return op.inputs().size() == 1 && !paddings.empty() && AllOf(paddings, 0);
  }
  if (op.type() == "expand") {
    const auto times = Attr<std::vector<int>>(op, "expand_times");
    return op.inputs().size() == 1 && AllOf(times, 1) && SameShape(x, out);
  }
  if (op.type() == "pool2d" || op.type() == "bilinear_interp" || op.type() == "nearest_interp" ||
      op.type() == "bilinear_interp_v2" || op.type() == "nearest_interp_v2") {
    return KeepsPixels(op, x, out);
  }
  const bool only_moves = op.type() == "reshape" || op.type() == "reshape2" ||
                          op.type() == "flatten" || op.type() == "flatten2" ||
                          op.type() == "flatten_contiguous_range";
  return only_moves && op.inputs().size() == 1 && SameShape(x, out);
}

// Removes an operator that copies `x` to `out`, or returns the reason why it cannot be removed.
Status Bypass(Graph* graph, OpNode* op, ArgNode* x, ArgNode* out) {
  for (const auto& [slot, args] : op->outputs()) {
    for (const ArgNode* arg : args) {
      if (arg != out && !arg->unread()) return FailedPrecondition("%", arg->name(), " is read");
    }
  }
  if (out->pinned()) return FailedPrecondition("%", out->name(), " is visible to other blocks");
  if (!out->is_output()) {
    for (const OpNode* consumer : out->consumers()) {
      LITE_RETURN_IF_ERROR(graph->CanMoveRead(x, op, consumer));
    }
    graph->RemoveOp(op);
    graph->ReplaceAllUses(out, x);
    return OkStatus();
  }
  // The model's output keeps its name: the producer of x writes the output instead.
  if (x->is_constant() || x->pinned() || x->is_input() || x->is_output() ||
      x->producer() == nullptr) {
    return FailedPrecondition("%", x->name(), " and the output %", out->name(),
                              " both have to keep their names");
  }
  OpNode* producer = x->producer();
  graph->RemoveOp(op);
  for (const auto& [slot, args] : ArgSlots(producer->outputs())) {
    std::vector<ArgNode*> renamed = args;
    for (ArgNode*& arg : renamed) {
      if (arg == x) arg = out;
    }
    if (renamed != args) graph->SetOutput(producer, slot, renamed);
  }
  graph->ReplaceAllUses(x, out);
  return OkStatus();
}

// Removes operators that only copy.
Result<bool> RemoveIdentities(const PassContext& context) {
  bool changed = false;
  for (OpNode* op : context.graph->AllOps()) {
    const char* slot = op->type() == "slice" ? "Input" : "X";
    ArgNode* x = op->Input(slot);
    ArgNode* out = op->Output("Out");
    if (x == nullptr || out == nullptr || !x->is_tensor() || !out->is_tensor()) continue;
    if (op->InputList(slot).size() != 1 || op->OutputList("Out").size() != 1) continue;
    if (!IsIdentity(*op, *x, *out)) continue;
    const std::string name = Describe(*op);
    // Without the operator, a program would run that Paddle refuses.
    const Status removed = op->refused ? FailedPrecondition("no input is valid for it")
                                       : Bypass(context.graph, op, x, out);
    context.Explain(removed.ok() ? StrCat("removed ", name, ", which only copies")
                                 : StrCat("left ", name, " alone: ", removed.message()));
    changed |= removed.ok();
  }
  return changed;
}

}  // namespace

LITE_PASS(remove_identities) {
  return Pass()
      .Stage(Stage::kFold)
      .Alias("identity_scale_eliminate_pass")
      .Alias("identity_dropout_eliminate_pass")
      .Alias("remove_scale1_pass")
      .Run(&RemoveIdentities);
}

}  // namespace paddle::lite::mir
