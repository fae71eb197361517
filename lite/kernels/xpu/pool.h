// The library's form of a pooling.
#pragma once

#include "lite/kernels/xpu/call.h"
#include "lite/operators/pool2d.h"

namespace paddle::lite::kernels::xpu {

// The padding at an end with which the library counts `axis.out` windows: it rounds down. Paddle
// rounds up if a program says so, and limits windows by the padding at the beginning.
inline Result<int> LibraryEndPadding(const char* name, const operators::WindowAxis& axis) {
  const int64_t end = (axis.out - 1) * axis.stride + axis.kernel - axis.in - axis.pad_begin;
  const int64_t padding = std::max<int64_t>(end, 0);
  if (axis.pad_begin >= axis.kernel || padding >= axis.kernel) {
    return Unsupported(name, ": a window of padding only (kernel ", axis.kernel, ", paddings ",
                       axis.pad_begin, " and ", padding, ")");
  }
  return Int(padding);
}

inline Result<lite::xpu::LibraryPool> PoolOf(const operators::PoolGeometry& g, bool is_max) {
  if (g.h.in == 0 || g.w.in == 0) return Unsupported("an image without elements");
  lite::xpu::LibraryPool pool;
  pool.is_max = is_max;
  pool.counts_padding = !g.exclusive;
  pool.batch = Int(g.batch);
  pool.channels = Int(g.channels);
  pool.height = Int(g.h.in);
  pool.width = Int(g.w.in);
  pool.kernel = {Int(g.h.kernel), Int(g.w.kernel)};
  pool.strides = {Int(g.h.stride), Int(g.w.stride)};
  LITE_ASSIGN_OR_RETURN(const int bottom, LibraryEndPadding("height", g.h));
  LITE_ASSIGN_OR_RETURN(const int right, LibraryEndPadding("width", g.w));
  // Paddle's divisor of an average ends where the window or the padding does, the library's where
  // the window does.
  const bool clipped = bottom > g.h.pad_begin || right > g.w.pad_begin;
  if (!is_max && pool.counts_padding && clipped) {
    return Unsupported("an inclusive average whose last window ends after the padding");
  }
  pool.paddings = {Int(g.h.pad_begin), bottom, Int(g.w.pad_begin), right};
  return pool;
}

}  // namespace paddle::lite::kernels::xpu
