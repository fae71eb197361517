#include "lite/base/offset_planner.h"

#include <gtest/gtest.h>

#include <random>

namespace paddle::lite {
namespace {

void ExpectLegal(const std::vector<Interval>& intervals, const OffsetPlan& plan) {
  ASSERT_EQ(plan.offsets.size(), intervals.size());
  for (size_t i = 0; i < intervals.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % 64, 0u);
    EXPECT_LE(plan.offsets[i] + intervals[i].bytes, plan.total);
    for (size_t j = 0; j < i; ++j) {
      const bool lifetimes_meet =
          intervals[i].first <= intervals[j].last && intervals[j].first <= intervals[i].last;
      const bool memory_meets = plan.offsets[i] < plan.offsets[j] + intervals[j].bytes &&
                                plan.offsets[j] < plan.offsets[i] + intervals[i].bytes;
      EXPECT_FALSE(lifetimes_meet && memory_meets) << i << " and " << j;
    }
  }
}

TEST(OffsetPlanner, ChainNeedsTheTwoLargestNeighbours) {
  const std::vector<Interval> chain = {{1000, 0, 1}, {3000, 1, 2}, {2000, 2, 3}, {500, 3, 4}};
  const OffsetPlan plan = PlanOffsets(chain);
  ExpectLegal(chain, plan);
  EXPECT_EQ(plan.total, OffsetPlanLowerBound(chain));
}

TEST(OffsetPlanner, EmptyAndZeroSized) {
  EXPECT_EQ(PlanOffsets({}).total, 0u);
  const std::vector<Interval> zero = {{0, 0, 5}, {64, 2, 3}};
  ExpectLegal(zero, PlanOffsets(zero));
}

// A plan that does not fit in the address space is larger than any allocation; it never wraps to a
// small size.
TEST(OffsetPlanner, SizesNeverWrap) {
  const std::vector<Interval> huge = {
      {SIZE_MAX / 2, 0, 2}, {SIZE_MAX / 2, 1, 2}, {SIZE_MAX / 2, 2, 3}};
  const OffsetPlan plan = PlanOffsets(huge);
  EXPECT_EQ(plan.total, SIZE_MAX);
  EXPECT_EQ(plan.offsets.size(), huge.size());
}

TEST(OffsetPlanner, RandomPlansAreLegalAndTight) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Interval> intervals(1 + random() % 40);
    for (auto& interval : intervals) {
      interval.bytes = random() % 100000;
      interval.first = static_cast<int>(random() % 50);
      interval.last = interval.first + static_cast<int>(random() % 8);
    }
    const OffsetPlan plan = PlanOffsets(intervals);
    ExpectLegal(intervals, plan);
    EXPECT_GE(plan.total, OffsetPlanLowerBound(intervals));
    EXPECT_LE(plan.total, OffsetPlanLowerBound(intervals) * 3 / 2);
  }
}

TEST(LifetimeTable, ViewsShareAlwaysAndOthersWhenTheSourceIsDead) {
  LifetimeTable table(/*steps=*/8);
  const size_t block = table.Add(64, 0, 2);
  EXPECT_FALSE(table.Share(block, /*is_view=*/false, 1, 3));
  EXPECT_EQ(table.intervals()[block].last, 2);
  EXPECT_TRUE(table.Share(block, /*is_view=*/true, 1, 3));
  EXPECT_EQ(table.intervals()[block].last, 3);
  EXPECT_TRUE(table.Share(block, /*is_view=*/false, 3, 5));
  EXPECT_EQ(table.intervals()[block].last, 5);
  EXPECT_EQ(table.Add(32, 1, 1), 1u);
  EXPECT_EQ(table.intervals().size(), 2u);
}

TEST(LifetimeTable, PartsHaveNoMemoryOfTheirOwn) {
  LifetimeTable table(/*steps=*/8);
  const size_t a = table.Add(100, 0, 2);
  const size_t b = table.Add(28, 1, 2);
  const size_t whole = table.Add(128, 2, 4);
  EXPECT_FALSE(table.Join(whole, std::vector<size_t>{a}));
  EXPECT_FALSE(table.Join(whole, std::vector<size_t>{a, a}));
  EXPECT_FALSE(table.Join(whole, std::vector<size_t>{a, LifetimeTable::kNoBlock}));
  ASSERT_TRUE(table.Join(whole, std::vector<size_t>{a, b}));
  EXPECT_FALSE(table.Join(whole, std::vector<size_t>{a, b}));
  ASSERT_EQ(table.intervals().size(), 1u);
  EXPECT_EQ(table.intervals()[0].first, 0);
  EXPECT_EQ(table.intervals()[0].last, 4);
  const OffsetPlan plan = table.Plan();
  EXPECT_EQ(plan.total, 128u);
  EXPECT_EQ(plan.offsets[a], plan.offsets[whole]);
  EXPECT_EQ(plan.offsets[b], plan.offsets[whole] + 100);
  // The whole is read until step 4, so no part may be overwritten before, nor in step 4 itself,
  // which would read the overwritten data.
  EXPECT_TRUE(table.Share(a, /*is_view=*/true, 2, 5));
  EXPECT_FALSE(table.Share(a, /*is_view=*/false, 3, 5));
  EXPECT_FALSE(table.Share(a, /*is_view=*/false, 4, 5));
  EXPECT_FALSE(table.Share(whole, /*is_view=*/false, 4, 5));
  EXPECT_TRUE(table.Share(a, /*is_view=*/false, 5, 6));
  // Nothing reads b any more.
  EXPECT_FALSE(table.Share(b, /*is_view=*/false, 5, 6));
  EXPECT_EQ(table.intervals()[0].last, 6);
}

}  // namespace
}  // namespace paddle::lite
