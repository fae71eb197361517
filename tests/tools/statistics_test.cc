#include "lite/tools/quantisation/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace paddle::lite::tools {
namespace {

using Algorithm = CalibrationAlgorithm;
constexpr double kShare = 0.999;

// Magnitudes spread evenly over [0, 1), both signs.
std::vector<float> EvenValues(int count) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(static_cast<float>(i) / static_cast<float>(count) * (i % 2 == 0 ? 1.f : -1.f));
  }
  return values;
}

TEST(ValueStatisticsTest, LargestMagnitudes) {
  ValueStatistics statistics;
  EXPECT_EQ(statistics.Threshold(Algorithm::kMse, kShare), 0);
  for (const std::vector<float>& input :
       {std::vector<float>{0.f, -2.f}, std::vector<float>{1.f, 0.5f}, std::vector<float>{-6.f}}) {
    statistics.Add(input);
  }
  EXPECT_EQ(statistics.count(), 5);
  EXPECT_EQ(statistics.Threshold(Algorithm::kAbsMax, kShare), 6);
  EXPECT_EQ(statistics.Threshold(Algorithm::kAverage, kShare), 3);
  EXPECT_NEAR(statistics.Threshold(Algorithm::kMovingAverage, kShare),
              (0.81 * 2 + 0.9 * 1 + 6) / (0.81 + 0.9 + 1), 1e-12);
}

TEST(ValueStatisticsTest, EvenValuesKeepTheirRange) {
  ValueStatistics statistics;
  statistics.Add(EvenValues(100000));
  EXPECT_NEAR(statistics.Threshold(Algorithm::kPercentile, 0.9), 0.9, 1e-3);
  EXPECT_GT(statistics.Threshold(Algorithm::kMse, kShare), 0.95);
  EXPECT_GT(statistics.Threshold(Algorithm::kKl, kShare), 0.9);
}

TEST(ValueStatisticsTest, RareLargeValuesAreClamped) {
  ValueStatistics statistics;
  statistics.Add(EvenValues(100000));
  statistics.Add(std::vector<float>{4.f});
  EXPECT_LT(statistics.Threshold(Algorithm::kPercentile, kShare), 1.01);
  EXPECT_LT(statistics.Threshold(Algorithm::kMse, kShare), 3);
  EXPECT_EQ(statistics.Threshold(Algorithm::kAbsMax, kShare), 4);
}

TEST(ValueStatisticsTest, LongTailsAreCut) {
  std::vector<float> values;  // quantiles of an exponential distribution, up to 12.2
  for (int i = 0; i < 100000; ++i) {
    values.push_back(static_cast<float>(-std::log((i + 0.5) / 100000)));
  }
  ValueStatistics statistics;
  statistics.Add(values);
  EXPECT_LT(statistics.Threshold(Algorithm::kMse, kShare), 10);
  EXPECT_GT(statistics.Threshold(Algorithm::kMse, kShare), 5);
  EXPECT_LT(statistics.Threshold(Algorithm::kKl, kShare), 11);
  EXPECT_GT(statistics.Threshold(Algorithm::kKl, kShare), 3);
}

// The range grows by merging bins, so results hardly depend on the order of inputs.
TEST(ValueStatisticsTest, OrderMattersLittle) {
  const std::vector<float> small{0.001f, 0.002f, -0.0005f}, even = EvenValues(50000);
  ValueStatistics rising, falling;
  rising.Add(small);
  rising.Add(even);
  falling.Add(even);
  falling.Add(small);
  for (const Algorithm algorithm : {Algorithm::kPercentile, Algorithm::kKl, Algorithm::kMse}) {
    EXPECT_NEAR(rising.Threshold(algorithm, kShare), falling.Threshold(algorithm, kShare), 0.02)
        << CalibrationAlgorithmName(algorithm);
  }
}

TEST(ValueStatisticsTest, ExtremeValues) {
  ValueStatistics statistics;
  statistics.Add(std::vector<float>{std::nanf(""), std::numeric_limits<float>::infinity(), 1.f});
  EXPECT_EQ(statistics.not_finite(), 2);
  EXPECT_EQ(statistics.count(), 1);
  statistics.Add(std::vector<float>{std::numeric_limits<float>::denorm_min(),
                                    std::numeric_limits<float>::max()});
  for (const Algorithm algorithm : {Algorithm::kAbsMax, Algorithm::kKl, Algorithm::kMse}) {
    const double threshold = statistics.Threshold(algorithm, kShare);
    EXPECT_TRUE(std::isfinite(threshold) && threshold > 0) << threshold;
  }
}

TEST(ParseCalibrationAlgorithmTest, Names) {
  EXPECT_EQ(*ParseCalibrationAlgorithm("kl"), Algorithm::kKl);
  EXPECT_EQ(*ParseCalibrationAlgorithm("Hist"), Algorithm::kPercentile);
  EXPECT_FALSE(ParseCalibrationAlgorithm("emd").ok());
}

}  // namespace
}  // namespace paddle::lite::tools
