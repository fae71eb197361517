#pragma once

#include <ostream>

#include "lite/base/status.h"
#include "lite/mir/graph.h"
#include "lite/mir/optimizer.h"

namespace paddle::lite::mir {

// Chooses a kernel for every operator (OpNode::kernel) and a layout for every value, and inserts
// layout conversions where they pay off. Shapes and types must have been inferred. Writes one line
// per choice to `explain` (may be null). On failure, lists all operators that no allowed kernel
// accepts, with each kernel's reason.
Status Legalise(Graph* graph, const OptimizeOptions& options, std::ostream* explain);

}  // namespace paddle::lite::mir
