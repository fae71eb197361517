#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "lite/api/boundary.h"
#include "lite/api/paddle_image_preprocess.h"
#include "lite/base/byte_lookup.h"
#include "lite/base/checked_math.h"
#include "lite/base/interleaving.h"
#include "lite/base/logging.h"
#include "lite/base/status.h"

namespace paddle::lite::utils::cv {

using lite_api::Status;

namespace {

// Where the colours of a pixel are. Alpha is -1 where there is none; a grey image has one value
// for all. Known when the program is compiled, so that loops over pixels contain no decisions.
template <int kCountOf, int kRedAt, int kGreenAt, int kBlueAt, int kAlphaAt>
struct Channels {
  static constexpr int kCount = kCountOf;
  static constexpr int kRed = kRedAt, kGreen = kGreenAt, kBlue = kBlueAt, kAlpha = kAlphaAt;
};

// Calls body(Channels()) of the format; false for formats whose pixels are not contiguous.
template <typename Body>
bool WithChannels(ImageFormat format, const Body& body) {
  switch (format) {
    case RGBA:
      body(Channels<4, 0, 1, 2, 3>());
      return true;
    case BGRA:
      body(Channels<4, 2, 1, 0, 3>());
      return true;
    case RGB:
      body(Channels<3, 0, 1, 2, -1>());
      return true;
    case BGR:
      body(Channels<3, 2, 1, 0, -1>());
      return true;
    case GRAY:
      body(Channels<1, 0, 0, 0, -1>());
      return true;
    default:
      return false;
  }
}

// 0 for formats whose pixels are not contiguous.
int ChannelCount(ImageFormat format) {
  int count = 0;
  WithChannels(format, [&count](auto channels) { count = decltype(channels)::kCount; });
  return count;
}

// Calls body with the number of channels, which is known when the program is compiled.
template <typename Body>
void WithCount(int channels, const Body& body) {
  if (channels == 1) {
    body(std::integral_constant<int, 1>());
  } else if (channels == 2) {
    body(std::integral_constant<int, 2>());
  } else if (channels == 3) {
    body(std::integral_constant<int, 3>());
  } else {
    body(std::integral_constant<int, 4>());
  }
}

bool IsSemiPlanar(ImageFormat format) { return format == NV12 || format == NV21; }

const char* FormatName(ImageFormat format) {
  switch (format) {
    case RGBA:
      return "RGBA";
    case BGRA:
      return "BGRA";
    case RGB:
      return "RGB";
    case BGR:
      return "BGR";
    case GRAY:
      return "GRAY";
    case NV21:
      return "NV21";
    case NV12:
      return "NV12";
    case YUV420SP:
      return "YUV420SP";
    case YUV420P:
      return "YUV420P";
    case YUV422:
      return "YUV422";
    case YUV444:
      return "YUV444";
  }
  return "unknown";
}

Status UnsupportedFormat(const char* operation, ImageFormat format) {
  return Unsupported(operation, ": format ", FormatName(format), " (", static_cast<int>(format),
                     ") is not supported");
}

Status CheckImage(const char* operation, const void* src, const void* dst) {
  if (src == nullptr) return InvalidArgument(operation, ": the source is null");
  if (dst == nullptr) return InvalidArgument(operation, ": the destination is null");
  return OkStatus();
}

// Sizes up to this have pixel counts and byte offsets far from any limit of int64_t.
constexpr int kMaxExtent = 1 << 24;

Status CheckSize(const char* operation, int width, int height) {
  if (width < 1 || height < 1 || width > kMaxExtent || height > kMaxExtent) {
    return InvalidArgument(operation, ": expected a width and a height of 1 to ", kMaxExtent,
                           ", found ", width, " x ", height);
  }
  return OkStatus();
}

Status CheckEven(const char* operation, ImageFormat format, int width, int height) {
  if (width % 2 != 0 || height % 2 != 0) {
    return InvalidArgument(operation, ": ", FormatName(format),
                           " needs an even width and height, found ", width, " x ", height);
  }
  return OkStatus();
}

uint8_t Clamp(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

// Compilers make vectors of loops over planes, but not of those over bytes of three interleaved
// planes: blocks of pixels are computed in planes, and interleaved at the end.
constexpr int kBlock = 64;
using Plane = uint8_t[kBlock];

// Writes the bytes of `count` pixels.
template <typename To>
void Interleave(const Plane& red, const Plane& green, const Plane& blue, int count,
                uint8_t* __restrict__ dst) {
  if constexpr (kInterleavesBytes) {
    for (int i = 0; i < count; ++i, dst += To::kCount) {
      dst[To::kRed] = red[i];
      dst[To::kGreen] = green[i];
      dst[To::kBlue] = blue[i];
      if constexpr (To::kAlpha >= 0) dst[To::kAlpha] = 255;
    }
  } else {
    // The last pixel of a row of three channels is written by bytes: others are stored as words,
    // whose fourth byte the next pixel overwrites.
    for (int i = 0; i < count; ++i, dst += To::kCount) {
      const uint32_t word = uint32_t{red[i]} << (8 * To::kRed) |
                            uint32_t{green[i]} << (8 * To::kGreen) |
                            uint32_t{blue[i]} << (8 * To::kBlue) | uint32_t{255} << 24;
      if (To::kCount == 4 || i + 1 < count) {
        const uint8_t bytes[4] = {static_cast<uint8_t>(word), static_cast<uint8_t>(word >> 8),
                                  static_cast<uint8_t>(word >> 16),
                                  static_cast<uint8_t>(word >> 24)};
        std::memcpy(dst, bytes, 4);
      } else {
        dst[To::kRed] = red[i];
        dst[To::kGreen] = green[i];
        dst[To::kBlue] = blue[i];
      }
    }
  }
}

// Full-range BT.601 in fixed point with 7 fractional bits. Two pixels share their colour.
template <typename To, int kUAt>
inline void DecodeBlock(const uint8_t* __restrict__ luma, const uint8_t* __restrict__ pairs,
                        int count, uint8_t* dst) {
  int16_t red_of[kBlock / 2], green_of[kBlock / 2], blue_of[kBlock / 2];
  // Zeros, because compilers do not see that the loops fill what is read.
  Plane red = {}, green = {}, blue = {};
  for (int i = 0; i < count / 2; ++i) {
    const auto u = static_cast<int16_t>(pairs[2 * i + kUAt] - 128);
    const auto v = static_cast<int16_t>(pairs[2 * i + 1 - kUAt] - 128);
    red_of[i] = static_cast<int16_t>((179 * v) >> 7);
    green_of[i] = static_cast<int16_t>(-((44 * u + 91 * v) >> 7));
    blue_of[i] = static_cast<int16_t>((227 * u) >> 7);
  }
  const auto add = [&](const int16_t* difference, Plane& sum) {
    for (int i = 0; i < count / 2; ++i) {
      const int16_t first = static_cast<int16_t>(luma[2 * i] + difference[i]);
      const int16_t second = static_cast<int16_t>(luma[2 * i + 1] + difference[i]);
      sum[2 * i] = Clamp(first);
      sum[2 * i + 1] = Clamp(second);
    }
  };
  add(red_of, red);
  add(green_of, green);
  add(blue_of, blue);
  Interleave<To>(red, green, blue, count, dst);
}

template <typename To, int kUAt>
void DecodeSemiPlanar(const uint8_t* src, int64_t width, int64_t height, uint8_t* dst) {
  const uint8_t* const pairs = src + width * height;
  for (int64_t y = 0; y < height; ++y) {
    const uint8_t* luma = src + y * width;
    const uint8_t* pair = pairs + y / 2 * width;
    int64_t left = width;
    for (; left >= kBlock; left -= kBlock) {
      DecodeBlock<To, kUAt>(luma, pair, kBlock, dst);
      luma += kBlock;
      pair += kBlock;
      dst += kBlock * To::kCount;
    }
    if (left > 0) DecodeBlock<To, kUAt>(luma, pair, static_cast<int>(left), dst);
    dst += left * To::kCount;
  }
}

template <typename From, typename To>
void ConvertPixels(const uint8_t* __restrict__ src, int64_t pixels, uint8_t* __restrict__ dst) {
  for (int64_t i = 0; i < pixels; ++i, src += From::kCount, dst += To::kCount) {
    if constexpr (To::kCount == 1) {
      dst[0] = static_cast<uint8_t>(
          (15 * src[From::kBlue] + 75 * src[From::kGreen] + 38 * src[From::kRed]) >> 7);
    } else {
      dst[To::kRed] = src[From::kRed];
      dst[To::kGreen] = src[From::kGreen];
      dst[To::kBlue] = src[From::kBlue];
      if constexpr (To::kAlpha >= 0)
        dst[To::kAlpha] = From::kAlpha >= 0 ? src[From::kCount - 1] : 255;
    }
  }
}

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

void ResizePixels(const uint8_t* src, int64_t src_width, int64_t src_height, int channels,
                  int64_t dst_width, int64_t dst_height, uint8_t* dst) {
  WithCount(channels, [&](auto count) {
    ResizePlane<decltype(count)::value>(src, src_width, src_height, dst_width, dst_height, dst);
  });
}

// Loops of few iterations that compilers would otherwise unroll, and then not make vectors of.
#define LITE_KEEP_LOOP _Pragma("GCC unroll 1")

template <int kChannels>
void MirrorRow(const uint8_t* __restrict__ src, int64_t width, uint8_t* __restrict__ dst) {
  int64_t left = width;
  if constexpr (kChannels == 3 && kInterleavesBytes) {
    for (; left >= kBlock; left -= kBlock, dst += kBlock * kChannels) {
      const uint8_t* const from = src + (left - kBlock) * kChannels;
      Plane planes[kChannels];
      for (int i = 0; i < kBlock; ++i) {
        for (int c = 0; c < kChannels; ++c) planes[c][kBlock - 1 - i] = from[i * kChannels + c];
      }
      for (int i = 0; i < kBlock; ++i) {
        for (int c = 0; c < kChannels; ++c) dst[i * kChannels + c] = planes[c][i];
      }
    }
  }
  for (int64_t i = 0; i < left; ++i) {
    std::memcpy(dst + i * kChannels, src + (left - 1 - i) * kChannels, kChannels);
  }
}

// Writes the rows of an image in this or the reverse order, with the pixels of each in this or the
// reverse order.
void Mirror(const uint8_t* src, int channels, int64_t width, int64_t height, bool reverse_rows,
            bool reverse_pixels, uint8_t* dst) {
  const int64_t size = width * channels;
  WithCount(channels, [&](auto count) {
    for (int64_t y = 0; y < height; ++y) {
      const uint8_t* const from = src + (reverse_rows ? height - 1 - y : y) * size;
      if (reverse_pixels) {
        MirrorRow<decltype(count)::value>(from, width, dst + y * size);
      } else {
        std::memcpy(dst + y * size, from, static_cast<size_t>(size));
      }
    }
  });
}

// A square of pixels, in planes whose rows are 16 bytes.
template <int kChannels>
class Tile {
 public:
  using Element = std::conditional_t<kChannels == 4, uint32_t, uint8_t>;
  static constexpr int kPlanes = kChannels == 4 ? 1 : kChannels;
  static constexpr int kSize = 16 / sizeof(Element);
  // Without instructions for it, separating planes takes longer than copying pixels.
  static constexpr bool kIsFast = kPlanes == 1 || kInterleavesBytes;

  void ReadRow(const uint8_t* __restrict__ src, int row) {
    if constexpr (kPlanes == 1) {
      std::memcpy(&planes_[0][row * kSize], src, 16);
    } else {
      LITE_KEEP_LOOP
      for (int i = 0; i < kSize; ++i) {
        for (int c = 0; c < kPlanes; ++c) planes_[c][row * kSize + i] = src[i * kPlanes + c];
      }
    }
  }
  void WriteRow(int row, uint8_t* __restrict__ dst) const {
    if constexpr (kPlanes == 1) {
      std::memcpy(dst, &planes_[0][row * kSize], 16);
    } else {
      LITE_KEEP_LOOP
      for (int i = 0; i < kSize; ++i) {
        for (int c = 0; c < kPlanes; ++c) dst[i * kPlanes + c] = planes_[c][row * kSize + i];
      }
    }
  }
  void Transpose() {
    Element other[kSize * kSize];
    for (auto& plane : planes_) {
      for (int size = 1; size < kSize; size *= 4) {
        InterleaveHalves(plane, other);
        InterleaveHalves(other, plane);
      }
    }
  }

 private:
  // Moves the highest bit of an element's place, so of its row, to the end: as many times as a
  // row's number has bits, and rows are columns.
  static void InterleaveHalves(const Element* __restrict__ from, Element* __restrict__ to) {
    constexpr int kHalf = kSize * kSize / 2;
    LITE_KEEP_LOOP
    for (int i = 0; i < kHalf; ++i) {
      to[2 * i] = from[i];
      to[2 * i + 1] = from[kHalf + i];
    }
  }
  Element planes_[kPlanes][kSize * kSize];
};

// Writes an image of `width` columns and `height` rows that is turned by 90 degrees: its rows are
// the columns of the source, to the right from the lowest row if `clockwise`, else to the left from
// the first row. Rows are written some at a time: their pixels are in the same lines of the cache.
template <int kChannels>
void TurnPixels(const uint8_t* src, int64_t width, int64_t height, bool clockwise, uint8_t* dst) {
  using Square = Tile<kChannels>;
  constexpr int64_t kRows = 16;
  const auto source = [&](int64_t x, int64_t y) {
    return src +
           (clockwise ? (width - 1 - x) * height + y : x * height + height - 1 - y) * kChannels;
  };
  const auto target = [&](int64_t x, int64_t y) { return dst + (y * width + x) * kChannels; };
  const bool has_tiles = Square::kIsFast && width >= Square::kSize && height >= kRows;
  for (int64_t y0 = 0; y0 < height; y0 += kRows) {
    if (!has_tiles) {
      const int64_t end = std::min(y0 + kRows, height);
      for (int64_t x = 0; x < width; ++x) {
        const uint8_t* from = source(x, y0);
        uint8_t* to = target(x, y0);
        for (int64_t y = y0; y < end; ++y) {
          std::memcpy(to, from, kChannels);
          from += clockwise ? kChannels : -kChannels;
          to += width * kChannels;
        }
      }
      continue;
    }
    // The last tiles overlap those before.
    const int64_t top = std::min(y0, height - kRows);
    for (int64_t x0 = 0; x0 < width; x0 += Square::kSize) {
      const int64_t x = std::min(x0, width - Square::kSize);
      for (int64_t y = top; y < top + kRows; y += Square::kSize) {
        Square tile;
        const uint8_t* from = source(x, clockwise ? y : y + Square::kSize - 1);
        const int64_t step = (clockwise ? -height : height) * kChannels;
        for (int i = 0; i < Square::kSize; ++i) tile.ReadRow(from + i * step, i);
        tile.Transpose();
        for (int i = 0; i < Square::kSize; ++i) {
          tile.WriteRow(clockwise ? i : Square::kSize - 1 - i, target(x, y + i));
        }
      }
    }
  }
}

void Turn(const uint8_t* src, int channels, int64_t width, int64_t height, bool clockwise,
          uint8_t* dst) {
  WithCount(channels, [&](auto count) {
    TurnPixels<decltype(count)::value>(src, width, height, clockwise, dst);
  });
}

// The colours of pixels as numbers; a fourth channel is left out.
template <int kChannels>
void NormalisePixels(const uint8_t* __restrict__ src, int64_t pixels, bool channels_last,
                     const float* means, const float* scales, float* __restrict__ dst) {
  constexpr int kUsed = std::min(kChannels, 3);
  float mean[kUsed], scale[kUsed];
  for (int c = 0; c < kUsed; ++c) {
    mean[c] = means[c];
    scale[c] = scales[c];
  }
  if (channels_last) {
    for (int64_t i = 0; i < pixels; ++i, src += kChannels, dst += kUsed) {
      for (int c = 0; c < kUsed; ++c) dst[c] = (static_cast<float>(src[c]) - mean[c]) * scale[c];
    }
    return;
  }
  for (int64_t i = 0; i < pixels; i += kBlock) {
    const int count = static_cast<int>(std::min<int64_t>(kBlock, pixels - i));
    Plane planes[kUsed];
    for (int j = 0; j < count; ++j, src += kChannels) {
      for (int c = 0; c < kUsed; ++c) planes[c][j] = src[c];
    }
    for (int c = 0; c < kUsed; ++c) {
      float* const to = dst + c * pixels + i;
      for (int j = 0; j < count; ++j) {
        to[j] = (static_cast<float>(planes[c][j]) - mean[c]) * scale[c];
      }
    }
  }
}

void Report(const Status& status) {
  if (!status.ok()) LITE_LOG_ERROR(status.message());
}

}  // namespace

Status ImagePreprocess::TryImageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                        ImageFormat dst_format, int width, int height) const {
  constexpr char kName[] = "imageConvert";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int64_t pixels = int64_t{width} * height;
  if (IsSemiPlanar(src_format)) {
    LITE_RETURN_IF_ERROR(CheckEven(kName, src_format, width, height));
    if (dst_format == src_format) {
      std::memcpy(dst, src, static_cast<size_t>(pixels / 2 * 3));
    } else if (ChannelCount(dst_format) >= 3) {
      WithChannels(dst_format, [&](auto to) {
        if constexpr (decltype(to)::kCount == 1) {
          return;
        } else if (src_format == NV12) {
          DecodeSemiPlanar<decltype(to), 0>(src, width, height, dst);
        } else {
          DecodeSemiPlanar<decltype(to), 1>(src, width, height, dst);
        }
      });
    } else {
      return Unsupported(kName, ": from ", FormatName(src_format), " to ", FormatName(dst_format),
                         " is not supported; RGB, BGR, RGBA and BGRA are");
    }
    return OkStatus();
  }
  const int count = ChannelCount(src_format);
  if (count == 0) return UnsupportedFormat(kName, src_format);
  if (ChannelCount(dst_format) == 0) return UnsupportedFormat(kName, dst_format);
  if (src_format == dst_format) {
    std::memcpy(dst, src, static_cast<size_t>(pixels * count));
  } else {
    WithChannels(src_format, [&](auto from) {
      WithChannels(dst_format,
                   [&](auto to) { ConvertPixels<decltype(from), decltype(to)>(src, pixels, dst); });
    });
  }
  return OkStatus();
}

Status ImagePreprocess::TryImageResize(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                       int src_width, int src_height, int dst_width,
                                       int dst_height) const {
  constexpr char kName[] = "imageResize";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, src_width, src_height));
  LITE_RETURN_IF_ERROR(CheckSize(kName, dst_width, dst_height));
  return CatchAll([&]() -> Status {
    if (IsSemiPlanar(format)) {
      LITE_RETURN_IF_ERROR(CheckEven(kName, format, src_width, src_height));
      LITE_RETURN_IF_ERROR(CheckEven(kName, format, dst_width, dst_height));
      ResizePixels(src, src_width, src_height, 1, dst_width, dst_height, dst);
      ResizePixels(src + int64_t{src_width} * src_height, src_width / 2, src_height / 2, 2,
                   dst_width / 2, dst_height / 2, dst + int64_t{dst_width} * dst_height);
    } else if (ChannelCount(format) != 0) {
      ResizePixels(src, src_width, src_height, ChannelCount(format), dst_width, dst_height, dst);
    } else {
      return UnsupportedFormat(kName, format);
    }
    return OkStatus();
  });
}

Status ImagePreprocess::TryImageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                       int width, int height, float degree) const {
  constexpr char kName[] = "imageRotate";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  if (degree == 90.0f || degree == 270.0f) {
    Turn(src, channels, height, width, degree == 90.0f, dst);
  } else if (degree == 180.0f) {
    Mirror(src, channels, width, height, true, true, dst);
  } else {
    return InvalidArgument(kName, ": expected 90, 180 or 270 degrees, found ", degree);
  }
  return OkStatus();
}

Status ImagePreprocess::TryImageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                     int width, int height, FlipParam flip) const {
  constexpr char kName[] = "imageFlip";
  constexpr int kOldXY = 2;
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  const int value = static_cast<int>(flip);
  const bool both = value == XY || value == kOldXY;
  if (!both && value != X && value != Y) {
    return InvalidArgument(kName, ": expected X (0), Y (1) or XY (-1 or 2), found ", value);
  }
  Mirror(src, channels, width, height, both || value == X, both || value == Y, dst);
  return OkStatus();
}

Status ImagePreprocess::TryImageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                     int src_width, int src_height, int left, int top,
                                     int dst_width, int dst_height) const {
  constexpr char kName[] = "imageCrop";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, src_width, src_height));
  LITE_RETURN_IF_ERROR(CheckSize(kName, dst_width, dst_height));
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  if (left < 0 || top < 0 || dst_width > src_width - left || dst_height > src_height - top) {
    return InvalidArgument(kName, ": ", dst_width, " x ", dst_height, " pixels from column ", left,
                           ", row ", top, " are not inside ", src_width, " x ", src_height);
  }
  const uint8_t* from = src + (int64_t{top} * src_width + left) * channels;
  const int64_t size = int64_t{dst_width} * channels;
  for (int y = 0; y < dst_height; ++y) {
    std::memcpy(dst + y * size, from, static_cast<size_t>(size));
    from += int64_t{src_width} * channels;
  }
  return OkStatus();
}

Status ImagePreprocess::TryImage2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format,
                                        int width, int height, LayoutType layout,
                                        const float* means, const float* scales) const {
  constexpr char kName[] = "image2Tensor";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  if (means == nullptr || scales == nullptr) {
    return InvalidArgument(kName, ": means and scales are needed, one value for each channel");
  }
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  const bool channels_last = layout == LayoutType::kNHWC;
  if (!channels_last && layout != LayoutType::kNCHW) {
    return InvalidArgument(kName, ": expected layout NCHW or NHWC, found ",
                           static_cast<int>(layout));
  }
  const int64_t used = std::min(channels, 3);
  const int64_t pixels = int64_t{width} * height;
  int64_t room = 1;
  for (const int64_t extent : dst->shape()) {
    if (!CheckedMul(room, extent, &room))
      return InvalidArgument(kName, ": the tensor is too large");
  }
  if (room < used * pixels) {
    return InvalidArgument(kName, ": the tensor has ", room, " elements, ", used * pixels,
                           " are needed; Resize it first");
  }
  float* values = nullptr;
  LITE_RETURN_IF_ERROR(dst->TryMutableData(&values));
  WithCount(channels, [&](auto count) {
    NormalisePixels<decltype(count)::value>(src, pixels, channels_last, means, scales, values);
  });
  return OkStatus();
}

void ImagePreprocess::imageConvert(const uint8_t* src, uint8_t* dst) const {
  imageConvert(src, dst, src_format_, dst_format_);
}

void ImagePreprocess::imageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                   ImageFormat dst_format) const {
  imageConvert(src, dst, src_format, dst_format, param_.iw, param_.ih);
}

void ImagePreprocess::imageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                   ImageFormat dst_format, int width, int height) const {
  Report(TryImageConvert(src, dst, src_format, dst_format, width, height));
}

void ImagePreprocess::imageResize(const uint8_t* src, uint8_t* dst) const {
  imageResize(src, dst, dst_format_, param_.iw, param_.ih, param_.ow, param_.oh);
}

void ImagePreprocess::imageResize(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                  int src_width, int src_height, int dst_width,
                                  int dst_height) const {
  Report(TryImageResize(src, dst, format, src_width, src_height, dst_width, dst_height));
}

void ImagePreprocess::imageRotate(const uint8_t* src, uint8_t* dst) const {
  imageRotate(src, dst, dst_format_, param_.ow, param_.oh, param_.rotate_param);
}

void ImagePreprocess::imageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format, int width,
                                  int height, float degree) const {
  Report(TryImageRotate(src, dst, format, width, height, degree));
}

void ImagePreprocess::imageFlip(const uint8_t* src, uint8_t* dst) const {
  imageFlip(src, dst, dst_format_, param_.ow, param_.oh, param_.flip_param);
}

void ImagePreprocess::imageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format, int width,
                                int height, FlipParam flip) const {
  Report(TryImageFlip(src, dst, format, width, height, flip));
}

void ImagePreprocess::imageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format, int src_width,
                                int src_height, int left, int top, int dst_width,
                                int dst_height) const {
  Report(TryImageCrop(src, dst, format, src_width, src_height, left, top, dst_width, dst_height));
}

void ImagePreprocess::image2Tensor(const uint8_t* src, Tensor* dst, LayoutType layout, float* means,
                                   float* scales) const {
  image2Tensor(src, dst, dst_format_, param_.ow, param_.oh, layout, means, scales);
}

void ImagePreprocess::image2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format, int width,
                                   int height, LayoutType layout, float* means,
                                   float* scales) const {
  Report(TryImage2Tensor(src, dst, format, width, height, layout, means, scales));
}

}  // namespace paddle::lite::utils::cv
