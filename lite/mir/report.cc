#include "lite/mir/report.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

#include "lite/mir/meta_op.h"
#include "lite/mir/scales.h"
#include "lite/operators/activation_plan.h"
#include "lite/operators/settled_values.h"

namespace paddle::lite::mir {

namespace {

// 0 if the shape or the type is unknown.
size_t ParameterBytes(const ArgNode& arg) {
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

void PrintList(const char* what, const std::vector<std::string>& lines, std::ostream* out) {
  *out << what << ": " << lines.size() << "\n";
  for (const std::string& line : lines) *out << "  " << line << "\n";
}

void PrintMemory(const Graph& graph, std::ostream* out) {
  const MemoryPlan plan = PlanMemory(graph);
  *out << "memory plan: weights " << SizeText(plan.weights) << ", activations "
       << SizeText(plan.activations) << " at the peak (" << SizeText(plan.unshared)
       << " without sharing), inputs and outputs " << SizeText(plan.io);
  if (plan.settled != 0) *out << ", values that follow from the shapes " << SizeText(plan.settled);
  *out << "\n";
  std::string assumed;
  for (const OpNode* op : graph.root()->ops()) {
    const ArgNode* input = op->type() == "feed" ? op->Output("Out") : nullptr;
    if (input == nullptr || input->probes.empty() || input->probes[0] == input->probes[1]) continue;
    assumed += StrCat(assumed.empty() ? "" : ", ", input->name(), " ", input->probes[0]);
  }
  if (!assumed.empty()) *out << "  assuming " << assumed << " where dimensions are open\n";
  if (plan.unknown != 0) *out << "  " << plan.unknown << " values of unknown size not counted\n";
  if (graph.blocks().size() > 1) *out << "  of the main block only\n";
}

// With one decimal: more would feign an accuracy that estimates lack.
std::string Rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", value);
  return text;
}

Place PlaceOf(const OpNode& op) {
  return Place(op.kernel->target, op.kernel->precision, op.kernel->layout);
}

int CountCasts(const Graph& graph) {
  int casts = 0;
  for (const OpNode* op : graph.AllOps()) casts += op->kernel != nullptr && IsCalib(op->type());
  return casts;
}

// A summary of the result in a few lines.
void PrintSummary(const Graph& graph, const Conversions& conversions,
                  const std::map<const OpNode*, double>& est_ns, std::ostream* out) {
  int by_target[static_cast<int>(TargetType::NUM)] = {};
  int count = 0;
  double total_ns = 0;
  for (const OpNode* op : graph.AllOps()) {
    if (op->kernel == nullptr) continue;
    ++count;
    ++by_target[static_cast<int>(op->kernel->target)];
    const auto est = est_ns.find(op);
    if (est != est_ns.end()) total_ns += est->second;
  }
  *out << "Summary: " << count << " operators, estimated " << Rounded(total_ns / 1e6) << " ms";
  *out << "; layout conversions " << conversions.layouts().size() << ", casts " << CountCasts(graph)
       << "\n";
  for (int t = 0; t < static_cast<int>(TargetType::NUM); ++t) {
    if (by_target[t] == 0) continue;
    *out << "operators on " << TargetToStr(static_cast<TargetType>(t)) << ": " << by_target[t]
         << "\n";
  }
}

// One line for each operator.
void PrintTable(const Graph& graph, const std::map<const OpNode*, double>& est_ns,
                std::ostream* out) {
  std::vector<std::vector<std::string>> rows = {
      {"#", "operator", "kernel", "alias", "result", "estimated us"}};
  for (const OpNode* op : graph.AllOps()) {
    if (op->kernel == nullptr) continue;
    const int block = op->block()->index();
    const auto est = est_ns.find(op);
    std::string result;
    for (const auto& entry : op->outputs()) {
      if (!result.empty() || entry.second.empty()) continue;
      const ArgNode& arg = *entry.second.front();
      result = StrCat(arg.name(), " ", arg.dims.has_value() ? StrCat(*arg.dims) : "[?]");
    }
    rows.push_back({StrCat(block == 0 ? "" : StrCat(block, ":"), op->position()), op->type(),
                    PlaceOf(*op).DebugString(), op->kernel->alias, result,
                    est == est_ns.end() ? "" : Rounded(est->second / 1000)});
  }
  std::vector<size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  *out << "\n";
  for (const auto& row : rows) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - row[c].size(), ' ');
      const bool number = c == 0 || c + 1 == row.size();
      line += StrCat(c == 0 ? "" : "  ", number ? blanks + row[c] : row[c] + blanks);
    }
    *out << line << "\n";
  }
}

}  // namespace

MemoryPlan PlanMemory(const Graph& graph) {
  MemoryPlan plan;
  for (const ArgNode* arg : graph.Constants()) plan.weights += arg->constant()->memory_size();
  ActivationPlanner planner;
  std::map<const ArgNode*, int> value_of;
  const auto add_result = [&](const ArgNode* arg, bool settled) {
    const size_t bytes = ParameterBytes(*arg);
    if (bytes == 0 && arg->is_tensor()) ++plan.unknown;
    const bool apart = arg->is_input() || arg->is_output();
    (apart ? plan.io : settled ? plan.settled : plan.unshared) += bytes;
    return value_of[arg] = planner.AddValue(bytes, apart || settled);
  };
  std::set<const ArgNode*> all_settled;
  for (const OpNode* op : graph.root()->ops()) {
    if (op->type() == "fetch") continue;
    if (op->type() == "feed") {
      add_result(op->Output("Out"), /*settled=*/false);
      continue;
    }
    const Result<MetaOp> meta = MetaOp::Make(*op);
    if (!meta.ok()) continue;  // legalised graphs only have operators of this build
    const bool settled = IsSettled(meta->op(), meta->bound(), [&](const Tensor* input) {
      const ArgNode* arg = meta->ArgOf(input);
      return arg->is_constant() || all_settled.count(arg) != 0;
    });
    std::vector<int> read, written;
    for (const auto& input : meta->bound().inputs) {
      const auto [it, is_new] = value_of.try_emplace(meta->ArgOf(input.tensor), 0);
      if (is_new) it->second = planner.AddValue(0, /*apart=*/true);  // a constant
      read.push_back(it->second);
    }
    for (const auto& output : meta->bound().outputs) {
      const ArgNode* arg = meta->ArgOf(output.tensor);
      written.push_back(add_result(arg, settled));
      if (settled) all_settled.insert(arg);
    }
    if (settled) continue;
    planner.AddStep(meta->op(), meta->bound(), read, written);
  }
  planner.Plan();
  plan.activations = planner.total();
  return plan;
}

void ExplainLegalised(const Graph& graph, const Conversions& conversions,
                      const std::map<const OpNode*, double>& est_ns, std::ostream* out) {
  PrintSummary(graph, conversions, est_ns, out);
  PrintTable(graph, est_ns, out);
  PrintList("\nlayout conversions", conversions.layouts(), out);
  PrintList("layout changes that copy nothing", conversions.layout_views(), out);
  PrintList("copies between memories (io_copy)", conversions.copies(), out);
  if (!conversions.stored().empty()) {
    PrintList("weights stored in another type", conversions.stored(), out);
  }
  *out << "casts (calib): " << CountCasts(graph) << "\n";
  for (const std::string& line : conversions.casts()) *out << "  " << line << "\n";
  PrintMemory(graph, out);
  *out << "\nWhy these kernels:\n";
  for (const OpNode* op : graph.AllOps()) {
    if (op->kernel == nullptr) continue;
    *out << "kernel: block " << op->block()->index() << " #" << op->position() << " " << op->type()
         << ": " << op->kernel->Key() << " " << PlaceOf(*op).DebugString();
    const auto est = est_ns.find(op);
    if (est != est_ns.end()) *out << ", estimated " << Rounded(est->second / 1000) << " us";
    *out << "\n";
    const std::string scales = ScalesText(*op);
    if (!scales.empty()) *out << "  scales: " << scales << "\n";
    for (const std::string& note : op->notes) *out << "  " << note << "\n";
  }
}

}  // namespace paddle::lite::mir
