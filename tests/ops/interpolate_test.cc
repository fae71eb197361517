#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kInterpolateTolerance{2e-6, 1e-5, 0, 0};

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
                    kInterpolateTolerance);
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
                         {"interp_method", std::string(linear ? "bilinear" : "nearest")},
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

// One axis of an image as a matrix: row i contains the weight of every input pixel for output pixel
// i.
using Weights = std::vector<std::vector<double>>;

double CubicKernel(double distance) {
  const double x = std::abs(distance), a = -0.75;
  if (x <= 1) return (a + 2) * x * x * x - (a + 3) * x * x + 1;
  return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0;
}

Weights AxisWeights(const std::string& kind, int64_t in, int64_t out, bool corners, int mode) {
  Weights rows(static_cast<size_t>(out), std::vector<double>(static_cast<size_t>(in)));
  const double step = Step(in, out, corners);
  for (int64_t i = 0; i < out; ++i) {
    const bool half = !corners && (kind == "cubic" || mode == 0);
    double at = half ? step * (static_cast<double>(i) + 0.5) - 0.5 : step * static_cast<double>(i);
    if (kind != "cubic") at = std::max(at, 0.0);
    const auto first = static_cast<int64_t>(std::floor(at));
    for (int64_t k = first - 1; k <= first + 2; ++k) {
      const double distance = at - static_cast<double>(k);
      const double weight =
          kind == "cubic" ? CubicKernel(distance) : std::max(0.0, 1 - std::abs(distance));
      rows[static_cast<size_t>(i)][static_cast<size_t>(std::clamp<int64_t>(k, 0, in - 1))] +=
          weight;
    }
  }
  return rows;
}

// [N, C, D, H, W] with every axis multiplied by its matrix.
TestTensor Resampled(const TestTensor& x, const std::vector<Weights>& axes) {
  TestTensor result = x;
  for (int axis = 2; axis < x.dims.rank(); ++axis) {
    const Weights& rows = axes[static_cast<size_t>(axis) - 2];
    DDim shape = result.dims;
    const int64_t in = shape[axis], out = static_cast<int64_t>(rows.size());
    const int64_t inner = shape.Count(axis + 1, shape.rank());
    shape[axis] = out;
    TestTensor next(shape, PrecisionType::kFP64);
    for (int64_t i = 0; i < next.numel(); ++i) {
      double sum = 0;
      for (int64_t k = 0; k < in; ++k) {
        sum += rows[static_cast<size_t>(i / inner % out)][static_cast<size_t>(k)] *
               result.At((i / inner / out * in + k) * inner + i % inner);
      }
      next.Set(i, sum);
    }
    result = next;
  }
  TestTensor rounded(result.dims);
  for (int64_t i = 0; i < rounded.numel(); ++i) rounded.Set(i, result.At(i));
  return rounded;
}

TestTensor ChannelsLast(const TestTensor& x) {
  DDim shape{x.dims[0]};
  for (int i = 2; i < x.dims.rank(); ++i) shape.push_back(x.dims[i]);
  shape.push_back(x.dims[1]);
  TestTensor out(shape);
  const int64_t channels = x.dims[1], pixels = x.dims.Count(2, x.dims.rank());
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t n = i / (channels * pixels), c = i / pixels % channels, p = i % pixels;
    out.Set((n * pixels + p) * channels + c, x.At(i));
  }
  return out;
}

// With a size of its own and a tiny scale, positions are far beyond the input. The nearest pixel is
// the last one; weights of the others are not defined, only that they stay inside.
TEST(Interpolate, PositionsOfTinyScalesStayInside) {
  for (const char* op : {"nearest_interp_v2", "bilinear_interp_v2", "bicubic_interp_v2"}) {
    OpSuite suite(op);
    for (const float scale : {1e-30f, 1e-44f}) {
      const bool nearest = op == std::string("nearest_interp_v2");
      OpCase c("tiny");
      c.inputs["X"] = {MakeTensor<float>({1, 1, 1, 3}, {1, 2, 3})};
      c.inputs["OutSize"] = {MakeTensor<int32_t>({2}, {1, 4})};
      c.attrs["scale"] = std::vector<float>{1, scale};
      c.attrs["interp_method"] = std::string(op).substr(0, std::string(op).find('_'));
      c.attrs["align_corners"] = false;
      c.check = [=](const SlotTensors& outputs) -> std::string {
        const TestTensor& out = outputs.at("Out")[0];
        if (out.numel() != 4) return "size";
        return !nearest || (out.At(1) == 3 && out.At(2) == 3 && out.At(3) == 3) ? "" : "pixels";
      };
      suite.Run(c);
    }
  }
}

TEST(Interpolate, LinesCubicsAndVolumes) {
  constexpr Tolerance kLoose{5e-6, 1e-5, 0, 0};
  const struct {
    const char* method;
    const char* kind;
    DDim x;
    std::vector<std::vector<int>> sizes;
  } families[] = {{"linear", "linear", {2, 9, 7}, {{14}, {3}, {1}, {9}}},
                  {"bicubic", "cubic", {2, 3, 4, 5}, {{8, 10}, {3, 4}, {1, 1}, {9, 2}}},
                  {"trilinear", "linear", {1, 2, 2, 3, 4}, {{4, 6, 8}, {3, 1, 2}}}};
  for (const auto& family : families) {
    for (const char* suffix : {"_interp", "_interp_v2"}) {
      OpSuite suite(std::string(family.method) + suffix, kLoose);
      Random random("lines, cubics and volumes");
      for (const bool corners : {true, false}) {
        for (const int mode : {0, 1}) {
          for (const bool last : {false, true}) {
            for (const std::vector<int>& size : family.sizes) {
              OpCase c("size");
              c.attrs = {{"align_corners", corners},
                         {"align_mode", mode},
                         {"interp_method", std::string(family.method)},
                         {"data_layout", std::string(last ? "NHWC" : "NCHW")}};
              const char* names[] = {"out_d", "out_h", "out_w"};
              const TestTensor x = random.Floats(family.x);
              std::vector<Weights> axes;
              for (size_t i = 0; i < size.size(); ++i) {
                c.attrs[names[3 - size.size() + i]] = size[i];
                axes.push_back(AxisWeights(family.kind, x.dims[static_cast<int>(i) + 2], size[i],
                                           corners, mode));
              }
              const TestTensor expected = Resampled(x, axes);
              c.inputs["X"] = {last ? ChannelsLast(x) : x};
              c.expected["Out"] = {last ? ChannelsLast(expected) : expected};
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
    OpSuite suite(op, kInterpolateTolerance);
    OpCase c("out_h and out_w");
    c.attrs = {{"out_h", 3},
               {"out_w", 3},
               {"align_corners", false},
               {"interp_method", std::string("nearest")}};
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
  refuse({2, 3, 4}, 4, 0,
         "attribute interp_method: expected linear for X [2, 3, 4], found 'bilinear'");
  refuse({2, 3}, 4, 0, "X: expected rank 3, 4 or 5, found shape [2, 3]");
  refuse({1, 2, 4, 5}, 0, 0, "expected two positive sizes");
  refuse({1, 2, 4, 5}, 4, 1e30f, "is too large");
  refuse({1, 2, 4, 5}, 4, 1e-3f, "expected two positive sizes");
  refuse({1, 2, 4, 5}, 4, 1e5f,
         "[400000, 500000] for X [1, 2, 4, 5]: expected extents up to 65536");
  refuse({0, 2, 4, 5}, 1 << 30, 0, "expected extents up to 65536, or 64 times that of X");
  for (const int64_t size : {INT64_MIN, INT64_MAX}) {
    OpCase data("from data");
    data.inputs["X"] = {TestTensor({1, 2, 4, 5})};
    data.inputs["OutSize"] = {MakeTensor<int64_t>({2}, {4, size})};
    suite.ExpectError(data, "output size [4, ");
  }
  refuse({1, 2, 0, 5}, 4, 0, "expected two positive sizes");
  OpCase line("line");
  line.attrs["out_h"] = 3;  // not the attribute of a line
  line.attrs["interp_method"] = std::string("linear");
  line.inputs["X"] = {TestTensor({1, 2, 4})};
  OpSuite("linear_interp").ExpectError(line, "expected one positive size");
  line.inputs["X"] = {TestTensor({1, 2, 4, 5})};
  OpSuite("linear_interp").ExpectError(line, "expected nearest, bilinear or bicubic for X");
  line.inputs["X"] = {TestTensor({1, 2, 4, 5, 6})};
  OpSuite("trilinear_interp_v2").ExpectError(line, "expected nearest or trilinear for X");
  line.attrs["interp_method"] = std::string("nearest");
  OpSuite("nearest_interp").ExpectError(line, "expected trilinear for X");
  OpCase scale("scale");
  scale.inputs["X"] = {TestTensor({1, 2, 4, 5, 6})};
  scale.attrs["interp_method"] = std::string("trilinear");
  scale.attrs["scale"] = std::vector<float>{2, 2};
  OpSuite("bicubic_interp_v2").ExpectError(scale, "scale: expected one factor or 3, found 2");
  scale.inputs["Scale"] = {MakeTensor<float>({2}, {2, 2})};
  OpSuite("bicubic_interp_v2").ExpectError(scale, "Scale: expected one float or 3");
  scale.inputs["Scale"] = {MakeTensor<float>({3}, {2, -1, 2})};
  OpSuite("bicubic_interp_v2").ExpectError(scale, "Scale: -1 is not above 0");
  scale.attrs.erase("scale");
  scale.inputs["Scale"] = {TestTensor({1}, PrecisionType::kFP64)};
  OpSuite("bicubic_interp").ExpectError(scale, "Scale: expected one float or more");
}

}  // namespace
}  // namespace paddle::lite::test
