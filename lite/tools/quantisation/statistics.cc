#include "lite/tools/quantisation/statistics.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace paddle::lite::tools {
namespace {

constexpr int kLevels = 127;  // magnitudes of int8 above 0
constexpr double kMovingRate = 0.9;

struct NamedAlgorithm {
  const char* name;
  CalibrationAlgorithm algorithm;
};
constexpr NamedAlgorithm kAlgorithms[] = {
    {"abs_max", CalibrationAlgorithm::kAbsMax},
    {"avg", CalibrationAlgorithm::kAverage},
    {"moving_average_abs_max", CalibrationAlgorithm::kMovingAverage},
    {"hist", CalibrationAlgorithm::kPercentile},
    {"KL", CalibrationAlgorithm::kKl},
    {"mse", CalibrationAlgorithm::kMse},
};

std::string LowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The divergence between the magnitudes in `bins`, of which those from `kept` on count to the last
// kept one, and what is left of them when `kLevels` values stand for the kept bins.
double Divergence(const std::vector<int64_t>& bins, int kept, int used) {
  std::vector<double> expected(bins.begin(), bins.begin() + kept);
  double total = 0, rounded_total = 0;
  std::vector<double> rounded(static_cast<size_t>(kept), 0.0);
  for (int level = 0; level < kLevels; ++level) {
    const int begin = static_cast<int>(static_cast<int64_t>(level) * kept / kLevels);
    const int end = static_cast<int>(static_cast<int64_t>(level + 1) * kept / kLevels);
    double sum = 0;
    int filled = 0;
    for (int i = begin; i < end; ++i) {
      sum += expected[i];
      filled += expected[i] > 0;
    }
    for (int i = begin; i < end; ++i) {
      if (expected[i] > 0) rounded[i] = sum / filled;
    }
    rounded_total += sum;
  }
  for (int i = kept; i < used; ++i) expected[kept - 1] += static_cast<double>(bins[i]);
  for (const double p : expected) total += p;
  if (rounded_total <= 0) return std::numeric_limits<double>::infinity();
  // A bin that only holds clamped values has no counterpart.
  constexpr double kAlmostNone = 1e-9;
  double divergence = 0;
  for (int i = 0; i < kept; ++i) {
    if (expected[i] <= 0) continue;
    const double p = expected[i] / total;
    const double q = std::max(rounded[i] / rounded_total, kAlmostNone);
    divergence += p * std::log(p / q);
  }
  return divergence;
}

}  // namespace

Result<CalibrationAlgorithm> ParseCalibrationAlgorithm(const std::string& name) {
  std::string names;
  for (const NamedAlgorithm& entry : kAlgorithms) {
    if (LowerCase(name) == LowerCase(entry.name)) return entry.algorithm;
    names += StrCat(names.empty() ? "" : ", ", entry.name);
  }
  return InvalidArgument("--algo: found '", name, "', expected one of ", names);
}

const char* CalibrationAlgorithmName(CalibrationAlgorithm algorithm) {
  for (const NamedAlgorithm& entry : kAlgorithms) {
    if (entry.algorithm == algorithm) return entry.name;
  }
  return "";
}

void ValueStatistics::Add(Span<const float> values) {
  double largest = 0;
  for (const float value : values) {
    const double magnitude = std::fabs(static_cast<double>(value));
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  if (largest > 0) Widen(largest);
  const double per_unit = range_ > 0 ? kBins / range_ : 0;
  for (const float value : values) {
    const double magnitude = std::fabs(static_cast<double>(value));
    if (!std::isfinite(magnitude)) {
      ++not_finite_;
    } else if (magnitude == 0) {
      ++zeros_;
      ++count_;
    } else {
      ++bins_[static_cast<size_t>(std::min<double>(magnitude * per_unit, kBins - 1))];
      ++count_;
    }
  }
  largest_ = std::max(largest_, largest);
  sum_of_largest_ += largest;
  ++inputs_;
  moving_sum_ = kMovingRate * moving_sum_ + largest;
  moving_weight_ = kMovingRate * moving_weight_ + 1;
}

void ValueStatistics::Widen(double largest) {
  if (range_ == 0) {
    bins_.assign(kBins, 0);
    range_ = largest;
  }
  while (range_ < largest) {
    for (int i = 0; i < kBins / 2; ++i) bins_[i] = bins_[2 * i] + bins_[2 * i + 1];
    std::fill(bins_.begin() + kBins / 2, bins_.end(), 0);
    range_ *= 2;
  }
}

int ValueStatistics::UsedBins() const {
  int used = kBins;
  while (used > 0 && bins_[used - 1] == 0) --used;
  return used;
}

double ValueStatistics::Threshold(CalibrationAlgorithm algorithm, double percentile) const {
  if (largest_ == 0) return 0;
  switch (algorithm) {
    case CalibrationAlgorithm::kAbsMax:
      return largest_;
    case CalibrationAlgorithm::kAverage:
      return sum_of_largest_ / static_cast<double>(inputs_);
    case CalibrationAlgorithm::kMovingAverage:
      return moving_sum_ / moving_weight_;
    case CalibrationAlgorithm::kPercentile:
      return Percentile(percentile);
    case CalibrationAlgorithm::kKl:
      return KullbackLeibler();
    case CalibrationAlgorithm::kMse:
      return MeanSquares();
  }
  return largest_;
}

double ValueStatistics::Percentile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  double seen = static_cast<double>(zeros_);
  for (int i = 0; i < kBins; ++i) {
    seen += static_cast<double>(bins_[i]);
    if (seen >= wanted) return std::min(largest_, (i + 1) * BinWidth());
  }
  return largest_;
}

double ValueStatistics::KullbackLeibler() const {
  // Narrower bins are emptier, and the divergence is then that of the sample.
  constexpr int kKlBins = 2048;
  std::vector<int64_t> merged(kKlBins, 0);
  for (int i = 0; i < kBins; ++i) merged[i / (kBins / kKlBins)] += bins_[i];
  int used = kKlBins;
  while (used > 0 && merged[used - 1] == 0) --used;
  constexpr int kStep = 8;
  double least = std::numeric_limits<double>::infinity();
  int best = used;
  for (int kept = used; kept > kLevels; kept -= kStep) {
    const double divergence = Divergence(merged, kept, used);
    if (divergence < least) {
      least = divergence;
      best = kept;
    }
  }
  return std::min(largest_, best * range_ / kKlBins);
}

double ValueStatistics::MeanSquares() const {
  const int used = UsedBins();
  constexpr int kCandidates = 100;
  double least = std::numeric_limits<double>::infinity();
  double best = largest_;
  for (int candidate = kCandidates; candidate >= 20; --candidate) {
    const double threshold = largest_ * candidate / kCandidates;
    const double step = threshold / kLevels;
    double squares = 0;
    for (int i = 0; i < used; ++i) {
      if (bins_[i] == 0) continue;
      const double value = (i + 0.5) * BinWidth();
      const double rounded = std::min<double>(std::round(value / step), kLevels) * step;
      squares += static_cast<double>(bins_[i]) * (value - rounded) * (value - rounded);
    }
    if (squares < least) {
      least = squares;
      best = threshold;
    }
  }
  return best;
}

}  // namespace paddle::lite::tools
