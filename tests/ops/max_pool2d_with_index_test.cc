#include <gtest/gtest.h>

#include <limits>

#include "tests/ops/window_reference.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

// `begin` and `end` return the rows and columns under an output position.
struct Span2d {
  int64_t begin[2], end[2];
};
template <typename Under>
void ExpectMaxPool2dWithIndex(OpCase* c, int64_t out_h, int64_t out_w, Under under) {
  const TestTensor& x = c->In("X");
  const DDim shape{x.dims[0], x.dims[1], out_h, out_w};
  TestTensor out(shape, x.precision), mask(shape, PrecisionType::kInt32);
  for (int64_t i = 0; i < out.numel(); ++i) {
    const Span2d s = under(i / out_w % out_h, i % out_w);
    const int64_t plane = i / (out_h * out_w) * x.dims[2] * x.dims[3];
    double largest = -std::numeric_limits<double>::infinity();
    for (int64_t y = s.begin[0]; y < s.end[0]; ++y) {
      for (int64_t z = s.begin[1]; z < s.end[1]; ++z) {
        if (x.At(plane + y * x.dims[3] + z) <= largest) continue;
        largest = x.At(plane + y * x.dims[3] + z);
        out.Set(i, largest);
        mask.SetInt(i, y * x.dims[3] + z);
      }
    }
  }
  c->expected = {{"Out", {out}}, {"Mask", {mask}}};
}

TEST(MaxPool2dWithIndex, SlidingWindows) {
  OpSuite suite("max_pool2d_with_index");
  Random random("max_pool2d_with_index");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const int kernel : {1, 2, 3}) {
      for (const int stride : {1, 2}) {
        for (const int pad : {0, 1}) {
          if (pad >= kernel) continue;
          OpCase c("grid");
          c.attrs = {{"ksize", Ints{kernel, kernel + 1}},
                     {"strides", Ints{stride, 1}},
                     {"paddings", Ints{pad, 0}}};
          c.inputs["X"] = {random.Floats({2, 3, 6, 7}, -1, 1, type)};
          ExpectMaxPool2dWithIndex(
              &c, (6 + 2 * pad - kernel) / stride + 1, 7 - kernel, [&](int64_t y, int64_t x) {
                const int64_t top = y * stride - pad;
                return Span2d{{std::max<int64_t>(top, 0), x},
                              {std::min<int64_t>(top + kernel, 6), x + kernel + 1}};
              });
          suite.Run(c);
        }
      }
    }
  }
}

TEST(MaxPool2dWithIndex, GlobalAndAdaptive) {
  OpSuite suite("max_pool2d_with_index");
  Random random("global and adaptive");
  OpCase c("global");
  c.attrs = {{"ksize", Ints{1, 1}}, {"global_pooling", true}};
  c.inputs["X"] = {random.Floats({2, 3, 5, 4})};
  ExpectMaxPool2dWithIndex(&c, 1, 1, [](int64_t, int64_t) { return Span2d{{0, 0}, {5, 4}}; });
  suite.Run(c);
  for (const Ints& size : {Ints{1, 1}, Ints{2, 3}, Ints{7, 5}}) {
    c.attrs = {{"ksize", size}, {"adaptive", true}};
    ExpectMaxPool2dWithIndex(&c, size[0], size[1], [&](int64_t y, int64_t x) {
      const auto bound = [](int64_t i, int64_t in, int64_t out, bool up) {
        const double at = static_cast<double>(i * in) / static_cast<double>(out);
        return static_cast<int64_t>(up ? std::ceil(at) : std::floor(at));
      };
      return Span2d{{bound(y, 5, size[0], false), bound(x, 4, size[1], false)},
                    {bound(y + 1, 5, size[0], true), bound(x + 1, 4, size[1], true)}};
    });
    suite.Run(c);
  }
}

TEST(MaxPool2dWithIndex, RefusesWhatDoesNotFit) {
  OpSuite suite("max_pool2d_with_index");
  OpCase c("bad");
  c.inputs["X"] = {TestTensor({1, 2, 3, 3})};
  suite.ExpectError(c, "ksize: expected two positive values");
  c.attrs["ksize"] = Ints{5, 1};
  suite.ExpectError(c, "smaller than the window 5");
  c.inputs["X"] = {TestTensor({2, 3, 3})};
  suite.ExpectError(c, "X: expected rank 4");
}

}  // namespace
}  // namespace paddle::lite::test
