// Places blocks with known sizes and lifetimes in one arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lite/base/range_max.h"
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

// Blocks with overlapping lifetimes never overlap in memory. Returns the best of several greedy
// orders (by size, by lifetime, by the step with the largest sum), which are repaired if they miss
// the lower bound. Deterministic.
OffsetPlan PlanOffsets(Span<const Interval> intervals);

// The largest sum of live bytes over all steps: no plan can be smaller. A block counts as a
// terabyte at most, so that sums do not overflow.
size_t OffsetPlanLowerBound(Span<const Interval> intervals);

// The blocks of a straight-line program, collected step by step in the order of execution. A block
// may become a part of a larger one; it then has no memory of its own.
class LifetimeTable {
 public:
  static constexpr size_t kNoBlock = SIZE_MAX;

  // Creates the table for a program of `steps` steps, numbered from 0.
  explicit LifetimeTable(int steps) : live_(static_cast<size_t>(steps)) {}

  // A block that step `first` writes and step `last` reads last; returns its number.
  size_t Add(size_t bytes, int first, int last);
  // Reuses `block`, which holds the source, for a result live in [step, last]: always for a view,
  // otherwise only if `step` reads the block's bytes through the source only and no later step
  // reads them. Extends the block's lifetime on success.
  bool Share(size_t block, bool is_view, int step, int last);
  // Makes `parts` consecutive parts of `whole`. Succeeds only if they fill it exactly, none of them
  // is a part of another block yet, and the peak memory of the program does not grow.
  bool Join(size_t whole, Span<const size_t> parts);

  // The blocks that are not parts of another block, live as long as any of their parts.
  std::vector<Interval> intervals() const;
  // Offsets of all blocks. Offsets of parts follow from the sizes of the parts before them and are
  // not aligned.
  OffsetPlan Plan();

 private:
  struct Block {
    Interval own;
    size_t parent = kNoBlock;
    size_t offset = 0;  // in the parent
    // For a block that is not a part: its lifetime including its parts, and those of them,
    // including itself, that the present step or later ones read.
    Interval total;
    std::vector<size_t> read_later;
  };
  struct Place {
    size_t root = 0;
    size_t offset = 0;  // in the root
  };
  // Also shortens the way to the root.
  Place PlaceOf(size_t block);
  // Whether all of `parts` could become parts of a block as large as `whole`.
  bool Fill(size_t whole, Span<const size_t> parts);
  void CountLive(const Interval& interval, bool is_live);

  std::vector<Block> blocks_;
  RangeMax live_;  // bytes by step
};

}  // namespace paddle::lite
