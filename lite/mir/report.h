#pragma once

#include <map>
#include <ostream>

#include "lite/mir/conversions.h"

namespace paddle::lite::mir {

// The memory needed by the main block, for the sizes assumed by inference if dimensions are open.
// Planned as in the runtime; scratch memory of kernels is unknown here.
struct MemoryPlan {
  size_t weights = 0;      // constants, as stored
  size_t activations = 0;  // the arena: the peak with memory shared
  size_t unshared = 0;     // size of the same values without sharing
  size_t io = 0;           // inputs and outputs
  size_t settled = 0;      // values that depend only on shapes (operators/settled_values.h)
  int unknown = 0;         // values whose size is only known in a run
};
MemoryPlan PlanMemory(const Graph& graph);

// Prints a legalised graph for --explain: a summary with the operators of each target, a table of
// all operators, the conversions, the memory plan, and why each kernel was chosen. `est_ns`:
// estimated time by operator.
void ExplainLegalised(const Graph& graph, const Conversions& conversions,
                      const std::map<const OpNode*, double>& est_ns, std::ostream* out);

}  // namespace paddle::lite::mir
