#include "lite/api/cv/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "lite/api/cv/pixels.h"
#include "lite/base/byte_lookup.h"

namespace paddle::lite::utils::cv {
namespace {

// Position of one output coordinate on the axis of the source: the value at `low` plus `weight`
// times the difference to the next one. `low` has a next one, except on an axis of length 1.
struct Interpolation {
  static constexpr int kBits = 11;
  static constexpr int kOne = 1 << kBits;
  int64_t low = 0;
  int weight = 0;
};

std::vector<Interpolation> Interpolate(int64_t from, int64_t to) {
  std::vector<Interpolation> steps(static_cast<size_t>(to));
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const int64_t last = std::max<int64_t>(from - 2, 0);
  for (int64_t i = 0; i < to; ++i) {
    const double position = std::clamp((static_cast<double>(i) + 0.5) * scale - 0.5, 0.0,
                                       static_cast<double>(from - 1));
    Interpolation& step = steps[static_cast<size_t>(i)];
    step.low = std::min(static_cast<int64_t>(position), last);
    step.weight = static_cast<int>(
        std::lround((position - static_cast<double>(step.low)) * Interpolation::kOne));
  }
  return steps;
}

// Interpolates rows of at least two pixels along their columns. The neighbours of all values are
// gathered first: compilers make vectors of the arithmetic then.
template <int kChannels>
class RowResizer {
 public:
  RowResizer(int64_t from, int64_t to) {
    const std::vector<Interpolation> columns = Interpolate(from, to);
    const int64_t size = from * kChannels;
    for (const Interpolation& column : columns) {
      const int64_t left = column.low * kChannels;
      lefts_.push_back(left);
      if (left + kChannels + kCopied <= size) words_ = lefts_.size();
      weights_.insert(weights_.end(), kChannels, static_cast<int16_t>(column.weight));
    }
    for (int64_t i = 0; i + kLookUp <= to * kChannels; i += kLookUp) {
      LookUp look_up;
      look_up.window = lefts_[static_cast<size_t>(i / kChannels)];
      for (int64_t j = 0; j < kLookUp; ++j) {
        const int64_t left =
            lefts_[static_cast<size_t>((i + j) / kChannels)] + (i + j) % kChannels - look_up.window;
        if (left + kChannels >= kLookUpBytes) return;
        look_up.positions[j] = static_cast<uint8_t>(left);
        look_up.positions[kLookUp + j] = static_cast<uint8_t>(left + kChannels);
      }
      if (look_up.window + kLookUpBytes > size) return;
      look_ups_.push_back(look_up);
    }
  }

  // The results have 11 fractional bits.
  void Run(const uint8_t* row, int* dst) const {
    if constexpr (kLookUpBytes == 0 && kChannels < 3) {  // gathering would take longer
      const int16_t* weight = weights_.data();
      for (const int64_t left : lefts_) {
        Blend(row + left, row + left + kChannels, weight, kChannels, dst);
        weight += kChannels;
        dst += kChannels;
      }
      return;
    }
    // Pixels of three channels are copied as words, whose fourth byte the next pixel overwrites.
    uint8_t left[kBlock * kChannels + 1];
    uint8_t right[kBlock * kChannels + 1];
    for (size_t i = 0; i < lefts_.size(); i += kBlock) {
      const size_t count = std::min<size_t>(kBlock, lefts_.size() - i);
      Gather(row, i, count, left, right);
      Blend(left, right, weights_.data() + i * kChannels, count * kChannels, dst + i * kChannels);
    }
  }

 private:
  static constexpr int kCopied = kChannels == 3 ? 4 : kChannels;
  static constexpr int kLookUp = 8;
  static_assert(kBlock % kLookUp == 0);

  struct LookUp {
    int64_t window;
    uint8_t positions[2 * kLookUp];
  };

  // Copies the neighbours of pixels from `first` on.
  void Gather(const uint8_t* row, size_t first, size_t count, uint8_t* left, uint8_t* right) const {
    const size_t first_look_up = std::min(first * kChannels / kLookUp, look_ups_.size());
    const size_t look_ups = std::min(count * kChannels / kLookUp, look_ups_.size() - first_look_up);
    const LookUp* const from = look_ups_.data() + first_look_up;
    for (size_t i = 0; i < look_ups; ++i) {
      LookUpBytes(row + from[i].window, from[i].positions, left + i * kLookUp, right + i * kLookUp);
    }
    size_t i = look_ups * kLookUp / kChannels;
    const auto copy = [&](size_t size) {
      const uint8_t* const at = row + lefts_[first + i];
      std::memcpy(left + i * kChannels, at, size);
      std::memcpy(right + i * kChannels, at + kChannels, size);
    };
    for (; i < count && first + i < words_; ++i) copy(kCopied);
    for (; i < count; ++i) copy(kChannels);
  }

  static void Blend(const uint8_t* __restrict__ left, const uint8_t* __restrict__ right,
                    const int16_t* __restrict__ weights, size_t values, int* __restrict__ dst) {
    for (size_t i = 0; i < values; ++i) {
      const auto difference = static_cast<int16_t>(right[i] - left[i]);
      dst[i] = (left[i] << Interpolation::kBits) + difference * weights[i];
    }
  }

  std::vector<int64_t> lefts_;    // the left neighbour of each pixel
  size_t words_ = 0;              // the first pixels, whose neighbours can be copied as words
  std::vector<int16_t> weights_;  // the right neighbour's part of each value
  std::vector<LookUp> look_ups_;  // for the first values
};

void BlendRows(const int* __restrict__ above, const int* __restrict__ below, int weight,
               int64_t values, uint8_t* __restrict__ dst) {
  constexpr int kShift = 2 * Interpolation::kBits;
  const int rest = Interpolation::kOne - weight;
  for (int64_t i = 0; i < values; ++i) {
    dst[i] =
        static_cast<uint8_t>((above[i] * rest + below[i] * weight + (1 << (kShift - 1))) >> kShift);
  }
}

template <int kChannels>
void ResizePlane(const uint8_t* src, int64_t src_width, int64_t src_height, int64_t dst_width,
                 int64_t dst_height, uint8_t* dst) {
  if (src_width == 1) {  // rows need two pixels
    std::vector<uint8_t> twice;
    for (int64_t i = 0; i < 2 * src_height; ++i) {
      const uint8_t* const pixel = src + i / 2 * kChannels;
      twice.insert(twice.end(), pixel, pixel + kChannels);
    }
    ResizePlane<kChannels>(twice.data(), 2, src_height, dst_width, dst_height, dst);
    return;
  }
  const RowResizer<kChannels> resizer(src_width, dst_width);
  const std::vector<Interpolation> rows = Interpolate(src_height, dst_height);
  const int64_t values = dst_width * kChannels;
  // The rows of the source that the last output row was made from: the next one often needs them.
  std::vector<int> lines[2];
  int64_t held[2] = {-1, -1};
  for (std::vector<int>& line : lines) line.resize(static_cast<size_t>(values));
  const auto line_of = [&](int64_t y, int64_t other) {
    for (int i = 0; i < 2; ++i) {
      if (held[i] == y) return lines[i].data();
    }
    const int free = held[0] == other ? 1 : 0;
    resizer.Run(src + y * src_width * kChannels, lines[free].data());
    held[free] = y;
    return lines[free].data();
  };
  for (const Interpolation& row : rows) {
    const int64_t next = std::min(row.low + 1, src_height - 1);
    const int* const above = line_of(row.low, next);
    const int* const below = line_of(next, row.low);
    BlendRows(above, below, row.weight, values, dst);
    dst += values;
  }
}

}  // namespace

void ResizePixels(const uint8_t* src, int64_t src_width, int64_t src_height, int channels,
                  int64_t dst_width, int64_t dst_height, uint8_t* dst) {
  WithCount(channels, [&](auto count) {
    ResizePlane<decltype(count)::value>(src, src_width, src_height, dst_width, dst_height, dst);
  });
}

}  // namespace paddle::lite::utils::cv
