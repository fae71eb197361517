#include "lite/base/offset_planner.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "lite/base/checked_math.h"

namespace paddle::lite {
namespace {

constexpr size_t kAlignment = 64;

// Limits on the repairs of an order, and on the pairs of blocks compared for them.
constexpr size_t kMostRepairs = 24;
constexpr size_t kRepairWork = 120000;

bool Meet(const Interval& a, const Interval& b) { return a.first <= b.last && b.first <= a.last; }

int LastStep(Span<const Interval> intervals) {
  int last = -1;
  for (const auto& interval : intervals) last = std::max(last, interval.last);
  return last;
}

std::vector<size_t> LiveBytes(Span<const Interval> intervals) {
  std::vector<size_t> live(LastStep(intervals) + 1, 0);
  for (const auto& interval : intervals) {
    for (int step = interval.first; step <= interval.last; ++step) {
      live[step] = SaturatingAdd(live[step], RoundUp(interval.bytes, kAlignment));
    }
  }
  return live;
}

// Selects the gap between the blocks already placed.
enum class Gap { kTightest, kLowest };

// Places the blocks in `order`.
OffsetPlan PlaceInOrder(Span<const Interval> intervals, const std::vector<int>& order, Gap wanted) {
  OffsetPlan plan;
  plan.offsets.assign(intervals.size(), 0);
  std::vector<int> placed;  // sorted by offset
  for (const int index : order) {
    const size_t bytes = RoundUp(intervals[index].bytes, kAlignment);
    size_t end_of_previous = 0;
    size_t best_offset = 0;
    size_t best_gap = SIZE_MAX;
    for (const int other : placed) {
      if (!Meet(intervals[index], intervals[other])) continue;
      const size_t begin = plan.offsets[other];
      if (begin > end_of_previous) {
        const size_t gap = begin - end_of_previous;
        const bool better = wanted == Gap::kTightest ? gap < best_gap : best_gap == SIZE_MAX;
        if (gap >= bytes && better) {
          best_gap = gap;
          best_offset = end_of_previous;
        }
      }
      end_of_previous = std::max(end_of_previous,
                                 SaturatingAdd(begin, RoundUp(intervals[other].bytes, kAlignment)));
    }
    const size_t offset = best_gap == SIZE_MAX ? end_of_previous : best_offset;
    plan.offsets[index] = offset;
    plan.total = std::max(plan.total, SaturatingAdd(offset, bytes));
    const auto position =
        std::upper_bound(placed.begin(), placed.end(), offset,
                         [&](size_t value, int other) { return value < plan.offsets[other]; });
    placed.insert(position, index);
  }
  return plan;
}

}  // namespace

size_t OffsetPlanLowerBound(Span<const Interval> intervals) {
  const std::vector<size_t> live = LiveBytes(intervals);
  return live.empty() ? 0 : *std::max_element(live.begin(), live.end());
}

OffsetPlan PlanOffsets(Span<const Interval> intervals) {
  const size_t bound = OffsetPlanLowerBound(intervals);
  const std::vector<size_t> live = LiveBytes(intervals);
  std::vector<size_t> busiest;  // largest sum of live bytes during each block's lifetime
  for (const Interval& interval : intervals) {
    size_t most = 0;
    for (int step = interval.first; step <= interval.last; ++step) {
      most = std::max(most, live[step]);
    }
    busiest.push_back(most);
  }
  using Before = std::function<bool(int, int)>;
  const Before orders[] = {
      [&](int a, int b) { return intervals[a].bytes > intervals[b].bytes; },
      [&](int a, int b) { return intervals[a].first < intervals[b].first; },
      [&](int a, int b) {
        const int length_a = intervals[a].last - intervals[a].first;
        const int length_b = intervals[b].last - intervals[b].first;
        return length_a != length_b ? length_a > length_b : intervals[a].bytes > intervals[b].bytes;
      },
      [&](int a, int b) {
        const size_t busy_a = busiest[a];
        const size_t busy_b = busiest[b];
        return busy_a != busy_b ? busy_a > busy_b : intervals[a].bytes > intervals[b].bytes;
      },
  };
  OffsetPlan best;
  best.total = SIZE_MAX;
  // Placement is quadratic in the number of blocks; this keeps planning within milliseconds.
  const size_t affordable = kRepairWork / (intervals.size() * intervals.size() + 1);
  const size_t rounds = std::clamp<size_t>(affordable, 1, kMostRepairs);
  for (const Before& before : orders) {
    for (const Gap gap : {Gap::kTightest, Gap::kLowest}) {
      if (gap == Gap::kLowest && affordable == 0) continue;
      std::vector<int> order(intervals.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), before);
      for (size_t round = 0; round < rounds; ++round) {
        OffsetPlan plan = PlaceInOrder(intervals, order, gap);
        const auto top = std::find_if(order.begin(), order.end(), [&](int i) {
          return SaturatingAdd(plan.offsets[i], RoundUp(intervals[i].bytes, kAlignment)) ==
                 plan.total;
        });
        if (best.offsets.empty() || plan.total < best.total) best = std::move(plan);
        if (best.total == bound) return best;
        // The topmost block is placed first in the next attempt.
        if (top == order.end()) break;
        std::rotate(order.begin(), top, top + 1);
      }
    }
  }
  return best;
}

size_t LifetimeTable::Add(size_t bytes, int first, int last) {
  blocks_.push_back(Block{Interval{bytes, first, last}, kNoBlock, 0});
  return blocks_.size() - 1;
}

bool LifetimeTable::Share(size_t block, bool is_view, int step, int last) {
  Interval& own = blocks_[block].own;
  if (!is_view) {
    const Place here = PlaceOf(block);
    for (size_t b = 0; b < blocks_.size(); ++b) {
      // The step may read others of the same bytes, a part or the whole, while it writes.
      if (b == block ? own.last <= step : blocks_[b].own.last < step) continue;
      const Place other = PlaceOf(b);
      if (other.root == here.root && other.offset < here.offset + own.bytes &&
          here.offset < other.offset + blocks_[b].own.bytes) {
        return false;
      }
    }
  }
  own.last = std::max(own.last, last);
  return true;
}

bool LifetimeTable::Join(size_t whole, Span<const size_t> parts) {
  size_t end = 0;
  for (const size_t part : parts) {
    if (part == kNoBlock || blocks_[part].parent != kNoBlock || PlaceOf(whole).root == part ||
        blocks_[part].own.bytes == 0 || std::count(parts.begin(), parts.end(), part) != 1) {
      return false;
    }
    end = SaturatingAdd(end, blocks_[part].own.bytes);
  }
  if (end != blocks_[whole].own.bytes || end == SIZE_MAX) return false;
  const size_t apart = OffsetPlanLowerBound(intervals());
  size_t offset = 0;
  for (const size_t part : parts) {
    blocks_[part].parent = whole;
    blocks_[part].offset = offset;
    offset += blocks_[part].own.bytes;
  }
  if (OffsetPlanLowerBound(intervals()) <= apart) return true;
  for (const size_t part : parts) blocks_[part].parent = kNoBlock;
  return false;
}

LifetimeTable::Place LifetimeTable::PlaceOf(size_t block) const {
  Place place;
  for (; blocks_[block].parent != kNoBlock; block = blocks_[block].parent) {
    place.offset += blocks_[block].offset;
  }
  place.root = block;
  return place;
}

std::vector<Interval> LifetimeTable::Roots(std::vector<size_t>* position) const {
  std::vector<Interval> roots;
  position->assign(blocks_.size(), kNoBlock);
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].parent != kNoBlock) continue;
    (*position)[b] = roots.size();
    roots.push_back(blocks_[b].own);
  }
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].parent == kNoBlock) continue;
    Interval& root = roots[(*position)[PlaceOf(b).root]];
    root.first = std::min(root.first, blocks_[b].own.first);
    root.last = std::max(root.last, blocks_[b].own.last);
  }
  return roots;
}

std::vector<Interval> LifetimeTable::intervals() const {
  std::vector<size_t> position;
  return Roots(&position);
}

OffsetPlan LifetimeTable::Plan() const {
  std::vector<size_t> position;
  const OffsetPlan roots = PlanOffsets(Roots(&position));
  OffsetPlan plan;
  plan.total = roots.total;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Place place = PlaceOf(b);
    plan.offsets.push_back(roots.offsets[position[place.root]] + place.offset);
  }
  return plan;
}

}  // namespace paddle::lite
