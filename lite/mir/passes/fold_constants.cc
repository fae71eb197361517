#include <map>

#include "lite/core/slot_visitor.h"
#include "lite/mir/bind.h"
#include "lite/mir/evaluate.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/pass.h"
#include "lite/operators/settled_values.h"

namespace paddle::lite::mir {

namespace {

// A folded result larger than its inputs and this many elements would bloat the model file.
constexpr int64_t kMaxGrownElements = 65536;
constexpr int64_t kMaxElements = int64_t{1} << 26;

// The reason why the operator is not folded, or OK.
Status CheckFoldable(const OpNode& op, int64_t* max_elements) {
  if (WorksByEffect(op)) return FailedPrecondition("works by effect");
  if (DrawsRandomNumbers(op.type())) return FailedPrecondition("draws random numbers");
  if (IsCalib(op.type()) && op.Output("Out") != nullptr &&
      op.Output("Out")->precision == PrecisionType::kInt8 && !AttrEquals(op, "full_range", true)) {
    return FailedPrecondition("legalisation decides which operators read int8");
  }
  int64_t input_elements = 0;
  for (const auto& entry : op.inputs()) {
    for (const ArgNode* arg : entry.second) {
      if (!arg->is_constant()) return FailedPrecondition("%", arg->name(), " is not a constant");
      if (!arg->constant()->IsInitialized())
        return FailedPrecondition("%", arg->name(), " is empty");
      if (!arg->constant()->lod().empty()) return FailedPrecondition("sequences are not folded");
      input_elements += arg->constant()->numel();
    }
  }
  for (const auto& entry : op.outputs()) {
    for (const ArgNode* arg : entry.second) {
      if (!arg->is_tensor()) return FailedPrecondition("%", arg->name(), " is not a tensor");
      if (arg->pinned()) return FailedPrecondition("%", arg->name(), " is visible to other blocks");
      // The model's outputs are written by operators.
      if (arg->is_output()) return FailedPrecondition("%", arg->name(), " is fetched");
    }
  }
  *max_elements = std::min(kMaxElements, std::max(kMaxGrownElements, input_elements));
  return OkStatus();
}

Status Fold(Graph* graph, OpNode* op, int64_t max_elements) {
  std::map<const ArgNode*, Tensor> tensors;
  const auto tensor_of = [&](const ArgNode* arg) {
    const auto [it, is_new] = tensors.try_emplace(arg);
    if (is_new && arg->is_constant()) it->second = *arg->constant();
    if (is_new && !arg->is_constant()) {
      model::PresetFluidResult(graph->program_header, arg->desc, &it->second);
    }
    // The element type of Out says what a calib does.
    if (is_new && IsCalib(op->type()) && !arg->is_constant()) {
      it->second.set_precision(arg->precision);
    }
    return &it->second;
  };
  {
    LITE_ASSIGN_OR_RETURN(const std::unique_ptr<BoundOp> bound, BoundOp::Make(*op, tensor_of));
    LITE_RETURN_IF_ERROR(RunOnHost(&bound->op(), max_elements));
  }
  std::vector<ArgNode*> results;
  for (const auto& entry : op->outputs()) {
    for (ArgNode* arg : entry.second) {
      const auto it = tensors.find(arg);
      // Slots that the operator does not declare (XShape) have no value; they must not have
      // readers.
      const bool has_value = it != tensors.end() && it->second.IsInitialized();
      if (!has_value && !arg->unread()) return Unsupported("%", arg->name(), " got no value");
      // Files store the elements of a constant, and no levels of detail.
      if (has_value && !it->second.lod().empty()) return Unsupported("sequences are not folded");
      if (has_value) results.push_back(arg);
    }
  }
  graph->RemoveOp(op);
  for (ArgNode* arg : results) {
    // A view would keep all of the input's memory, and share what must not be shared.
    Tensor value;
    LITE_RETURN_IF_ERROR(value.CopyFrom(tensors.at(arg)));
    graph->MakeConstant(arg, std::move(value));
  }
  return OkStatus();
}

// Runs operators whose inputs are all constants.
Result<bool> FoldConstants(const PassContext& context) {
  bool changed = false;
  for (OpNode* op : context.graph->AllOps()) {
    int64_t max_elements = 0;
    if (!CheckFoldable(*op, &max_elements).ok()) continue;
    const std::string name = Describe(*op);
    const Status folded = Fold(context.graph, op, max_elements);
    context.Explain(folded.ok() ? StrCat("computed ", name, " once and for all")
                                : StrCat("left ", name, " alone: ", folded.message()));
    changed |= folded.ok();
  }
  return changed;
}

}  // namespace

LITE_PASS(fold_constants) {
  return Pass()
      .Stage(Stage::kFold)
      .Alias("unsqueeze_calc_offline_pass")
      .Alias("scale_calc_offline_pass")
      .Alias("reshape_calc_offline_pass")
      .Alias("reshape2_calc_offline_pass")
      .Alias("range_calc_offline_pass")
      .Alias("fill_constant_calc_offline_pass")
      .Alias("assign_value_calc_offline_pass")
      .Alias("ssd_boxes_calc_offline_pass")
      .Run(&FoldConstants);
}

}  // namespace paddle::lite::mir
