// Places blocks with known sizes and lifetimes in one arena.
#pragma once

#include <cstddef>
#include <cstdint>
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

// The blocks of a straight-line program, collected step by step in the order of execution. A block
// may be made a part of a larger one: then it has no memory of its own.
class LifetimeTable {
 public:
  static constexpr size_t kNoBlock = SIZE_MAX;

  // A block that step `first` writes and step `last` reads last; returns its number.
  size_t Add(size_t bytes, int first, int last);
  // Whether a result that `step` writes and `last` reads last may use `block`, which holds its
  // source: a view always, another result when nobody needs these bytes any more. Extends the
  // block's life if so.
  bool Share(size_t block, bool is_view, int step, int last);
  // Whether `parts` may be the memory of `whole`, one behind the other: when they fill it, are no
  // parts of anything yet, and the program needs no more memory at its busiest step. Makes them
  // parts if so.
  bool Join(size_t whole, Span<const size_t> parts);

  // The blocks that are no part of another one, alive as long as any of their parts.
  std::vector<Interval> intervals() const;
  // Offsets of all blocks. Those of parts are as their sizes make them, not aligned.
  OffsetPlan Plan() const;

 private:
  struct Block {
    Interval own;
    size_t parent = kNoBlock;
    size_t offset = 0;  // in the parent
  };
  struct Place {
    size_t root = 0;
    size_t offset = 0;  // in the root
  };
  Place PlaceOf(size_t block) const;
  // Intervals of the roots, and the position among them by block.
  std::vector<Interval> Roots(std::vector<size_t>* position) const;

  std::vector<Block> blocks_;
};

}  // namespace paddle::lite
