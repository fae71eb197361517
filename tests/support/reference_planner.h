// A slow planner as a reference for PlanOffsets.
#pragma once

#include "lite/base/offset_planner.h"

namespace paddle::lite::test {

// The best of very many plans: for few blocks the optimum by branch and bound, otherwise the result
// of an annealed search over placement orders, with fixed seeds. Some order, with every block at
// its lowest free offset, is an optimal plan. Stops early at the lower bound.
OffsetPlan ReferencePlan(Span<const Interval> intervals);

}  // namespace paddle::lite::test
