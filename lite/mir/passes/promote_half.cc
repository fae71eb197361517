#include <algorithm>

#include "lite/core/element.h"
#include "lite/mir/bind.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

namespace {

using HalfTypes = ElementTypes<Half, BFloat16>;
constexpr PrecisionType kHalfTypes[] = {PrecisionType::kFP16, PrecisionType::kBF16};
constexpr int kSingle = static_cast<int>(model::VarType::kFP32);

bool AskedFor(PrecisionType half, const OptimizeOptions& options) {
  return std::any_of(options.valid_places.begin(), options.valid_places.end(),
                     [half](const Place& place) { return place.precision == half; });
}

Result<Tensor> ToSingle(const Tensor& half) {
  Tensor single;
  single.Resize(half.dims());
  LITE_RETURN_IF_ERROR(single.Allocate(PrecisionType::kFloat));
  LITE_RETURN_IF_ERROR(VisitElementType<HalfTypes>("weight", half.precision(), [&](auto type) {
    const auto* src = half.data<typename decltype(type)::Type>();
    std::copy_n(src, half.numel(), single.mutable_data<float>());
  }));
  return single;
}

int NumberOf(PrecisionType precision) { return static_cast<int>(model::VarTypeOf(precision)); }

// Makes `cast` compute `out` from `in`.
void SetCast(Graph* graph, OpNode* cast, ArgNode* in, ArgNode* out, int from, int to) {
  cast->attrs["in_dtype"] = from;
  cast->attrs["out_dtype"] = to;
  graph->SetInput(cast, "X", {in});
  graph->SetOutput(cast, "Out", {out});
}

// Inputs and outputs of the model keep their documented type.
bool CastInputs(Graph* graph, OpNode* feed, PrecisionType half) {
  ArgNode* input = feed->Output("Out");
  if (input == nullptr || input->precision != half) return false;
  const std::vector<OpNode*> readers = input->consumers();
  const bool done = std::all_of(readers.begin(), readers.end(), [](const OpNode* reader) {
    return reader->type() == "cast" || reader->type() == "fetch";
  });
  if (done) return false;
  ArgNode* single = graph->NewArg(feed->block(), input->name() + "/precision_trans", input);
  single->precision = PrecisionType::kFloat;
  single->desc.data_type = model::VarType::kFP32;
  graph->ReplaceAllUses(input, single);
  SetCast(graph, graph->InsertOpAfter("cast", feed), input, single, NumberOf(half), kSingle);
  return true;
}

// Whether `op` converts to an output of the model that is not read otherwise.
bool IsOutputCast(const OpNode& op) {
  const ArgNode* result = op.type() == "cast" ? op.Output("Out") : nullptr;
  if (result == nullptr || result->consumers().empty()) return false;
  return std::all_of(result->consumers().begin(), result->consumers().end(),
                     [](const OpNode* reader) { return reader->type() == "fetch"; });
}

bool CastOutputs(Graph* graph, OpNode* fetch, PrecisionType half) {
  ArgNode* output = fetch->Input("X");
  if (output == nullptr || output->precision != half || output->producer() == nullptr ||
      IsOutputCast(*output->producer()) || output->producer()->type() == "feed") {
    return false;
  }
  OpNode* producer = output->producer();
  ArgNode* single = graph->NewArg(fetch->block(), output->name() + "/precision_raw", output);
  single->desc.data_type = model::VarType::kFP32;
  for (const auto& slot : ArgSlots(producer->outputs())) {
    std::vector<ArgNode*> args = slot.second;
    if (std::find(args.begin(), args.end(), output) == args.end()) continue;
    std::replace(args.begin(), args.end(), output, single);
    graph->SetOutput(producer, slot.first, args);
  }
  for (OpNode* reader : std::vector<OpNode*>(output->consumers())) {
    if (reader->type() != "fetch") graph->ReplaceUse(reader, output, single);
  }
  OpNode* cast = graph->InsertOp("cast", fetch->block(), fetch);
  SetCast(graph, cast, single, output, kSingle, NumberOf(half));
  return true;
}

// Attributes that name the element type of a result.
bool PromoteAttrs(OpNode* op, PrecisionType half) {
  bool changed = false;
  const bool boundary_cast = op->type() == "cast" && op->source_index() < 0;
  if (boundary_cast) return false;
  const bool keeps_result = IsOutputCast(*op);
  for (const char* name : {"dtype", "out_dtype", "in_dtype"}) {
    if (keeps_result && std::string(name) == "out_dtype") continue;
    const auto it = op->attrs.find(name);
    if (it == op->attrs.end() || !(it->second == model::AttrValue(int32_t{NumberOf(half)})))
      continue;
    it->second = int32_t{kSingle};
    changed = true;
  }
  return changed;
}

Result<bool> Promote(Graph* graph, PrecisionType half) {
  bool changed = false;
  for (OpNode* op : graph->AllOps()) {
    if (op->type() == "feed") changed |= CastInputs(graph, op, half);
    if (op->type() == "fetch") changed |= CastOutputs(graph, op, half);
  }
  for (OpNode* op : graph->AllOps()) changed |= PromoteAttrs(op, half);
  for (ArgNode* weight : graph->Constants()) {
    if (weight->constant()->precision() != half) continue;
    LITE_ASSIGN_OR_RETURN(Tensor single, ToSingle(*weight->constant()));
    graph->ReplaceAllUses(weight, graph->NewConstant(weight->name(), std::move(single)));
    changed = true;
  }
  return changed;
}

Result<bool> PromoteHalf(const PassContext& context) {
  bool any = false;
  for (const PrecisionType half : kHalfTypes) {
    if (AskedFor(half, *context.options)) continue;
    LITE_ASSIGN_OR_RETURN(const bool changed, Promote(context.graph, half));
    any |= changed;
    if (!changed) continue;
    const std::string& name = PrecisionToStr(half);
    context.Explain(StrCat(name, " computes in float32: no ", name, " place was requested"));
  }
  return any;
}

}  // namespace

// Programs and weights in float16 or bfloat16 run in float32 unless such kernels were requested.
LITE_PASS(promote_half) { return Pass().Stage(Stage::kFold).Mandatory().Run(&PromoteHalf); }

}  // namespace paddle::lite::mir
