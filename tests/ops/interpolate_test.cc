#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kTolerance{2e-6, 1e-5, 0, 0};

struct Rule {
  bool linear;
  bool align_corners;
  int align_mode;
};

// `step_y`, `step_x`: input pixels per output pixel.
TestTensor Interpolated(const TestTensor& x, const Rule& rule, bool channels_last, int64_t height,
                        int64_t width, float step_y, float step_x) {
  const int at = channels_last ? 1 : 2;
  const int64_t in_h = x.dims[at];
  const int64_t in_w = x.dims[at + 1];
  const int64_t channels = x.dims[channels_last ? 3 : 1];
  DDim shape = x.dims;
  shape[at] = height;
  shape[at + 1] = width;
  TestTensor out(shape);
  const auto index = [&](int64_t n, int64_t c, int64_t y, int64_t w, int64_t h_size,
                         int64_t w_size) {
    return channels_last ? ((n * h_size + y) * w_size + w) * channels + c
                         : ((n * channels + c) * h_size + y) * w_size + w;
  };
  const auto position = [&](int64_t i, double step) {
    return rule.align_mode == 0 && !rule.align_corners
               ? std::max(step * (static_cast<double>(i) + 0.5) - 0.5, 0.0)
               : step * static_cast<double>(i);
  };
  for (int64_t n = 0; n < shape[0]; ++n) {
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t y = 0; y < height; ++y) {
        for (int64_t w = 0; w < width; ++w) {
          const auto pixel = [&](int64_t py, int64_t px) {
            return x.At(index(n, c, std::min(py, in_h - 1), std::min(px, in_w - 1), in_h, in_w));
          };
          double value;
          if (rule.linear) {
            const double py = position(y, step_y);
            const double px = position(w, step_x);
            const int64_t y0 = static_cast<int64_t>(py);
            const int64_t x0 = static_cast<int64_t>(px);
            const double fy = py - static_cast<double>(y0);
            const double fx = px - static_cast<double>(x0);
            value = (1 - fy) * ((1 - fx) * pixel(y0, x0) + fx * pixel(y0, x0 + 1)) +
                    fy * ((1 - fx) * pixel(y0 + 1, x0) + fx * pixel(y0 + 1, x0 + 1));
          } else {
            const double round = rule.align_corners ? 0.5 : 0.0;
            value = pixel(static_cast<int64_t>(step_y * static_cast<float>(y) + round),
                          static_cast<int64_t>(step_x * static_cast<float>(w) + round));
          }
          out.Set(index(n, c, y, w, height, width), value);
        }
      }
    }
  }
  return out;
}

float Step(int64_t in, int64_t out, bool align_corners) {
  if (out == 1) return 0;
  return align_corners ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                       : static_cast<float>(in) / static_cast<float>(out);
}

TEST(Interpolate, SizesAndRules) {
  for (const bool linear : {false, true}) {
    for (const char* suffix : {"", "_v2"}) {
      OpSuite suite(std::string(linear ? "bilinear_interp" : "nearest_interp") + suffix,
                    kTolerance);
      Random random("interpolate");
      for (const bool corners : {true, false}) {
        for (const int mode : {0, 1}) {
          for (const bool last : {false, true}) {
            for (const auto& [h, w] : std::vector<std::pair<int, int>>{
                     {8, 10}, {4, 5}, {2, 3}, {1, 1}, {9, 2}, {1, 7}}) {
              const int channels = h == 8 ? 21 : 3;
              OpCase c("size");
              c.attrs = {{"out_h", h},
                         {"out_w", w},
                         {"align_corners", corners},
                         {"align_mode", mode},
                         {"data_layout", std::string(last ? "NHWC" : "NCHW")}};
              c.inputs["X"] = {
                  random.Floats(last ? DDim{2, 4, 5, channels} : DDim{2, channels, 4, 5})};
              c.expected["Out"] = {Interpolated(c.In("X"), {linear, corners, mode}, last, h, w,
                                                Step(4, h, corners), Step(5, w, corners))};
              suite.Run(c);
            }
          }
        }
      }
    }
  }
}

TEST(Interpolate, WhereTheSizeComesFrom) {
  Random random("size");
  const TestTensor x = random.Floats({1, 2, 4, 5});
  const Rule rule{false, false, 1};
  for (const char* op : {"nearest_interp", "nearest_interp_v2"}) {
    const bool v2 = op[14] == '_';
    OpSuite suite(op, kTolerance);
    OpCase c("out_h and out_w");
    c.attrs = {{"out_h", 3}, {"out_w", 3}, {"align_corners", false}};
    c.inputs["X"] = {x};
    const auto run = [&](const char* name, int64_t h, int64_t w, float step_y, float step_x) {
      c.name = name;
      c.expected["Out"] = {Interpolated(x, rule, false, h, w, step_y, step_x)};
      suite.Run(c);
    };
    run("out_h and out_w", 3, 3, 4 / 3.0f, 5 / 3.0f);
    if (v2) {
      c.attrs["scale"] = std::vector<float>{1.5f, 2.0f};
      run("scale beats out_h", 6, 10, 1 / 1.5f, 0.5f);
    } else {
      c.attrs["scale"] = 1.5f;
      run("scale beats out_h", 6, 7, 4 / 6.0f, 5 / 7.0f);
    }
    c.inputs["Scale"] = {MakeTensor<float>({1}, {2.0f})};
    run("Scale beats scale", 8, 10, 0.5f, 0.5f);
    c.inputs["OutSize"] = {MakeTensor<int32_t>({2}, {6, 7})};
    // The second version keeps the steps of the scale.
    run("OutSize beats Scale", 6, 7, v2 ? 0.5f : 4 / 6.0f, v2 ? 0.5f : 5 / 7.0f);
    c.inputs["SizeTensor"] = {MakeTensor<int32_t>({1}, {2}), MakeTensor<int32_t>({1}, {3})};
    run("SizeTensor beats all", 2, 3, 2.0f, 5 / 3.0f);
  }
}

TEST(Interpolate, RefusesWhatIsNoSize) {
  OpSuite suite("nearest_interp");
  const auto refuse = [&](const DDim& x, int h, float scale, const char* text) {
    OpCase c("size");
    c.attrs = {{"out_h", h}, {"out_w", 4}, {"scale", scale}};
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3, 4}, 4, 0, "X: expected rank 4");
  refuse({1, 2, 4, 5}, 0, 0, "expected two positive sizes");
  refuse({1, 2, 4, 5}, 4, 1e30f, "is too large");
  refuse({1, 2, 4, 5}, 4, 1e-3f, "expected two positive sizes");
  refuse({1, 2, 0, 5}, 4, 0, "expected two positive sizes");
}

TEST(Interpolate, AgreesWithPaddle) {
  for (const char* op :
       {"nearest_interp", "nearest_interp_v2", "bilinear_interp", "bilinear_interp_v2"}) {
    OpSuite(op, kTolerance).RunGolden();
  }
}

}  // namespace
}  // namespace paddle::lite::test
