#include "lite/backends/cpu/matrix_windows.h"

#include <algorithm>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/base/checked_math.h"

namespace paddle::lite::cpu {
namespace {

int64_t RoundUpTo(int64_t value, int64_t multiple) { return CeilDiv(value, multiple) * multiple; }

// Parts of `count` rows of nearly equal height, none above that of a register.
int64_t EvenRows(int64_t count) { return CeilDiv(count, CeilDiv(count, kMatrixRows)); }

}  // namespace

MatrixWindows::MatrixWindows(const ConvShape& s, int64_t bytes, bool converted)
    : shape(s), value_bytes(bytes), converts(converted), pointwise(IsPointwise(s)) {
  const int64_t reach_h = (s.out_h - 1) * s.stride_h + (s.kernel_h - 1) * s.dilation_h + 1;
  const int64_t reach_w = (s.out_w - 1) * s.stride_w + (s.kernel_w - 1) * s.dilation_w + 1;
  stores = converts || s.pad_top != 0 || s.pad_left != 0 || reach_h > s.in_h || reach_w > s.in_w;
  CutWindows();
  if (!stores && !pointwise && overrun() > 0) {
    stores = true;
    CutWindows();
  }
  CutPixels();
}

void MatrixWindows::ChoosePitch() {
  const int64_t depth = shape.group_in_c() * value_bytes;
  group_pitch = depth;
  // Rows of a tile that straddle cache lines are several times slower to load. A copy for that
  // reason costs more than it saves; if there is a copy, it is made so that they do not, unless
  // whole lines of a window need fewer pieces.
  const bool straddles = kMatrixRowBytes % depth != 0;
  const bool windows = shape.groups == 1 && shape.taps() > 1;
  if (!converts) {
    if (stores && straddles && depth >= 8 && windows) {
      group_pitch = RoundUpTo(depth, kMatrixRowBytes);
    }
  } else {
    const int64_t packed = RoundUpTo(depth, kMatrixGroupBytes);
    const int64_t line = shape.kernel_w * packed;
    const int64_t line_pieces = CeilDiv(line, kMatrixRowBytes);
    const bool fewer = line_pieces < shape.kernel_w * CeilDiv(depth, kMatrixRowBytes);
    const bool equal = line % (line_pieces * kMatrixGroupBytes) == 0;
    if (windows && shape.dilation_w == 1 && fewer && equal) {
      group_pitch = packed;
    } else if (straddles) {
      group_pitch =
          RoundUpTo(depth, depth <= kMatrixRowBytes / 2 ? kMatrixRowBytes / 2 : kMatrixRowBytes);
    }
  }
  pitch = shape.groups * group_pitch;
}

void MatrixWindows::CutWindows() {
  stored_h = shape.in_h;
  stored_w = shape.in_w;
  if (stores && !pointwise) {
    stored_h = (shape.out_h - 1) * shape.stride_h + (shape.kernel_h - 1) * shape.dilation_h + 1;
    stored_w = (shape.out_w - 1) * shape.stride_w + (shape.kernel_w - 1) * shape.dilation_w + 1;
  }
  ChoosePitch();
  const int64_t depth = shape.group_in_c() * value_bytes;
  const bool dense = pitch == RoundUpTo(depth, converts ? kMatrixGroupBytes : 1);
  const bool whole_lines = shape.dilation_w == 1 && shape.groups == 1 && dense;
  run_taps = whole_lines ? shape.kernel_w : 1;
  run_bytes = whole_lines ? run_taps * pitch : converts ? group_pitch : depth;
  run_pieces = CeilDiv(run_bytes, kMatrixRowBytes);
  // Pieces of equal length need no code for a rest. Those of a line that begins with a cache line
  // do as well.
  const bool aligned = pitch % kMatrixRowBytes == 0 && shape.groups == 1;
  piece_bytes =
      aligned ? kMatrixRowBytes : RoundUpTo(CeilDiv(run_bytes, run_pieces), kMatrixGroupBytes);
  pieces.clear();
  for (int64_t y = 0; y < shape.kernel_h; ++y) {
    for (int64_t x = 0; x < shape.kernel_w; x += run_taps) {
      const int64_t at = (y * shape.dilation_h * stored_w + x * shape.dilation_w) * pitch;
      for (int64_t i = 0; i < run_pieces; ++i) pieces.push_back(at + i * piece_bytes);
    }
  }
}

void MatrixWindows::CutPixels() {
  row_step = shape.stride_w * pitch;
  if (pointwise) {
    const int64_t pixels = shape.batch * shape.out_h * shape.out_w;
    rows = EvenRows(pixels);
    tiles = CeilDiv(pixels, rows);
    return;
  }
  two_lines = shape.stride_w == 1 && shape.stride_h == 1 && shape.out_h > 1 &&
              stored_w + shape.out_w <= kMatrixRows;
  if (two_lines) {
    rows = stored_w + shape.out_w;
    tiles = shape.batch * CeilDiv(shape.out_h, 2);
    return;
  }
  rows = EvenRows(shape.out_w);
  line_tiles = CeilDiv(shape.out_w, rows);
  tiles = shape.batch * shape.out_h * line_tiles;
}

bool MatrixWindows::worthwhile() const {
  const int64_t pixels = shape.batch * shape.out_h * shape.out_w;
  const int64_t bytes = shape.group_in_c() * shape.taps() * value_bytes;
  const bool large = (pixels >= 16 && bytes >= 64) || (pixels >= 49 && bytes >= 27);
  // The time of a tile depends little on its rows.
  return large && rows >= 7 && shape.group_out_c() >= 8;
}

size_t MatrixWindows::stored_bytes() const {
  if (!stores) return 0;
  const int64_t bytes = shape.batch * stored_h * line_bytes() + kMatrixRowBytes;
  return RoundUp(static_cast<size_t>(bytes), 64);
}

int64_t MatrixWindows::FirstPixel(int64_t tile) const {
  if (pointwise) return tile * rows;
  if (two_lines) {
    const int64_t image_tiles = CeilDiv(shape.out_h, 2);
    return (tile / image_tiles * shape.out_h + tile % image_tiles * 2) * shape.out_w;
  }
  return tile / line_tiles * shape.out_w + tile % line_tiles * rows;
}

MatrixTile MatrixWindows::Tile(int64_t tile, const char* src, int64_t first_pixel,
                               MatrixRow* stored_rows) const {
  MatrixRow* row = stored_rows;
  // Rows [from, to) of the tile are output pixels from `pixel` on.
  const auto store = [&](int64_t from, int64_t to, int64_t pixel) {
    for (int64_t r = from; r < to; ++r, ++pixel) {
      *row++ = {static_cast<int32_t>(r), static_cast<int32_t>(pixel - first_pixel)};
    }
  };
  // A last tile that would be lower begins earlier, and only stores what others do not.
  if (pointwise) {
    const int64_t pixels = shape.batch * shape.out_h * shape.out_w;
    const int64_t begin = std::min(tile * rows, pixels - rows);
    store(tile * rows - begin, rows, tile * rows);
    src += begin * pitch;
  } else if (two_lines) {
    const int64_t image_tiles = CeilDiv(shape.out_h, 2);
    const int64_t image = tile / image_tiles;
    const int64_t line = tile % image_tiles * 2;
    const int64_t y = std::min(line, shape.out_h - 2);
    const int64_t pixel = (image * shape.out_h + y) * shape.out_w;
    if (y == line) store(0, shape.out_w, pixel);
    store(stored_w, rows, pixel + shape.out_w);
    src += (image * stored_h + y) * line_bytes();
  } else {
    const int64_t line = tile / line_tiles;
    const int64_t x = tile % line_tiles * rows;
    const int64_t begin = std::min(x, shape.out_w - rows);
    store(x - begin, rows, line * shape.out_w + x);
    const int64_t y = line / shape.out_h * stored_h + line % shape.out_h * shape.stride_h;
    src += y * line_bytes() + begin * row_step;
  }
  return {src, stored_rows, row - stored_rows};
}

}  // namespace paddle::lite::cpu
