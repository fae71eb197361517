// Definitions shared by the suites of convolutions and pooling, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {

struct Window {
  int64_t in, kernel, stride, dilation, before, after;
};

// Height and width, with padding_algorithm applied.
inline std::vector<Window> ReferenceWindows(const OpCase& c, int64_t height, int64_t width,
                                            int64_t kernel_h, int64_t kernel_w) {
  const std::vector<int> strides = c.Ints("strides", {1, 1});
  const std::vector<int> paddings = c.Ints("paddings", {0, 0});
  const std::vector<int> dilations = c.Ints("dilations", {1, 1});
  const std::string algorithm = c.String("padding_algorithm", "EXPLICIT");
  std::vector<Window> windows = {{height, kernel_h, strides[0], dilations[0], 0, 0},
                                 {width, kernel_w, strides[1], dilations[1], 0, 0}};
  for (int i = 0; i < 2; ++i) {
    Window& w = windows[i];
    if (algorithm == "SAME") {
      const int64_t out = (w.in + w.stride - 1) / w.stride;
      const int64_t total = std::max<int64_t>(0, (out - 1) * w.stride + w.kernel - w.in);
      w.before = total / 2;
      w.after = total - w.before;
      w.dilation = 1;
    } else if (algorithm == "EXPLICIT") {
      w.before = paddings.size() == 2 ? paddings[i] : paddings[2 * i];
      w.after = paddings.size() == 2 ? paddings[i] : paddings[2 * i + 1];
    }
  }
  return windows;
}

// Reads or writes element (n, c, y, x) of an image in the program's data_format.
struct ImageAccess {
  int64_t channels, height, width;
  bool channels_last;
  int64_t operator()(int64_t n, int64_t c, int64_t y, int64_t x) const {
    return channels_last ? ((n * height + y) * width + x) * channels + c
                         : ((n * channels + c) * height + y) * width + x;
  }
};
inline ImageAccess AccessOf(const DDim& dims, bool channels_last) {
  return channels_last ? ImageAccess{dims[3], dims[1], dims[2], true}
                       : ImageAccess{dims[1], dims[2], dims[3], false};
}

// The fused activation of a convolution at channel c, element `in_image` of its image, without the
// scale and the bias after it.
inline double ReferencePlainActivation(const OpCase& c, double x, int64_t channel,
                                       int64_t in_image) {
  if (!c.Bool("with_act", false)) return c.Bool("fuse_relu", false) ? std::max(x, 0.0) : x;
  const std::string type = c.String("act_type", "");
  const auto clip = [](double v, double low, double high) {
    return std::min(std::max(v, low), high);
  };
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  const auto softplus = [](double v) { return v > 20 ? v : std::log1p(std::exp(v)); };
  if (type == "relu") return std::max(x, 0.0);
  if (type == "relu6") return clip(x, 0, c.Float("fuse_brelu_threshold", 6));
  if (type == "leaky_relu") return x > 0 ? x : x * c.Float("leaky_relu_alpha", 0.02f);
  if (type == "hard_swish") {
    return x * clip(x + c.Float("hard_swish_offset", 3), 0, c.Float("hard_swish_threshold", 6)) /
           c.Float("hard_swish_scale", 6);
  }
  if (type == "hard_sigmoid")
    return clip(c.Float("slope", 0.2f) * x + c.Float("offset", 0.5f), 0, 1);
  if (type == "sigmoid") return sigmoid(x);
  if (type == "tanh") return std::tanh(x);
  if (type == "swish") return x * sigmoid(c.Float("swish_scale", 1) * x);
  if (type == "silu") return x * sigmoid(x);
  if (type == "abs") return std::fabs(x);
  if (type == "exp") return std::exp(x);
  if (type == "elu") return x > 0 ? x : std::expm1(x);
  if (type == "gelu") return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
  if (type == "softplus") return softplus(x);
  if (type == "mish") return x * std::tanh(softplus(x));
  if (type == "thresholded_relu") return x > 1 ? x : 0;
  if (type == "erf") return std::erf(x);
  if (type == "prelu") {
    const TestTensor& slopes = c.In("Prelu_alpha");
    const std::string mode = c.String("prelu_mode", "all");
    const int64_t at = mode == "all" ? 0 : mode == "channel" ? channel : in_image;
    return x > 0 ? x : x * slopes.At(at);
  }
  ADD_FAILURE() << "no reference for activation " << type;
  return x;
}

inline double ReferenceConvActivation(const OpCase& c, double x, int64_t channel,
                                      int64_t in_image) {
  return ReferencePlainActivation(c, x, channel, in_image) * c.Float("activation_scale", 1) +
         c.Float("activation_bias", 0);
}

}  // namespace paddle::lite::test
