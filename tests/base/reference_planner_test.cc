#include "tests/support/reference_planner.h"

#include <gtest/gtest.h>

#include <random>

namespace paddle::lite::test {
namespace {

TEST(ReferencePlanner, IsLegalAndNeverWorseForFewBlocks) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    std::vector<Interval> blocks(7);
    for (auto& block : blocks) {
      block.bytes = 64 * (1 + random() % 20);
      block.first = static_cast<int>(random() % 8);
      block.last = block.first + static_cast<int>(random() % 4);
    }
    const OffsetPlan reference = ReferencePlan(blocks);
    ASSERT_EQ(reference.offsets.size(), blocks.size());
    for (size_t i = 0; i < blocks.size(); ++i) {
      EXPECT_LE(reference.offsets[i] + blocks[i].bytes, reference.total);
      for (size_t j = 0; j < i; ++j) {
        const bool meet = blocks[i].first <= blocks[j].last && blocks[j].first <= blocks[i].last;
        EXPECT_FALSE(meet && reference.offsets[i] < reference.offsets[j] + blocks[j].bytes &&
                     reference.offsets[j] < reference.offsets[i] + blocks[i].bytes);
      }
    }
    EXPECT_GE(reference.total, OffsetPlanLowerBound(blocks));
    EXPECT_LE(reference.total, PlanOffsets(blocks).total);
  }
}

}  // namespace
}  // namespace paddle::lite::test
