#include "lite/mir/binary_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace paddle::lite::mir {
namespace binary_labels_test {

struct Pair {
  int a, b;
  double e[2][2];
};

TEST(BinaryLabels, MatchesExhaustiveSearch) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> cost(0, 10);
  for (int round = 0; round < 200; ++round) {
    const int count = 2 + static_cast<int>(random() % 9);
    std::vector<std::array<double, 2>> unary(count);
    std::vector<Pair> pairs;
    BinaryLabels labels(count);
    for (int i = 0; i < count; ++i) {
      unary[i] = {cost(random), cost(random)};
      labels.AddUnary(i, unary[i][0], unary[i][1]);
    }
    for (int k = 0; k < count; ++k) {
      Pair pair{static_cast<int>(random() % count), static_cast<int>(random() % count), {}};
      if (pair.a == pair.b) continue;
      pair.e[0][0] = cost(random) / 4;
      pair.e[1][1] = cost(random) / 4;
      pair.e[0][1] = pair.e[0][0] + cost(random);
      pair.e[1][0] = pair.e[1][1] + cost(random);
      labels.AddPair(pair.a, pair.b, pair.e[0][0], pair.e[0][1], pair.e[1][0], pair.e[1][1]);
      pairs.push_back(pair);
    }
    const auto total = [&](const auto& label) {
      double sum = 0;
      for (int i = 0; i < count; ++i) sum += unary[i][label(i)];
      for (const Pair& pair : pairs) sum += pair.e[label(pair.a)][label(pair.b)];
      return sum;
    };
    double best = 1e30;
    for (int mask = 0; mask < 1 << count; ++mask) {
      best = std::min(best, total([mask](int i) { return mask >> i & 1; }));
    }
    const std::vector<bool> solution = labels.Solve();
    EXPECT_NEAR(total([&](int i) { return solution[i] ? 1 : 0; }), best, 1e-6);
  }
}

TEST(BinaryLabels, TiesGoToZero) {
  BinaryLabels labels(2);
  labels.AddPair(0, 1, 0, 1, 1, 0);
  EXPECT_EQ(labels.Solve(), (std::vector<bool>{false, false}));
}

// A label that is forbidden stays so, whatever its neighbours would pay for it.
TEST(BinaryLabels, ForbiddenLabelsHoldAtAnyCost) {
  BinaryLabels labels(3);
  for (int i = 0; i < 3; ++i) labels.AddUnary(i, 1e18, 0);
  for (int i = 0; i < 2; ++i) labels.AddPair(i, i + 1, 0, 1e300, 1e300, 0);
  labels.Forbid(1, 1);
  EXPECT_EQ(labels.Solve(), (std::vector<bool>{false, false, false}));
  BinaryLabels apart(2);
  apart.AddPair(0, 1, 0, 1e300, 1e300, 0);
  apart.Forbid(0, 0);
  apart.Forbid(1, 1);
  EXPECT_EQ(apart.Solve(), (std::vector<bool>{true, false}));
  BinaryLabels neither(1);
  neither.Forbid(0, 0);
  neither.Forbid(0, 1);
  EXPECT_EQ(neither.Solve(), (std::vector<bool>{false}));
}

}  // namespace binary_labels_test
}  // namespace paddle::lite::mir
