// The definition of a convolution, in double.
#pragma once

#include <vector>

#include "tests/ops/window_reference.h"
#include "tests/support/window_sums.h"

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
  const auto axis = [](const Window& v, int64_t count) {
    return WindowAxis{v.in, count, v.kernel, v.stride, v.dilation, v.before};
  };
  const WindowSums shape{dims[0],        w.dims[1] * groups,       oc,
                         groups,         axis(win[0], out.height), axis(win[1], out.width),
                         ChannelsLast(c)};
  const std::vector<double> sums = ConvolutionSums(shape, x, w);
  for (int64_t n = 0; n < dims[0]; ++n) {
    for (int64_t o = 0; o < oc; ++o) {
      for (int64_t oy = 0; oy < out.height; ++oy) {
        for (int64_t ox = 0; ox < out.width; ++ox) {
          const int64_t at = out(n, o, oy, ox);
          f(at, n, o, sums[static_cast<size_t>(at)]);
        }
      }
    }
  }
}

}  // namespace paddle::lite::test
