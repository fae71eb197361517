#include "lite/api/cv/turn.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "lite/api/cv/pixels.h"
#include "lite/base/interleaving.h"

namespace paddle::lite::utils::cv {
namespace {

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

// Rows are written some at a time: their pixels are in the same lines of the cache.
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

}  // namespace

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

void Turn(const uint8_t* src, int channels, int64_t width, int64_t height, bool clockwise,
          uint8_t* dst) {
  WithCount(channels, [&](auto count) {
    TurnPixels<decltype(count)::value>(src, width, height, clockwise, dst);
  });
}

}  // namespace paddle::lite::utils::cv
