// Places blocks with known sizes and lifetimes in one arena.
#pragma once

#include <cstddef>
#include <vector>

#include "lite/base/span.h"

namespace paddle::lite {

// A block is live from step `first` to step `last`, both included.
struct Interval {
  size_t bytes = 0;
  int first = 0;
  int last = 0;
};

struct OffsetPlan {
  std::vector<size_t> offsets;  // one per interval, 64-byte aligned
  size_t total = 0;             // bytes of the arena
};

// Blocks whose lifetimes meet never overlap. Best result of several greedy orders (by size, by
// lifetime, by the step with the largest sum), repaired where they miss the lower bound;
// deterministic.
OffsetPlan PlanOffsets(Span<const Interval> intervals);

// The largest sum of live bytes over all steps: no plan can be smaller.
size_t OffsetPlanLowerBound(Span<const Interval> intervals);

// The blocks of a straight-line program, collected step by step in the order of execution.
class LifetimeTable {
 public:
  // A block that step `first` writes and step `last` reads last; returns its number.
  size_t Add(size_t bytes, int first, int last);
  // Whether a result that `step` writes and `last` reads last may use `block`, which holds its
  // source: a view always, another result when nobody needs the source any more. Extends the
  // block's life if so.
  bool Share(size_t block, bool is_view, int step, int last);
  Span<const Interval> intervals() const { return intervals_; }

 private:
  std::vector<Interval> intervals_;
};

}  // namespace paddle::lite
