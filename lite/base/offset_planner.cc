#include "lite/base/offset_planner.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include "lite/base/checked_math.h"

namespace paddle::lite {
namespace {

constexpr size_t kAlignment = 64;

// Limits on the repairs of an order, and on the pairs of blocks compared for them.
constexpr size_t kMaxRepairs = 24;
constexpr size_t kRepairWork = 120000;
// Where more blocks than this meet, they are placed once, in the order of time.
constexpr size_t kMaxMeetings = 2000000;

// What a block adds to the sum of live bytes.
int64_t LiveBytes(const Interval& interval) {
  constexpr uint64_t kMaxBytes = uint64_t{1} << 40;
  return static_cast<int64_t>(
      RoundUp(static_cast<size_t>(std::min<uint64_t>(interval.bytes, kMaxBytes)), kAlignment));
}

// The sum of live bytes by step.
RangeMax LiveSums(Span<const Interval> intervals) {
  int last = -1;
  for (const Interval& interval : intervals) last = std::max(last, interval.last);
  RangeMax live(static_cast<size_t>(last + 1));
  for (const Interval& interval : intervals) {
    live.Add(static_cast<size_t>(interval.first), static_cast<size_t>(interval.last),
             LiveBytes(interval));
  }
  return live;
}

using Before = std::function<bool(int, int)>;

// The numbers of the blocks, ordered by `before`, then by number. One sort for all orders: each of
// the standard library's takes up to 3 KB of code.
std::vector<int> InOrder(size_t count, const Before& before) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&before](int a, int b) { return before(a, b) || (!before(b, a) && a < b); });
  return order;
}

// A set of blocks that finds those whose lives meet another one's, in time that follows from how
// many these are.
class MeetingBlocks {
 public:
  explicit MeetingBlocks(Span<const Interval> intervals)
      : intervals_(intervals),
        order_(InOrder(
            intervals.size(),
            [&intervals](int a, int b) { return intervals[a].first < intervals[b].first; })),
        position_(intervals.size()) {
    for (size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
    while (leaves_ < order_.size()) leaves_ *= 2;
    Clear();
  }

  const std::vector<int>& by_first_step() const { return order_; }
  // How many pairs of all blocks meet, each counted twice.
  size_t Meetings() const {
    std::vector<int> ends;
    for (const Interval& interval : intervals_) ends.push_back(interval.last);
    std::sort(ends.begin(), ends.end());
    size_t meetings = 0;
    for (const Interval& interval : intervals_) {
      const auto ended = std::lower_bound(ends.begin(), ends.end(), interval.first) - ends.begin();
      meetings += BegunBy(interval.last) - static_cast<size_t>(ended) - 1;
    }
    return meetings;
  }

  void Clear() { last_.assign(2 * leaves_, -1); }
  void Insert(int block) {
    for (size_t node = leaves_ + position_[block]; node > 0; node /= 2) {
      last_[node] = std::max(last_[node], intervals_[block].last);
    }
  }
  // Appends the blocks of the set that meet `wanted`.
  void Find(const Interval& wanted, std::vector<int>* found) const {
    Visit(1, 0, leaves_, BegunBy(wanted.last), wanted.first, found);
  }

 private:
  size_t BegunBy(int step) const {
    const auto end =
        std::upper_bound(order_.begin(), order_.end(), step,
                         [&](int value, int block) { return value < intervals_[block].first; });
    return static_cast<size_t>(end - order_.begin());
  }
  // The blocks below `node` are at positions [begin, begin + size), those wanted before `end`.
  void Visit(size_t node, size_t begin, size_t size, size_t end, int first,
             std::vector<int>* found) const {
    if (begin >= end || last_[node] < first) return;
    if (size == 1) {
      found->push_back(order_[begin]);
      return;
    }
    Visit(2 * node, begin, size / 2, end, first, found);
    Visit(2 * node + 1, begin + size / 2, size / 2, end, first, found);
  }

  Span<const Interval> intervals_;
  std::vector<int> order_;        // by first step
  std::vector<size_t> position_;  // in order_, by block
  size_t leaves_ = 1;
  std::vector<int> last_;  // a tree over order_: the largest last step in the set, or -1
};

// Selects the gap between the blocks already placed.
enum class Gap { kTightest, kLowest };

// Places the blocks in `order`.
OffsetPlan PlaceInOrder(Span<const Interval> intervals, const std::vector<int>& order, Gap wanted,
                        MeetingBlocks* placed) {
  OffsetPlan plan;
  plan.offsets.assign(intervals.size(), 0);
  placed->Clear();
  std::vector<int> met;
  for (const int index : order) {
    const size_t bytes = RoundUp(intervals[index].bytes, kAlignment);
    size_t end_of_previous = 0;
    size_t best_offset = 0;
    size_t best_gap = SIZE_MAX;
    met.clear();
    placed->Find(intervals[index], &met);
    std::sort(met.begin(), met.end(),
              [&](int a, int b) { return plan.offsets[a] < plan.offsets[b]; });
    for (const int other : met) {
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
    placed->Insert(index);
  }
  return plan;
}

// The bytes that are free at one step, for blocks that come and go in the order of time.
class FreeBytes {
 public:
  // The tightest gap, or the end.
  size_t Take(size_t bytes) {
    const auto gap = by_size_.lower_bound({bytes, 0});
    if (gap == by_size_.end()) return std::exchange(end_, SaturatingAdd(end_, bytes));
    const auto [size, offset] = *gap;
    Erase(by_offset_.find(offset));
    if (size > bytes) Insert(offset + bytes, size - bytes);
    return offset;
  }
  void Give(size_t offset, size_t bytes) {
    auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.end() && next->first == offset + bytes) {
      bytes += next->second;
      next = Erase(next);
    }
    if (next != by_offset_.begin()) {
      const auto previous = std::prev(next);
      if (previous->first + previous->second == offset) {
        offset = previous->first;
        bytes += previous->second;
        Erase(previous);
      }
    }
    if (offset + bytes == end_) {
      end_ = offset;
    } else {
      Insert(offset, bytes);
    }
  }

 private:
  using Gaps = std::map<size_t, size_t>;  // offset to size
  Gaps::iterator Erase(Gaps::iterator gap) {
    by_size_.erase({gap->second, gap->first});
    return by_offset_.erase(gap);
  }
  void Insert(size_t offset, size_t size) {
    by_offset_.emplace(offset, size);
    by_size_.emplace(size, offset);
  }

  Gaps by_offset_;
  std::set<std::pair<size_t, size_t>> by_size_;
  size_t end_ = 0;
};

// Places the blocks in the order of their first steps, each in the tightest gap.
OffsetPlan PlaceByTime(Span<const Interval> intervals, const std::vector<int>& by_first_step) {
  OffsetPlan plan;
  plan.offsets.assign(intervals.size(), 0);
  FreeBytes free;
  using End = std::pair<int, int>;  // last step and block
  std::priority_queue<End, std::vector<End>, std::greater<End>> ends;
  for (const int index : by_first_step) {
    for (; !ends.empty() && ends.top().first < intervals[index].first; ends.pop()) {
      const int ended = ends.top().second;
      free.Give(plan.offsets[ended], RoundUp(intervals[ended].bytes, kAlignment));
    }
    const size_t bytes = RoundUp(intervals[index].bytes, kAlignment);
    if (bytes == 0) continue;
    plan.offsets[index] = free.Take(bytes);
    plan.total = std::max(plan.total, SaturatingAdd(plan.offsets[index], bytes));
    if (plan.total == SIZE_MAX) break;  // no allocation is that large
    ends.emplace(intervals[index].last, index);
  }
  return plan;
}

}  // namespace

size_t OffsetPlanLowerBound(Span<const Interval> intervals) {
  return static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(LiveSums(intervals).Max()),
                                                std::numeric_limits<size_t>::max()));
}

OffsetPlan PlanOffsets(Span<const Interval> intervals) {
  MeetingBlocks blocks(intervals);
  if (blocks.Meetings() > kMaxMeetings) return PlaceByTime(intervals, blocks.by_first_step());
  const size_t bound = OffsetPlanLowerBound(intervals);
  const RangeMax live = LiveSums(intervals);
  std::vector<int64_t> busiest;  // sum of live bytes at the fullest step of each block's life
  for (const Interval& interval : intervals) {
    busiest.push_back(
        live.Max(static_cast<size_t>(interval.first), static_cast<size_t>(interval.last)));
  }
  const Before orders[] = {
      [&](int a, int b) { return intervals[a].bytes > intervals[b].bytes; },
      [&](int a, int b) { return intervals[a].first < intervals[b].first; },
      [&](int a, int b) {
        const int length_a = intervals[a].last - intervals[a].first;
        const int length_b = intervals[b].last - intervals[b].first;
        return length_a != length_b ? length_a > length_b : intervals[a].bytes > intervals[b].bytes;
      },
      [&](int a, int b) {
        return busiest[a] != busiest[b] ? busiest[a] > busiest[b]
                                        : intervals[a].bytes > intervals[b].bytes;
      },
  };
  OffsetPlan best;
  best.total = SIZE_MAX;
  // Repairs are for programs of few blocks; this keeps planning within milliseconds.
  const size_t affordable = kRepairWork / (intervals.size() * intervals.size() + 1);
  const size_t rounds = std::clamp<size_t>(affordable, 1, kMaxRepairs);
  for (const Before& before : orders) {
    for (const Gap gap : {Gap::kTightest, Gap::kLowest}) {
      if (gap == Gap::kLowest && affordable == 0) continue;
      std::vector<int> order = InOrder(intervals.size(), before);
      for (size_t round = 0; round < rounds; ++round) {
        OffsetPlan plan = PlaceInOrder(intervals, order, gap, &blocks);
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
  const size_t number = blocks_.size();
  const Interval life{bytes, first, last};
  blocks_.push_back(Block{life, kNoBlock, 0, life, {number}});
  CountLive(life, true);
  return number;
}

// A result gets memory of its own if its source is in one block with more parts than that, all of
// them read later: the time of a plan stays proportional to the program.
constexpr size_t kMaxCompared = 1000;

bool LifetimeTable::Share(size_t block, bool is_view, int step, int last) {
  Interval& own = blocks_[block].own;
  if (own.last < step) return false;
  const Place here = PlaceOf(block);
  Block& root = blocks_[here.root];
  if (!is_view) {
    if (own.last > step) return false;
    std::vector<size_t>& others = root.read_later;
    for (size_t i = 0; i < others.size();) {
      const size_t b = others[i];
      if (blocks_[b].own.last < step) {
        others[i] = others.back();
        others.pop_back();
        continue;
      }
      if (++i > kMaxCompared) return false;
      // Also one that this step reads last: it would change while it is read.
      const size_t offset = PlaceOf(b).offset;
      if (b != block && offset < here.offset + own.bytes &&
          here.offset < offset + blocks_[b].own.bytes) {
        return false;
      }
    }
  }
  own.last = std::max(own.last, last);
  if (last > root.total.last) {
    CountLive({root.total.bytes, root.total.last + 1, last}, true);
    root.total.last = last;
  }
  return true;
}

bool LifetimeTable::Fill(size_t whole, Span<const size_t> parts) {
  const size_t root = PlaceOf(whole).root;
  size_t end = 0;
  for (const size_t part : parts) {
    if (part == kNoBlock || part == root || blocks_[part].parent != kNoBlock ||
        blocks_[part].own.bytes == 0) {
      return false;
    }
    end = SaturatingAdd(end, blocks_[part].own.bytes);
  }
  std::vector<size_t> sorted(parts.begin(), parts.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() && end != SIZE_MAX &&
         end == blocks_[whole].own.bytes;
}

bool LifetimeTable::Join(size_t whole, Span<const size_t> parts) {
  if (!Fill(whole, parts)) return false;
  Block& root = blocks_[PlaceOf(whole).root];
  Interval together = root.total;
  for (const size_t part : parts) {
    together.first = std::min(together.first, blocks_[part].total.first);
    together.last = std::max(together.last, blocks_[part].total.last);
  }
  const auto count_apart = [&](bool is_live) {
    CountLive(root.total, is_live);
    for (const size_t part : parts) CountLive(blocks_[part].total, is_live);
  };
  const int64_t peak_apart = live_.Max();
  count_apart(false);
  CountLive(together, true);
  if (live_.Max() > peak_apart) {
    CountLive(together, false);
    count_apart(true);
    return false;
  }
  root.total = together;
  size_t offset = 0;
  for (const size_t part : parts) {
    Block& block = blocks_[part];
    block.parent = whole;
    block.offset = offset;
    offset += block.own.bytes;
    if (block.read_later.size() > root.read_later.size()) block.read_later.swap(root.read_later);
    root.read_later.insert(root.read_later.end(), block.read_later.begin(), block.read_later.end());
    block.read_later = {};
  }
  return true;
}

LifetimeTable::Place LifetimeTable::PlaceOf(size_t block) {
  Place place{block, 0};
  for (; blocks_[place.root].parent != kNoBlock; place.root = blocks_[place.root].parent) {
    place.offset += blocks_[place.root].offset;
  }
  size_t offset = place.offset;
  while (block != place.root) {
    Block& passed = blocks_[block];
    block = std::exchange(passed.parent, place.root);
    const size_t in_root = offset;
    offset -= std::exchange(passed.offset, in_root);
  }
  return place;
}

void LifetimeTable::CountLive(const Interval& interval, bool is_live) {
  const int64_t bytes = LiveBytes(interval);
  live_.Add(static_cast<size_t>(interval.first), static_cast<size_t>(interval.last),
            is_live ? bytes : -bytes);
}

std::vector<Interval> LifetimeTable::intervals() const {
  std::vector<Interval> roots;
  for (const Block& block : blocks_) {
    if (block.parent == kNoBlock) roots.push_back(block.total);
  }
  return roots;
}

OffsetPlan LifetimeTable::Plan() {
  const OffsetPlan roots = PlanOffsets(intervals());
  OffsetPlan plan;
  plan.total = roots.total;
  plan.offsets.assign(blocks_.size(), 0);
  size_t root = 0;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].parent == kNoBlock) plan.offsets[b] = roots.offsets[root++];
  }
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Place place = PlaceOf(b);
    if (place.root != b) plan.offsets[b] = plan.offsets[place.root] + place.offset;
  }
  return plan;
}

}  // namespace paddle::lite
