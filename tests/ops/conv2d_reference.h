// The definition of a convolution, in double.
#pragma once

#include <vector>

#include "tests/ops/window_reference.h"

namespace paddle::lite::test {

inline bool ChannelsLast(const OpCase& c) { return c.String("data_format", "NCHW") == "NHWC"; }

inline DDim Conv2dOutputDims(const OpCase& c) {
  const TestTensor& x = c.In("Input");
  const TestTensor& w = c.In("Filter");
  const ImageAccess in = AccessOf(x.dims, ChannelsLast(c));
  const std::vector<Window> win = ReferenceWindows(c, in.height, in.width, w.dims[2], w.dims[3]);
  int64_t size[2];
  for (int i = 0; i < 2; ++i) {
    const int64_t reach = win[i].dilation * (win[i].kernel - 1) + 1;
    size[i] = (win[i].in + win[i].before + win[i].after - reach) / win[i].stride + 1;
  }
  const int64_t oc = w.dims[0];
  return ChannelsLast(c) ? DDim({x.dims[0], size[0], size[1], oc})
                         : DDim({x.dims[0], oc, size[0], size[1]});
}

// The convolution itself, before bias and activation: f(output index, n, channel, sum).
template <typename F>
void Convolve(const OpCase& c, int64_t groups, F f) {
  const TestTensor& x = c.In("Input");
  const TestTensor& w = c.In("Filter");
  const ImageAccess in = AccessOf(x.dims, ChannelsLast(c));
  const std::vector<Window> win = ReferenceWindows(c, in.height, in.width, w.dims[2], w.dims[3]);
  const DDim dims = Conv2dOutputDims(c);
  const ImageAccess out = AccessOf(dims, ChannelsLast(c));
  const int64_t oc = w.dims[0];
  for (int64_t n = 0; n < dims[0]; ++n) {
    for (int64_t o = 0; o < oc; ++o) {
      for (int64_t oy = 0; oy < out.height; ++oy) {
        for (int64_t ox = 0; ox < out.width; ++ox) {
          double sum = 0;
          for (int64_t i = 0; i < w.dims[1]; ++i) {
            const int64_t ic = o / (oc / groups) * w.dims[1] + i;
            for (int64_t ky = 0; ky < w.dims[2]; ++ky) {
              for (int64_t kx = 0; kx < w.dims[3]; ++kx) {
                const int64_t y = oy * win[0].stride - win[0].before + ky * win[0].dilation;
                const int64_t z = ox * win[1].stride - win[1].before + kx * win[1].dilation;
                if (y < 0 || y >= in.height || z < 0 || z >= in.width) continue;
                sum += x.At(in(n, ic, y, z)) *
                       w.At(((o * w.dims[1] + i) * w.dims[2] + ky) * w.dims[3] + kx);
              }
            }
          }
          f(out(n, o, oy, ox), n, o, sum);
        }
      }
    }
  }
}

}  // namespace paddle::lite::test
