#include "lite/runtime/step_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace paddle::lite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char kBlock[8] = {};

StepOrder::Operands Use(std::vector<int> read, std::vector<int> written) {
  StepOrder::Operands operands;
  for (const int r : read) operands.read.push_back({kBlock + r, 0, 8});
  for (const int w : written) operands.written.push_back({kBlock + w, 0, 8});
  return operands;
}

TEST(StepOrder, TheHostWaitsForWhatItReads) {
  StepOrder order(1);
  EXPECT_THAT(order.Add(0, 0, Use({}, {0})), IsEmpty());
  EXPECT_THAT(order.Add(1, 1, Use({0}, {1})), IsEmpty());  // a queue comes after the host
  EXPECT_THAT(order.Add(1, 2, Use({1}, {2})), IsEmpty());
  EXPECT_THAT(order.Add(0, 3, Use({0}, {3})), IsEmpty());
  EXPECT_THAT(order.Add(0, 4, Use({2}, {4})), ElementsAre(2));
  EXPECT_THAT(order.Add(0, 5, Use({1, 2}, {5})), IsEmpty());  // follows
  EXPECT_THAT(order.Finish(), IsEmpty());
}

TEST(StepOrder, WhatAQueueReadsIsNotOverwritten) {
  StepOrder order(1);
  order.Add(1, 0, Use({0}, {1}));
  EXPECT_THAT(order.Add(0, 1, Use({}, {0})), ElementsAre(0));
  order.Add(1, 2, Use({0}, {2}));
  EXPECT_THAT(order.Finish(), ElementsAre(2));
}

TEST(StepOrder, PartsOfABlockAreIndependent) {
  StepOrder order(1);
  StepOrder::Operands first, second;
  first.written.push_back({kBlock, 0, 8});
  second.written.push_back({kBlock, 8, 16});
  order.Add(1, 0, first);
  EXPECT_THAT(order.Add(0, 1, second), IsEmpty());
  second.written[0].begin = 7;
  EXPECT_THAT(order.Add(0, 2, second), ElementsAre(0));
}

TEST(StepOrder, AWaitOfAnotherQueueCountsForTheHost) {
  StepOrder order(2);
  order.Add(1, 0, Use({}, {0}));
  EXPECT_THAT(order.Add(2, 1, Use({0}, {1})), ElementsAre(0));
  EXPECT_THAT(order.Add(0, 2, Use({0, 1}, {})), ElementsAre(1));
}

// Happens-before as a graph, with and without each of the waits.
class Graph {
 public:
  struct Step {
    int queue;
    StepOrder::Operands operands;
    std::vector<int> waits;
  };
  std::vector<Step> steps;

  // Whether all pairs of steps that conflict are ordered, without wait `missing` of `step`.
  bool Ordered(int step = -1, size_t missing = 0) const {
    const size_t n = steps.size();
    std::vector<std::vector<bool>> before(n, std::vector<bool>(n, false));
    for (size_t s = 0; s < n; ++s) {
      const auto follow = [&](size_t earlier) {
        before[s][earlier] = true;
        for (size_t i = 0; i < n; ++i) {
          if (before[earlier][i]) before[s][i] = true;
        }
      };
      // What a step is ordered after when it begins: steps of its own queue, steps of the host,
      // which were done when it was queued, and what the host had waited for.
      for (size_t e = 0; e < s; ++e) {
        if (steps[e].queue == steps[s].queue || steps[e].queue == 0) follow(e);
      }
      for (size_t w = 0; w < steps[s].waits.size(); ++w) {
        if (static_cast<int>(s) != step || w != missing) {
          follow(static_cast<size_t>(steps[s].waits[w]));
        }
      }
    }
    const auto overlap = [](const std::vector<MemoryRange>& x, const std::vector<MemoryRange>& y) {
      for (const auto& a : x) {
        for (const auto& b : y) {
          if (a.Overlaps(b)) return true;
        }
      }
      return false;
    };
    for (size_t s = 0; s < n; ++s) {
      for (size_t e = 0; e < s; ++e) {
        const auto& a = steps[s].operands;
        const auto& b = steps[e].operands;
        const bool conflict = overlap(a.written, b.written) || overlap(a.written, b.read) ||
                              overlap(a.read, b.written);
        if (conflict && !before[s][e]) return false;
      }
    }
    return true;
  }
};

TEST(StepOrder, RandomProgramsHaveTheWaitsThatTheyNeedAndNoOthers) {
  std::mt19937 random(1);
  int waits = 0;
  for (int round = 0; round < 400; ++round) {
    const int queues = 1 + static_cast<int>(random() % 3);
    StepOrder order(queues);
    Graph graph;
    for (int s = 0; s < 24; ++s) {
      const int queue = static_cast<int>(random() % static_cast<unsigned>(queues + 1));
      std::vector<int> read, written;
      for (int i = 0; i < 8; ++i) {
        if (random() % 6 == 0) read.push_back(i);
        if (random() % 10 == 0) written.push_back(i);
      }
      const auto operands = Use(read, written);
      graph.steps.push_back({queue, operands, order.Add(queue, s, operands)});
    }
    ASSERT_TRUE(graph.Ordered()) << "round " << round;
    for (size_t s = 0; s < graph.steps.size(); ++s) {
      for (size_t w = 0; w < graph.steps[s].waits.size(); ++w) {
        ++waits;
        EXPECT_FALSE(graph.Ordered(static_cast<int>(s), w))
            << "round " << round << ": step " << s << " waits for " << graph.steps[s].waits[w]
            << " without a reason";
      }
    }
  }
  EXPECT_GT(waits, 1000);
}

}  // namespace
}  // namespace paddle::lite
