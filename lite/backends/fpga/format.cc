#include "lite/backends/fpga/format.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lite/base/half.h"

namespace paddle::lite::fpga {
namespace {

int64_t RoundedUp(int64_t count, int64_t multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

int8_t Quantised(float value, const ScalePair& scale) {
  const float steps = value * scale.inverse;
  const float rounded = std::trunc(steps + (steps < 0 ? -0.5f : 0.5f));
  return static_cast<int8_t>(std::min(127.0f, std::max(-127.0f, rounded)));
}

}  // namespace

int64_t FilterLength(int64_t elements) { return RoundedUp(elements, kAlignment); }

int64_t FilterCapacity(const DriverInfo& info, int64_t length) {
  const int64_t capacity = info.filter_capacity;
  const int64_t per_column = capacity / (length / kAlignment);
  const int64_t group = 4 * int64_t{info.column};
  return std::min(capacity / group, per_column) * group;
}

int64_t ReorderedFilter(int64_t i, int64_t group) {
  const int64_t half = i % (group / 2);
  return i / group * group + half / 4 * 8 + half % 4 + i / (group / 2) % 2 * 4;
}

float LargestMagnitude(const float* values, int64_t count) {
  float largest = 0;
  for (int64_t i = 0; i < count; ++i) {
    const float magnitude = std::fabs(values[i]);
    if (!(magnitude <= largest)) largest = magnitude;  // NaN as well
    if (std::isnan(largest)) break;
  }
  return largest;
}

int64_t FormattedBytes(int64_t count, int64_t length, int64_t group) {
  return RoundedUp(count, group) * length;
}

int64_t FormattedIndex(int64_t f, int64_t e, int64_t length, int64_t group) {
  // The place of filter f is the i that ReorderedFilter maps to it.
  const int64_t in_group = f % group;
  const int64_t place =
      f / group * group + in_group % 8 / 4 * (group / 2) + in_group / 8 * 4 + in_group % 4;
  return place / 2 * 2 * length + e / kAlignment * 2 * kAlignment + place % 2 * kAlignment +
         e % kAlignment;
}

std::vector<int8_t> FormatFilters(const float* filters, int64_t count, int64_t in, int64_t height,
                                  int64_t width, const ScalePair& scale, int64_t group) {
  const int64_t taps = height * width;
  const int64_t length = FilterLength(in * taps);
  std::vector<int8_t> formatted(static_cast<size_t>(FormattedBytes(count, length, group)));
  for (int64_t f = 0; f < count; ++f) {
    for (int64_t c = 0; c < in; ++c) {
      for (int64_t t = 0; t < taps; ++t) {
        const int64_t at = FormattedIndex(f, t * in + c, length, group);
        formatted[static_cast<size_t>(at)] = Quantised(*filters++, scale);
      }
    }
  }
  return formatted;
}

float Activated(float value, const InplaceArgs& switches) {
  if (switches.relu) value = value > 0 ? value : 0;
  if (switches.relu6) value = std::min(std::max(value, 0.0f), 6.0f);
  if (switches.leaky_relu) {
    value = value > 0 ? value : value * HalfBitsToFloat(switches.leaky_slope);
  }
  if (switches.sigmoid) value = 1 / (1 + std::exp(-value));
  return value;
}

int64_t RepeatsOf(int64_t channels) { return kAlignment / std::gcd(channels, kAlignment); }

std::vector<uint16_t> FormatBias(const float* values, int64_t channels, float fill) {
  std::vector<uint16_t> halves;
  for (int64_t r = 0; r < RepeatsOf(channels); ++r) {
    for (int64_t c = 0; c < channels; ++c) {
      halves.push_back(FloatToHalfBits(values == nullptr ? fill : values[c]));
    }
  }
  return halves;
}

std::vector<uint16_t> FormatScaleBias(const float* bias, const float* scale, int64_t channels) {
  std::vector<uint16_t> both = FormatBias(bias, channels, 0);
  const std::vector<uint16_t> scales = FormatBias(scale, channels, 1);
  both.insert(both.end(), scales.begin(), scales.end());
  return both;
}

std::vector<uint16_t> FormatDepthwiseFilters(const float* filters, const float* scale,
                                             int64_t channels, int64_t taps) {
  const int64_t padded = RoundedUp(channels, kAlignment);
  std::vector<uint16_t> halves(static_cast<size_t>(taps * padded));
  for (int64_t c = 0; c < channels; ++c) {
    for (int64_t t = 0; t < taps; ++t) {
      const float factor = scale == nullptr ? 1 : scale[c];
      halves[static_cast<size_t>(t * padded + c)] = FloatToHalfBits(filters[c * taps + t] * factor);
    }
  }
  return halves;
}

}  // namespace paddle::lite::fpga
