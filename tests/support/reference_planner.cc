#include "tests/support/reference_planner.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "lite/base/checked_math.h"

namespace paddle::lite::test {
namespace {

constexpr size_t kAlignment = 64;

class Search {
 public:
  explicit Search(Span<const Interval> intervals)
      : bound_(OffsetPlanLowerBound(intervals)), meets_(intervals.size()) {
    for (size_t i = 0; i < intervals.size(); ++i) {
      bytes_.push_back(RoundUp(intervals[i].bytes, kAlignment));
      for (size_t j = 0; j < intervals.size(); ++j) {
        const bool meet =
            intervals[i].first <= intervals[j].last && intervals[j].first <= intervals[i].last;
        if (i != j && meet) meets_[i].push_back(j);
      }
    }
    best_.total = SIZE_MAX;
  }

  OffsetPlan Run() {
    constexpr size_t kFew = 9;
    constexpr int kRestarts = 3;
    if (bytes_.size() <= kFew) {
      std::vector<size_t> offsets(bytes_.size(), kFree);
      Branch(&offsets, 0, 0);
      return best_;
    }
    for (int seed = 0; seed < kRestarts && best_.total > bound_; ++seed) Anneal(seed);
    return best_;
  }

 private:
  static constexpr size_t kFree = SIZE_MAX;

  size_t LowestOffset(size_t block, const std::vector<size_t>& offsets) {
    taken_.clear();
    for (const size_t other : meets_[block]) {
      if (offsets[other] != kFree) {
        taken_.emplace_back(offsets[other], offsets[other] + bytes_[other]);
      }
    }
    std::sort(taken_.begin(), taken_.end());
    size_t offset = 0;
    for (const auto& [begin, end] : taken_) {
      if (begin >= offset + bytes_[block]) break;
      offset = std::max(offset, end);
    }
    return offset;
  }

  void Branch(std::vector<size_t>* offsets, size_t placed, size_t total) {
    if (total >= best_.total || best_.total == bound_) return;
    if (placed == bytes_.size()) {
      best_ = {*offsets, total};
      return;
    }
    for (size_t block = 0; block < bytes_.size(); ++block) {
      if ((*offsets)[block] != kFree) continue;
      const size_t offset = LowestOffset(block, *offsets);
      (*offsets)[block] = offset;
      Branch(offsets, placed + 1, std::max(total, offset + bytes_[block]));
      (*offsets)[block] = kFree;
    }
  }

  OffsetPlan Place(const std::vector<size_t>& order) {
    OffsetPlan plan;
    plan.offsets.assign(order.size(), kFree);
    for (const size_t block : order) {
      plan.offsets[block] = LowestOffset(block, plan.offsets);
      plan.total = std::max(plan.total, plan.offsets[block] + bytes_[block]);
    }
    return plan;
  }

  void Anneal(int seed) {
    constexpr int kSteps = 400;
    std::mt19937 random(static_cast<uint32_t>(seed));
    std::vector<size_t> order(bytes_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return bytes_[a] > bytes_[b]; });
    if (seed % 2 == 1) std::shuffle(order.begin(), order.end(), random);
    size_t current = Place(order).total;
    for (int step = 0; step < kSteps && best_.total > bound_; ++step) {
      std::vector<size_t> next = order;
      const size_t from = random() % next.size();
      const size_t to = random() % next.size();
      const size_t block = next[from];
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(from));
      next.insert(next.begin() + static_cast<std::ptrdiff_t>(to), block);
      OffsetPlan plan = Place(next);
      const double heat = 0.02 * static_cast<double>(bound_) * (1 - step / double{kSteps});
      const double worse = static_cast<double>(plan.total) - static_cast<double>(current);
      const double chance = static_cast<double>(random()) / 4294967296.0;
      if (worse <= 0 || chance < std::exp(-worse / (heat + 1))) {
        order = std::move(next);
        current = plan.total;
      }
      if (plan.total < best_.total) best_ = std::move(plan);
    }
  }

  const size_t bound_;
  std::vector<size_t> bytes_;
  std::vector<std::vector<size_t>> meets_;
  std::vector<std::pair<size_t, size_t>> taken_;
  OffsetPlan best_;
};

}  // namespace

OffsetPlan ReferencePlan(Span<const Interval> intervals) { return Search(intervals).Run(); }

}  // namespace paddle::lite::test
