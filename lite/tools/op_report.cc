#include "lite/tools/op_report.h"

#include <algorithm>

#include "lite/kernels/subgraph_kernel.h"
#include "lite/mir/declared_kernels.h"
#include "lite/mir/import_quantisation.h"
#include "lite/operators/op.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/tools/output.h"

namespace paddle::lite::tools {
namespace {

constexpr TargetType kWideColumns[] = {
    TargetType::kHost,   TargetType::kX86,  TargetType::kCUDA, TargetType::kARM,
    TargetType::kOpenCL, TargetType::kFPGA, TargetType::kNPU,  TargetType::kXPU,
    TargetType::kRKNPU,  TargetType::kAPU,  TargetType::kMLU,  TargetType::kNNAdapter,
    TargetType::kMetal,  TargetType::kAny,  TargetType::kUnk};

constexpr TargetType kCompactColumns[] = {
    TargetType::kARM,  TargetType::kOpenCL, TargetType::kMetal,     TargetType::kXPU,
    TargetType::kHost, TargetType::kX86,    TargetType::kNNAdapter, TargetType::kUnk};

using Ops = std::map<std::string, OpTargets>;
using kernels::DeviceAnswer;

struct Column {
  std::string heading;
  TargetType target;
  size_t width;
  std::vector<std::string> devices = {};  // of NNAdapter; none: any device
};

// Whether one of the devices runs an operator that has a converter.
DeviceAnswer RunsOnDevices(const std::string& type, const std::vector<std::string>& devices) {
  DeviceAnswer best = devices.empty() ? DeviceAnswer::kYes : DeviceAnswer::kNo;
  for (const std::string& device : devices) {
    const DeviceAnswer answer = kernels::NNAdapterDeviceRuns(device, type);
    if (answer == DeviceAnswer::kYes || best == DeviceAnswer::kNo) best = answer;
  }
  return best;
}

// Whether an operator can run if only the valid targets and the host are allowed.
bool RunsOn(const std::string& type, const OpTargets& op, const ValidTargets& valid) {
  if (op.count(TargetType::kHost) != 0 || op.count(TargetType::kUnk) != 0) return true;
  const std::vector<TargetType> targets = TargetsOf(valid.places);
  return std::any_of(targets.begin(), targets.end(), [&](TargetType target) {
    return op.count(target) != 0 && (target != TargetType::kNNAdapter ||
                                     RunsOnDevices(type, valid.devices) != DeviceAnswer::kNo);
  });
}

const char* MarkOf(const std::string& type, const OpTargets& op, const Column& column) {
  if (op.count(column.target) == 0) return " ";
  if (column.target != TargetType::kNNAdapter) return "Y";
  const DeviceAnswer answer = RunsOnDevices(type, column.devices);
  return answer == DeviceAnswer::kYes ? "Y" : answer == DeviceAnswer::kNo ? " " : "-";
}

std::string RightAligned(const std::string& text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

size_t LongestOpName() {
  size_t longest = 0;
  for (const std::string& type : KnownOpTypes()) longest = std::max(longest, type.size());
  return longest;
}

std::string Table(const Ops& ops, const std::vector<Column>& columns, size_t name_width) {
  for (const auto& entry : ops) name_width = std::max(name_width, entry.first.size());
  std::string out = RightAligned("OP_name", name_width);
  for (const Column& column : columns) out += RightAligned(column.heading, column.width);
  out += '\n';
  bool unknown = false;
  for (const auto& [name, targets] : ops) {
    out += RightAligned(name, name_width);
    for (const Column& column : columns) {
      const std::string mark = MarkOf(name, targets, column);
      unknown |= mark == "-";
      out += RightAligned(mark, column.width);
    }
    out += '\n';
  }
  if (unknown) out += "-: which operations the device has is not known\n";
  return out;
}

std::string WideTable(const Ops& ops, const ValidTargets& valid) {
  constexpr size_t kWidth = 10;
  std::vector<Column> columns;
  for (const TargetType target : kWideColumns) {
    const std::string heading = TargetRepr(target).substr(1);
    columns.push_back(
        {heading, target, heading.size() > 8 ? heading.size() + 2 : kWidth, valid.devices});
  }
  return Table(ops, columns, LongestOpName());
}

std::string CompactTable(const Ops& ops, const std::vector<Column>& columns) {
  return Table(ops, columns, LongestOpName() + 2);
}

// Columns that say something: targets that run one of the operators, and valid ones.
std::string NarrowTable(const Ops& ops, const ValidTargets& valid) {
  const std::vector<TargetType> requested = TargetsOf(valid.places);
  std::vector<Column> columns;
  for (const TargetType target : kWideColumns) {
    bool listed = std::find(requested.begin(), requested.end(), target) != requested.end();
    for (const auto& entry : ops) listed |= entry.second.count(target) != 0;
    const std::string heading = TargetRepr(target).substr(1);
    if (listed) columns.push_back({heading, target, heading.size() + 2, valid.devices});
  }
  return Table(ops, columns, std::string_view("OP_name").size());
}

Column CompactColumn(TargetType target) {
  const std::string heading = TargetRepr(target);
  return {heading, target, heading.size() + 2};
}

// The requested targets and the host, sorted; NNAdapter accelerators by device name.
std::vector<Column> SelectedColumns(const ValidTargets& valid) {
  std::vector<Column> columns;
  for (const TargetType target : TargetsOf(valid.places)) {
    if (target != TargetType::kNNAdapter && target != TargetType::kHost) {
      columns.push_back(CompactColumn(target));
    }
  }
  for (const std::string& device : valid.devices) {
    columns.push_back({device, TargetType::kNNAdapter, device.size() + 2, {device}});
  }
  columns.push_back(CompactColumn(TargetType::kHost));
  std::sort(columns.begin(), columns.end(),
            [](const Column& a, const Column& b) { return a.heading < b.heading; });
  return columns;
}

}  // namespace

Result<TableFormat> ParseTableFormat(const std::string& name) {
  if (name.empty()) return IsTerminal(Stream::kOut) ? TableFormat::kNarrow : TableFormat::kWide;
  if (name == "wide") return TableFormat::kWide;
  if (name == "compact") return TableFormat::kCompact;
  return InvalidArgument("illegal value '", name,
                         "' of flag --print_format (expected wide or compact)");
}

std::map<std::string, OpTargets> SupportedOps() {
  Ops ops;
  for (const KernelDef* kernel : KernelsOnAllTargets()) ops[kernel->op_type].insert(kernel->target);
  for (const char* type : kernels::NNAdapterOpTypes()) ops[type].insert(TargetType::kNNAdapter);
  // The executor moves the program's inputs and outputs itself.
  for (const char* type : {"feed", "fetch"}) {
    if (ops.count(type) == 0) ops[type].insert(TargetType::kUnk);
  }
  for (const std::string& type : mir::ImportedQuantisers()) {
    if (ops.count(type) == 0) ops[type].insert(TargetType::kUnk);
  }
  return ops;
}

std::string TargetNames(std::vector<TargetType> targets) {
  std::sort(targets.begin(), targets.end());
  std::string names;
  for (const TargetType target : targets) {
    if (!names.empty()) names += ',';
    names += TargetToStr(target);
  }
  return names;
}

std::string AllOpsReport(TableFormat format) {
  const Ops ops = SupportedOps();
  std::string out = StrCat("All OPs supported by Paddle-Lite: ", ops.size(), " ops in total.\n");
  if (format == TableFormat::kWide) return out + WideTable(ops, {});
  if (format == TableFormat::kNarrow) return out + NarrowTable(ops, {});
  std::vector<Column> columns;
  for (const TargetType target : kCompactColumns) columns.push_back(CompactColumn(target));
  return out + CompactTable(ops, columns);
}

std::string AllOpsMarkdown() {
  const Ops ops = SupportedOps();
  std::string out = StrCat("The number of supported operators is : ", ops.size(), "\n| OP_name |");
  std::string rule = "| --- |";
  for (const TargetType target : kCompactColumns) {
    out += StrCat(" ", TargetRepr(target).substr(1), " |");
    rule += " --- |";
  }
  out += StrCat("\n", rule, "\n");
  for (const auto& [name, targets] : ops) {
    out += StrCat("| ", name, " |");
    for (const TargetType target : kCompactColumns) {
      out += targets.count(target) != 0 ? " Y |" : "   |";
    }
    out += '\n';
  }
  return out;
}

std::string SupportedOpsReport(const ValidTargets& valid, TableFormat format) {
  Ops ops;
  for (auto& entry : SupportedOps()) {
    if (RunsOn(entry.first, entry.second, valid)) ops.insert(std::move(entry));
  }
  if (format != TableFormat::kCompact) {
    return StrCat("Supported OPs on '", TargetNames(TargetsOf(valid.places)), "': \n",
                  format == TableFormat::kWide ? WideTable(ops, valid) : NarrowTable(ops, valid));
  }
  std::vector<Column> columns = SelectedColumns(valid);
  std::string names;
  for (const Column& column : columns) {
    if (column.target != TargetType::kHost) names += StrCat(" ", column.heading);
  }
  columns.push_back(CompactColumn(TargetType::kUnk));
  return StrCat("Supported OPs on '", names, "': \n", CompactTable(ops, columns));
}

std::string ModelOpsTable(const std::set<std::string>& types, const ValidTargets& valid,
                          TableFormat format) {
  const Ops supported = SupportedOps();
  Ops ops;
  for (const std::string& type : types) {
    const auto it = supported.find(type);
    ops[type] = it == supported.end() ? OpTargets() : it->second;
  }
  if (format == TableFormat::kNarrow) return NarrowTable(ops, valid);
  return format == TableFormat::kWide ? WideTable(ops, valid)
                                      : CompactTable(ops, SelectedColumns(valid));
}

std::string KernelsReport() {
  std::map<std::string, std::vector<const KernelDef*>> by_op;
  const std::vector<const KernelDef*> kernels = KernelsOnAllTargets();
  for (const KernelDef* kernel : kernels) by_op[kernel->op_type].push_back(kernel);
  std::string out = StrCat("Count of registered kernels: ", kernels.size(),
                           "\nCount of kernel kinds: ", by_op.size(), "\n");
  for (const auto& [type, kernels] : by_op) {
    out += StrCat("op: ", type, "\n");
    for (const KernelDef* kernel : kernels) {
      out += StrCat("   - (", TargetToStr(kernel->target), ",", PrecisionToStr(kernel->precision),
                    ",", DataLayoutToStr(kernel->layout), ")\n");
    }
  }
  return out;
}

std::map<TargetType, int> KernelCounts(const model::Program& program) {
  std::map<TargetType, int> counts;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      const model::AttrValue* attr = op.FindAttr(model::kKernelTypeAttr);
      const auto* key = attr == nullptr ? nullptr : std::get_if<std::string>(attr);
      if (key == nullptr || op.type == "feed" || op.type == "fetch") continue;
      const Result<KernelKey> kernel = ParseKernelKey(*key);
      if (kernel.ok()) ++counts[kernel->place.target];
    }
  }
  return counts;
}

int OpCount(const model::Program& program) {
  int count = 0;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) count += op.type != "feed" && op.type != "fetch";
  }
  return count;
}

std::string KernelMix(const std::map<TargetType, int>& counts) {
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [target, count] : counts) order.emplace_back(-count, TargetToStr(target));
  std::sort(order.begin(), order.end());
  std::string text;
  for (const auto& [count, name] : order) {
    text += StrCat(text.empty() ? "" : ", ", name, " ", -count);
  }
  return text;
}

std::vector<UnsupportedOp> UnsupportedOps(const model::Program& program,
                                          const ValidTargets& valid) {
  const Ops supported = SupportedOps();
  std::vector<UnsupportedOp> unsupported;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const std::vector<model::OpDesc>& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      const auto it = supported.find(ops[i].type);
      if (it != supported.end() && RunsOn(it->first, it->second, valid)) continue;
      UnsupportedOp op{ops[i].type, b, i, ""};
      if (it != supported.end()) op.elsewhere = TargetNames({it->second.begin(), it->second.end()});
      unsupported.push_back(std::move(op));
    }
  }
  return unsupported;
}

}  // namespace paddle::lite::tools
