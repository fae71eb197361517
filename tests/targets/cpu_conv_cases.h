// Shapes of convolutions, and their definition, for the tests of plans.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lite/backends/cpu/conv_plan.h"

namespace paddle::lite::cpu {

// A convolution with the same kernel size, stride, padding and dilation in both directions.
inline ConvShape SquareConv(int64_t batch, int64_t in_c, int64_t h, int64_t w, int64_t out_c,
                            int64_t kernel, int64_t stride, int64_t pad, int64_t dilation = 1,
                            int64_t groups = 1) {
  ConvShape s;
  s.batch = batch;
  s.in_c = in_c;
  s.in_h = h;
  s.in_w = w;
  s.out_c = out_c;
  s.kernel_h = s.kernel_w = kernel;
  s.stride_h = s.stride_w = stride;
  s.pad_top = s.pad_left = pad;
  s.dilation_h = s.dilation_w = dilation;
  s.groups = groups;
  const int64_t reach = (kernel - 1) * dilation + 1;
  s.out_h = (h + 2 * pad - reach) / stride + 1;
  s.out_w = (w + 2 * pad - reach) / stride + 1;
  return s;
}

// For each output in the order of NHWC: add(src, weight) for the positions of each product's
// operands, of an input in NHWC and weights [out][in / groups][kernel_h][kernel_w], then
// finish(channel).
template <typename Add, typename Finish>
void ForEachOutput(const ConvShape& s, const Add& add, const Finish& finish) {
  const int64_t depth = s.group_in_c(), taps = s.taps(), group_size = s.group_out_c();
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t y = 0; y < s.out_h; ++y)
      for (int64_t x = 0; x < s.out_w; ++x)
        for (int64_t o = 0; o < s.out_c; ++o) {
          const int64_t first = o / group_size * depth;
          for (int64_t ky = 0; ky < s.kernel_h; ++ky)
            for (int64_t kx = 0; kx < s.kernel_w; ++kx) {
              const int64_t iy = y * s.stride_h - s.pad_top + ky * s.dilation_h;
              const int64_t ix = x * s.stride_w - s.pad_left + kx * s.dilation_w;
              if (iy < 0 || iy >= s.in_h || ix < 0 || ix >= s.in_w) continue;
              const int64_t pixel = (n * s.in_h + iy) * s.in_w + ix;
              auto src = static_cast<size_t>(pixel * s.in_c + first);
              auto weight = static_cast<size_t>(o * depth * taps + ky * s.kernel_w + kx);
              for (int64_t k = 0; k < depth; ++k, ++src, weight += static_cast<size_t>(taps)) {
                add(src, weight);
              }
            }
          finish(static_cast<size_t>(o));
        }
}

}  // namespace paddle::lite::cpu
