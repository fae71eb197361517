// What calibration remembers of the values of a tensor, and the thresholds that follow from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/base/span.h"
#include "lite/base/status.h"

namespace paddle::lite::tools {

// How the threshold T of an activation is found, named as in Paddle's tools. Values beyond +-T are
// clamped when they are rounded to int8.
enum class CalibrationAlgorithm {
  kAbsMax,         // the largest magnitude of all inputs
  kAverage,        // the average of the largest magnitudes of each input
  kMovingAverage,  // the same, later inputs weigh more (rate 0.9)
  kPercentile,     // a given share of the magnitudes is at most T
  kKl,             // least divergence between the distributions before and after rounding
  kMse,            // least mean squared difference between values before and after rounding
};
// "abs_max", "avg", "moving_average_abs_max", "hist", "KL", "mse", in any case.
Result<CalibrationAlgorithm> ParseCalibrationAlgorithm(const std::string& name);
const char* CalibrationAlgorithmName(CalibrationAlgorithm algorithm);

// Largest magnitudes, and a histogram of magnitudes whose range doubles when a larger value
// arrives: one pass, fixed memory, and the same result however the values are split into calls
// for one input.
class ValueStatistics {
 public:
  // The values of one input.
  void Add(Span<const float> values);

  // 0 if all values were 0.
  double Threshold(CalibrationAlgorithm algorithm, double percentile) const;
  double largest() const { return largest_; }
  int64_t count() const { return count_; }
  // NaN and infinite values, which are not counted otherwise.
  int64_t not_finite() const { return not_finite_; }

 private:
  static constexpr int kBins = 4096;

  void Widen(double largest);
  double Percentile(double share) const;
  double KullbackLeibler() const;
  double MeanSquares() const;
  double BinWidth() const { return range_ / kBins; }
  // The bin of the largest magnitude, plus 1.
  int UsedBins() const;

  std::vector<int64_t> bins_;  // of magnitudes above 0
  double range_ = 0;           // upper end of the last bin
  int64_t count_ = 0;
  int64_t zeros_ = 0;
  int64_t not_finite_ = 0;
  double largest_ = 0;
  double sum_of_largest_ = 0;
  int64_t inputs_ = 0;
  double moving_sum_ = 0;
  double moving_weight_ = 0;
};

}  // namespace paddle::lite::tools
