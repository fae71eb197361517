// Tables of operators and kernels, from the registry of this build.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/types.h"
#include "lite/model/program.h"
#include "lite/tools/valid_targets.h"

namespace paddle::lite::tools {

enum class TableFormat {
  kWide,     // every target, columns of ten: the form of the documents
  kCompact,  // only the requested targets, "kARM" headings: the form of later releases
  kNarrow,   // only requested targets and those that run something: for a person at a terminal
};
// "wide" or "compact"; an empty name is kNarrow at a terminal, else kWide, which scripts read.
Result<TableFormat> ParseTableFormat(const std::string& name);

// What runs an operator: the targets that have a kernel for it, kUnk if the executor itself runs
// it.
using OpTargets = std::set<TargetType>;

// Every operator that can run in this build.
std::map<std::string, OpTargets> SupportedOps();

// "arm,opencl": sorted by enumerator.
std::string TargetNames(std::vector<TargetType> targets);

std::string AllOpsReport(TableFormat format);
std::string AllOpsMarkdown();
std::string SupportedOpsReport(const ValidTargets& valid, TableFormat format);
// The table of `types`; operators that cannot run get an empty row.
std::string ModelOpsTable(const std::set<std::string>& types, const ValidTargets& valid,
                          TableFormat format);
std::string KernelsReport();

// How many operators of an optimised program run on kernels of each target.
std::map<TargetType, int> KernelCounts(const model::Program& program);
// How many operators there are; inputs and outputs are not counted.
int OpCount(const model::Program& program);
// "x86 28, host 2", the most frequent target first.
std::string KernelMix(const std::map<TargetType, int>& counts);

// An operator of a program that no kernel on the chosen targets or the host runs.
struct UnsupportedOp {
  std::string type;
  size_t block = 0;
  size_t index = 0;
  std::string elsewhere;  // the targets of this build that run it; empty = none
};
std::vector<UnsupportedOp> UnsupportedOps(const model::Program& program, const ValidTargets& valid);

}  // namespace paddle::lite::tools
