// Makes quantised operators compute with real numbers that the user names in the mixed precision
// configuration, before subgraphs are made.
#include <algorithm>
#include <utility>

#include "lite/mir/bind.h"
#include "lite/mir/partition_config.h"
#include "lite/mir/pass.h"
#include "lite/mir/scales.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::mir {
namespace {

bool HasInt8Weight(const OpNode& op) {
  for (const auto& entry : op.inputs()) {
    for (const ArgNode* arg : entry.second) {
      if (arg->is_constant() && arg->precision == PrecisionType::kInt8) return true;
    }
  }
  return false;
}

// What the operator reads as int8 becomes what was rounded to it. The operators that round are
// added to `casts`.
Status ReadReals(Graph* graph, OpNode* op, std::vector<OpNode*>* casts) {
  for (const auto& [slot, args] : ArgSlots(op->inputs())) {
    std::vector<ArgNode*> reals = args;
    for (ArgNode*& arg : reals) {
      if (arg->is_constant() || arg->precision != PrecisionType::kInt8) continue;
      OpNode* const cast = arg->producer();
      if (cast == nullptr || cast->type() != "calib") {
        return Unsupported("mixed precision configuration: ", Describe(*op), " reads %",
                           arg->name(), ", whose real values are not part of the program");
      }
      if (std::find(casts->begin(), casts->end(), cast) == casts->end()) casts->push_back(cast);
      arg = cast->Input("Input");
    }
    if (reals != args) graph->SetInput(op, slot, reals);
  }
  return OkStatus();
}

// The weight becomes a constant of real numbers, and the operator states no scales any more.
Status Dequantise(Graph* graph, OpNode* op) {
  const std::optional<QuantisedWeight> weight = FindQuantisedWeight(*op);
  if (weight.has_value()) {
    const Tensor& from = *weight->weight->constant();
    Tensor real;
    real.Resize(from.dims());
    real.set_persistable(true);
    LITE_RETURN_IF_ERROR(real.Allocate(PrecisionType::kFloat));
    auto* to = static_cast<float*>(real.mutable_raw_data());
    for (int64_t i = 0; i < from.numel(); ++i) {
      to[i] = static_cast<float>(from.data<int8_t>()[i]) * weight->ScaleAt(i);
    }
    graph->SetInput(op, weight->slot,
                    {graph->NewConstant(weight->weight->name(), std::move(real))});
  }
  if (HasInt8Weight(*op)) {
    return Unsupported("mixed precision configuration: ", Describe(*op),
                       " has an int8 weight whose scales do not fit its shape");
  }
  for (const ArgSlots* slots : {&op->inputs(), &op->outputs()}) {
    for (const auto& [slot, args] : *slots) {
      for (size_t i = 0; i < args.size(); ++i) op->attrs.erase(model::ScaleAttr(slot, i));
    }
  }
  op->attrs.erase("enable_int8");
  op->attrs.erase("bit_length");
  return OkStatus();
}

Result<bool> DequantiseNamedOps(const PassContext& context) {
  const std::vector<Place>& places = context.options->valid_places;
  const bool for_subgraphs = std::any_of(places.begin(), places.end(), [](const Place& place) {
    return place.target == TargetType::kNNAdapter;
  });
  if (!for_subgraphs) return false;
  LITE_ASSIGN_OR_RETURN(PartitionConfig config,
                        PartitionConfig::LoadMixedPrecision(*context.options));
  bool changed = false;
  std::vector<OpNode*> casts;
  for (OpNode* op : context.graph->root()->ops()) {
    const std::string line = config.LineFor(*op);
    if (line.empty() || !IsQuantised(*op)) continue;
    LITE_RETURN_IF_ERROR(Dequantise(context.graph, op));
    LITE_RETURN_IF_ERROR(ReadReals(context.graph, op, &casts));
    context.Explain(StrCat("named by '", line, "', computes with real numbers: ", Describe(*op)));
    changed = true;
  }
  for (OpNode* cast : casts) {
    if (cast->Output("Out")->unread()) context.graph->RemoveOp(cast);
  }
  // Later, the operators are in subgraphs.
  const bool first = context.said == nullptr || context.said->insert(context.pass).second;
  if (first) config.WarnOfUnused(context.said);
  return changed;
}

}  // namespace

// Runs before partition_subgraphs.
LITE_PASS(dequantise_named_ops) {
  return Pass()
      .Stage(Stage::kPartition)
      .Alias("quantization_parameters_removal_pass")
      .Run(&DequantiseNamedOps);
}

}  // namespace paddle::lite::mir
