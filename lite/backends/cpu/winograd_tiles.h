// The tiles of Winograd convolution, for any element types.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/backends/cpu/winograd_f32.h"

namespace paddle::lite::cpu {

// Whether Winograd's algorithm computes the shape.
inline bool FitsWinograd(const ConvShape& shape) {
  return shape.groups == 1 && shape.kernel_h == 3 && shape.kernel_w == 3 && shape.stride_h == 1 &&
         shape.stride_w == 1 && shape.dilation_h == 1 && shape.dilation_w == 1;
}

// The output of all images in tiles of `size` x `size`, line by line. The last ones of a line and
// of an image may be smaller.
struct WinogradTiles {
  WinogradTiles(const ConvShape& shape, int64_t tile_size)
      : size(tile_size),
        lines(CeilDiv(shape.out_h, size)),
        line_tiles(CeilDiv(shape.out_w, size)),
        count(shape.batch * lines * line_tiles) {}

  // The input of tile t; `src` is that of all images.
  template <typename Real, typename Stored>
  void SetInput(const ConvShape& s, const Real* src, int64_t t,
                WinogradInput<Real, Stored>* input) const {
    const int64_t image = t / (lines * line_tiles);
    const int64_t top = t / line_tiles % lines * size - s.pad_top;
    const int64_t left = t % line_tiles * size - s.pad_left;
    input->src = src + ((image * s.in_h + top) * s.in_w + left) * s.in_c;
    input->row_stride = s.in_w * s.in_c;
    input->pixel_stride = s.in_c;
    input->first_row = -top;
    input->end_row = s.in_h - top;
    input->first_column = -left;
    input->end_column = s.in_w - left;
    input->channels = s.in_c;
  }

  struct Outputs {
    int64_t pixel;          // the first one
    int64_t rows, columns;  // that exist
  };
  Outputs OutputsOf(const ConvShape& s, int64_t t) const {
    const int64_t image = t / (lines * line_tiles);
    const int64_t y = t / line_tiles % lines * size;
    const int64_t x = t % line_tiles * size;
    return {(image * s.out_h + y) * s.out_w + x, std::min(size, s.out_h - y),
            std::min(size, s.out_w - x)};
  }

  int64_t size;
  int64_t lines, line_tiles;  // lines of an image, tiles of a line
  int64_t count;              // of all images
};

}  // namespace paddle::lite::cpu
