// Depthwise convolution, NHWC. Plain data and function pointers only: instruction-set files include
// this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_f32.h"
#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

// A run of neighbouring output pixels of one row, all channels.
//
// When the channels are not a multiple of the lanes, the last vector covers the last `lanes`
// channels: some are computed twice, with the same result, and no access is masked. The general
// kernel handles fewer channels than lanes.
template <typename Real>
struct DepthwiseTile {
  // Input at the window of the first output pixel: row `first_row` of the window, which exists; its
  // column may be left of the image.
  const Real* src;
  int64_t row_stride;          // elements from one window row to the next (dilation included)
  int64_t pixel_stride;        // elements from one input pixel to the next
  int64_t first_row, end_row;  // rows of the window inside the image
  int64_t first_column,
      end_column;       // input columns, counted from the first window's left edge, that exist
  const Real* weights;  // [vectors of channels][taps][lanes]
  const Real* bias;     // null: zeros
  Real* dst;
  int64_t dst_stride;  // elements from pixel to pixel
  int64_t channels;
  EndF32 end;
  // Used by the general kernel only.
  int64_t pixels, kernel_h, kernel_w, stride_w, dilation_w;
  // Used by the kernels for two output rows only: elements from the first to the second.
  int64_t dst_row_stride;
};

constexpr int kDepthwiseTileWidths[] = {7, 3, 1};
constexpr int kDepthwiseTileCount = 3;

// Number of missing input columns at the ends of a row for the usual padding (kernel / 2).
constexpr int DepthwiseLeftMissing(int kernel) { return kernel / 2; }
constexpr int DepthwiseRightMissing(int kernel, int stride) {
  return stride == 1 ? kernel / 2 : kernel / 2 - 1;
}

// Tiles have dilation 1 and at least `lanes` channels; indices are [kernel 3 or 5][stride 1 or 2].
template <typename Real>
struct DepthwiseKernels {
  int lanes;
  // The widest tile, with only the usual columns missing [on the left][on the right].
  void (*wide[2][2][2][2])(const DepthwiseTile<Real>*);
  // The same for 3x3 and an even number of whole vectors, of which a cache line has two: both at a
  // time, so that a line that does not stay in the cache is read once. By stride. Null: a vector is
  // a line.
  void (*pairs[2][2][2])(const DepthwiseTile<Real>*);
  // Any width and any missing columns.
  void (*tile[2][2][kDepthwiseTileCount])(const DepthwiseTile<Real>*);
  // The widest tile of 3x3 with stride 1 and dilation 1 for two output rows, all of whose windows'
  // rows exist; indices as for `wide`. Null: too few registers. Results are those of `wide`.
  void (*two_rows[2][2])(const DepthwiseTile<Real>*);
  // Any kernel size, stride, dilation and number of channels.
  void (*general)(const DepthwiseTile<Real>*);
};

using DepthwiseF32Kernels = DepthwiseKernels<float>;
using DepthwiseF16Kernels = DepthwiseKernels<HalfBits>;

}  // namespace paddle::lite::cpu
