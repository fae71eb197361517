// How the windows of a convolution become tiles of matrix registers (docs/design/int8.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lite/backends/cpu/conv_plan.h"
#include "lite/backends/cpu/matrix_tiles.h"

namespace paddle::lite::cpu {

// The input is read where it is, if it has the form that is multiplied and its windows are in it;
// otherwise it is stored as an image with its padding. A window is a number of runs of contiguous
// values (lines of the window, or its taps), and a run is cut into pieces of equal length. Sizes
// are in bytes.
struct MatrixWindows {
  // `converts`: the input has another form than the values that are multiplied. Then a window has
  // nothing but its values and zeros: what it reads in addition might be infinite.
  MatrixWindows(const ConvShape& shape, int64_t value_bytes, bool converts);

  // Whether matrix registers are faster than vectors.
  bool worthwhile() const;

  int64_t line_bytes() const { return stored_w * pitch; }
  // The pieces of the last window may end a little after the stored images.
  size_t stored_bytes() const;
  // What the pieces of the last window end after it; they multiply this by 0.
  int64_t overrun() const { return run_pieces * piece_bytes - run_bytes; }
  // A copy of the last tile is read instead of the input, which ends with its last window.
  bool copies_last_tile() const { return !stores && overrun() > 0; }
  int64_t tile_bytes() const { return (rows - 1) * row_step + run_bytes; }  // if pointwise
  // Bytes of weights for an output channel.
  int64_t depth() const { return static_cast<int64_t>(pieces.size()) * piece_bytes; }

  // Calls body(piece, byte of the piece, tap, channel of the group) for every value of a window.
  template <typename Body>
  void ForEachValue(const Body& body) const {
    const int64_t taps = shape.taps();
    const int64_t depth = shape.group_in_c();
    for (int64_t tap = 0; tap < taps; ++tap) {
      const int64_t run = tap / run_taps;
      const int64_t at = tap % run_taps * pitch;
      for (int64_t k = 0; k < depth; ++k) {
        const int64_t byte = at + k * value_bytes;
        body(run * run_pieces + byte / piece_bytes, byte % piece_bytes, tap, k);
      }
    }
  }

  // The first output pixel that a tile stores. Pixels of later tiles are not before it.
  int64_t FirstPixel(int64_t tile) const;
  // Tile `tile` of the input or the stored images at `src`; writes up to kMatrixRows rows, whose
  // pixels are counted from first_pixel.
  MatrixTile Tile(int64_t tile, const char* src, int64_t first_pixel, MatrixRow* stored_rows) const;

  ConvShape shape;
  int64_t value_bytes;
  bool converts;
  bool pointwise = false;  // a tile has consecutive pixels of all images
  bool stores = false;
  int64_t stored_h = 0, stored_w = 0;  // of the input or the stored image
  int64_t pitch = 0;                   // from pixel to pixel
  int64_t group_pitch = 0;             // from group to group of a pixel
  int64_t run_taps = 1;                // taps of a run
  int64_t run_bytes = 0;
  int64_t run_pieces = 1;
  int64_t piece_bytes = 0;
  std::vector<int64_t> pieces;  // offsets in a window
  int64_t rows = 0;             // of a tile
  int64_t row_step = 0;         // from row to row
  bool two_lines = false;       // a tile has two lines of pixels, and windows between them
  int64_t line_tiles = 1;       // of a line of pixels, or of two
  int64_t tiles = 0;

 private:
  void ChoosePitch();
  void CutWindows();
  void CutPixels();
};

}  // namespace paddle::lite::cpu
