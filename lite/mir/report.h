#pragma once

#include <map>
#include <ostream>

#include "lite/mir/conversions.h"

namespace paddle::lite::mir {

// What memory the main block needs, for the extents that inference assumes where dimensions are
// open. Planned like the runtime does; scratch memory of kernels is not known here.
struct MemoryPlan {
  size_t weights = 0;      // constants, as stored
  size_t activations = 0;  // the arena: the peak with memory shared
  size_t unshared = 0;     // what the same values take side by side
  size_t io = 0;           // inputs and outputs
  size_t settled = 0;      // what follows from the shapes (operators/settled_values.h)
  int unknown = 0;         // values whose size only a run tells
};
MemoryPlan PlanMemory(const Graph& graph);

// A legalised graph for --explain: every operator with its kernel and the reasons, the conversions,
// the operators of each target, the memory plan. `est_ns`: estimated time by operator.
void ExplainLegalised(const Graph& graph, const Conversions& conversions,
                      const std::map<const OpNode*, double>& est_ns, std::ostream* out);

}  // namespace paddle::lite::mir
