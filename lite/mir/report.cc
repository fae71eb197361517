#include "lite/mir/report.h"

#include <set>
#include <string>

#include "lite/base/offset_planner.h"

namespace paddle::lite::mir {

namespace {

// 0 where the shape or the type is not known.
size_t BytesOf(const ArgNode& arg) {
  const DDim dims = arg.probes.empty() ? arg.dims.value_or(DDim{-1}) : arg.probes.front();
  if (dims.HasUnknown()) return 0;
  const Result<int64_t> count = CheckedElementCount(dims);
  return count.ok() ? static_cast<size_t>(*count) * PrecisionTypeLength(arg.precision) : 0;
}

std::string SizeText(size_t bytes) {
  const bool large = bytes >= 1000000;
  const size_t hundredths = (bytes + (large ? 5000 : 5)) / (large ? 10000 : 10);
  return StrCat(hundredths / 100, ".", hundredths / 10 % 10, hundredths % 10,
                large ? " MB" : " KB");
}

// The result that may use its source's memory, as the runtime sees it: the first of each.
struct Reuse {
  OutputReuse kind = OutputReuse::kNone;
  const ArgNode* result = nullptr;
  const ArgNode* source = nullptr;
};
Reuse ReuseOf(const OpNode& node) {
  const Result<MetaOp> meta = MetaOp::Make(node);
  if (!meta.ok()) return {};
  const BoundTensors& bound = meta->bound();
  if (bound.inputs.empty() || bound.outputs.empty()) return {};
  return {meta->op().output_reuse(), meta->ArgOf(bound.outputs[0].tensor),
          meta->ArgOf(bound.inputs[0].tensor)};
}

void PrintList(const char* what, const std::vector<std::string>& lines, std::ostream* out) {
  *out << what << ": " << lines.size() << "\n";
  for (const std::string& line : lines) *out << "  " << line << "\n";
}

void PrintMemory(const Graph& graph, std::ostream* out) {
  const MemoryPlan plan = PlanMemory(graph);
  *out << "memory plan: weights " << SizeText(plan.weights) << ", activations "
       << SizeText(plan.activations) << " at the peak (" << SizeText(plan.unshared)
       << " without sharing), inputs and outputs " << SizeText(plan.io) << "\n";
  std::string assumed;
  for (const OpNode* op : graph.root()->ops()) {
    const ArgNode* input = op->type() == "feed" ? op->Output("Out") : nullptr;
    if (input == nullptr || input->probes.empty() || input->probes[0] == input->probes[1]) continue;
    assumed += StrCat(assumed.empty() ? "" : ", ", input->name(), " ", input->probes[0]);
  }
  if (!assumed.empty()) *out << "  assuming " << assumed << " where dimensions are open\n";
  if (plan.unknown != 0) *out << "  " << plan.unknown << " values of unknown size not counted\n";
  if (graph.blocks().size() > 1) *out << "  of the main block alone\n";
}

}  // namespace

MemoryPlan PlanMemory(const Graph& graph) {
  MemoryPlan plan;
  for (const ArgNode* arg : graph.Constants()) plan.weights += arg->constant()->memory_size();
  const std::vector<OpNode*>& ops = graph.root()->ops();
  std::map<const ArgNode*, int> last_use;
  for (size_t step = 0; step < ops.size(); ++step) {
    for (const auto& entry : ops[step]->inputs()) {
      for (const ArgNode* arg : entry.second) last_use[arg] = static_cast<int>(step);
    }
  }
  LifetimeTable table;
  std::map<const ArgNode*, size_t> block_of;
  for (size_t s = 0; s < ops.size(); ++s) {
    const OpNode& op = *ops[s];
    if (op.type() == "fetch") continue;
    const int step = static_cast<int>(s);
    const Reuse reuse = op.type() == "feed" ? Reuse() : ReuseOf(op);
    for (const auto& entry : op.outputs()) {
      for (const ArgNode* arg : entry.second) {
        const size_t bytes = BytesOf(*arg);
        if (bytes == 0 && arg->is_tensor()) ++plan.unknown;
        if (arg->is_input() || arg->is_output() || arg->pinned()) {
          plan.io += bytes;
          continue;
        }
        const int last = last_use.count(arg) != 0 ? last_use.at(arg) : step;
        plan.unshared += bytes;
        const auto shared = arg == reuse.result && reuse.kind != OutputReuse::kNone
                                ? block_of.find(reuse.source)
                                : block_of.end();
        if (shared != block_of.end() && BytesOf(*reuse.source) == bytes &&
            table.Share(shared->second, reuse.kind == OutputReuse::kView, step, last)) {
          block_of[arg] = shared->second;
        } else {
          block_of[arg] = table.Add(bytes, step, last);
        }
      }
    }
  }
  plan.activations = PlanOffsets(table.intervals()).total;
  return plan;
}

void ExplainLegalised(const Graph& graph, const Conversions& conversions,
                      const std::map<const OpNode*, double>& est_ns, std::ostream* out) {
  int by_target[static_cast<int>(TargetType::NUM)] = {};
  int casts = 0;
  for (const OpNode* op : graph.AllOps()) {
    if (op->kernel == nullptr) continue;
    casts += op->type() == "calib" || op->type() == "calib_once";
    ++by_target[static_cast<int>(op->kernel->target)];
    *out << "kernel: block " << op->block()->index() << " #" << op->position() << " " << op->type()
         << ": " << op->kernel->Key() << " "
         << Place(op->kernel->target, op->kernel->precision, op->kernel->layout).DebugString();
    const auto est = est_ns.find(op);
    if (est != est_ns.end()) *out << ", estimated " << est->second / 1000 << " us";
    for (const std::string& note : op->notes) *out << "; " << note;
    *out << "\n";
  }
  PrintList("layout conversions", conversions.layouts(), out);
  PrintList("layout changes that copy nothing", conversions.layout_views(), out);
  PrintList("copies between memories (io_copy)", conversions.copies(), out);
  *out << "casts (calib): " << casts << "\n";
  for (const std::string& line : conversions.casts()) *out << "  " << line << "\n";
  for (int t = 0; t < static_cast<int>(TargetType::NUM); ++t) {
    if (by_target[t] == 0) continue;
    *out << "operators on " << TargetToStr(static_cast<TargetType>(t)) << ": " << by_target[t]
         << "\n";
  }
  PrintMemory(graph, out);
}

}  // namespace paddle::lite::mir
