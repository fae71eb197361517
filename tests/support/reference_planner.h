// A slow planner to measure PlanOffsets against.
#pragma once

#include "lite/base/offset_planner.h"

namespace paddle::lite::test {

// The best of very many plans: for few blocks the optimum by branch and bound, otherwise what an
// annealed search over orders of placement finds, always from the same seeds. Some order, with
// every block at its lowest free offset, gives an optimal plan. Stops early at the lower bound.
OffsetPlan ReferencePlan(Span<const Interval> intervals);

}  // namespace paddle::lite::test
