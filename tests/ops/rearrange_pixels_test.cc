// pixel_shuffle, flip, roll, unfold, expand, expand_v2: elements move, nothing is computed.
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;
using Longs = std::vector<int64_t>;
using Place = std::vector<int64_t>;  // coordinates

const PrecisionType kRearrangePixelsTypes[] = {PrecisionType::kFloat, PrecisionType::kInt64,
                                               PrecisionType::kInt32, PrecisionType::kUInt8};

TestTensor Numbers(Random* random, const DDim& shape, PrecisionType type) {
  return type == PrecisionType::kFloat ? random->Floats(shape) : random->Ints(shape, 0, 99, type);
}

// Takes every element of the output from a place of `x`; an empty place is 0.
TestTensor Moved(const TestTensor& x, const DDim& shape,
                 const std::function<Place(const Place&)>& from) {
  TestTensor out(shape, x.precision);
  for (int64_t index = 0; index < out.numel(); ++index) {
    Place to(shape.size());
    int64_t rest = index;
    for (int i = shape.rank() - 1; i >= 0; --i) {
      to[i] = rest % shape[i];
      rest /= shape[i];
    }
    const Place place = from(to);
    int64_t at = 0;
    for (size_t i = 0; i < place.size(); ++i) at = at * x.dims[static_cast<int>(i)] + place[i];
    out.Set(index, place.size() == x.dims.size() ? x.At(at) : 0);
  }
  return out;
}

TEST(PixelShuffle, SquaresOfChannels) {
  OpSuite suite("pixel_shuffle");
  Random random("pixel_shuffle");
  for (const PrecisionType type : kRearrangePixelsTypes) {
    for (const int64_t f : {1, 2, 3}) {
      for (const bool last : {false, true}) {
        OpCase c("grid");
        c.attrs = {{"upscale_factor", static_cast<int>(f)},
                   {"data_format", std::string(last ? "NHWC" : "NCHW")}};
        const int64_t in = 2 * f * f;
        c.inputs["X"] = {Numbers(&random, last ? DDim{2, 3, 4, in} : DDim{2, in, 3, 4}, type)};
        c.expected["Out"] = {
            last
                ? Moved(c.In("X"), {2, 3 * f, 4 * f, 2},
                        [&](const Place& p) -> Place {
                          return {p[0], p[1] / f, p[2] / f, p[3] * f * f + p[1] % f * f + p[2] % f};
                        })
                : Moved(c.In("X"), {2, 2, 3 * f, 4 * f}, [&](const Place& p) -> Place {
                    return {p[0], p[1] * f * f + p[2] % f * f + p[3] % f, p[2] / f, p[3] / f};
                  })};
        suite.Run(c);
      }
    }
  }
}

TEST(Flip, Axes) {
  OpSuite suite("flip");
  Random random("flip");
  for (const PrecisionType type : kRearrangePixelsTypes) {
    for (const DDim& shape : {DDim{5}, DDim{3, 4}, DDim{2, 3, 4}, DDim{2, 3, 2, 3}, DDim{2, 0}}) {
      for (int axis = -shape.rank(); axis < shape.rank(); ++axis) {
        OpCase c("grid");
        c.attrs["axis"] = Ints{axis, 0};
        c.inputs["X"] = {Numbers(&random, shape, type)};
        c.expected["Out"] = {Moved(c.In("X"), shape, [&](Place p) {
          const size_t along = static_cast<size_t>(axis < 0 ? axis + shape.rank() : axis);
          p[0] = shape[0] - 1 - p[0];
          if (along != 0) p[along] = shape[static_cast<int>(along)] - 1 - p[along];
          return p;
        })};
        suite.Run(c);
      }
    }
  }
}

TEST(Roll, Axes) {
  OpSuite suite("roll");
  Random random("roll");
  const auto from = [](int64_t i, int64_t shift, int64_t size) {
    return ((i - shift) % size + size) % size;
  };
  for (const PrecisionType type : kRearrangePixelsTypes) {
    for (const int64_t shift : {0, 1, -1, 5, -13}) {
      OpCase c("two axes");
      c.attrs = {{"shifts", Longs{shift, 2}}, {"axis", Longs{-1, 0}}};
      c.inputs["X"] = {Numbers(&random, {3, 2, 4}, type)};
      c.expected["Out"] = {Moved(c.In("X"), {3, 2, 4}, [&](const Place& p) -> Place {
        return {from(p[0], 2, 3), p[1], from(p[2], shift, 4)};
      })};
      suite.Run(c);
      OpCase line("one line");
      line.attrs["shifts"] = Longs{shift};
      line.inputs["X"] = {Numbers(&random, {3, 4}, type)};
      line.expected["Out"] = {Moved(line.In("X"), {3, 4}, [&](const Place& p) -> Place {
        const int64_t i = from(p[0] * 4 + p[1], shift, 12);
        return {i / 4, i % 4};
      })};
      suite.Run(line);
    }
  }
  OpCase empty("no elements");
  empty.attrs = {{"shifts", Longs{1}}, {"axis", Longs{0}}};
  empty.inputs["X"] = {TestTensor({0, 3})};
  empty.expected["Out"] = {TestTensor({0, 3})};
  suite.Run(empty);
}

TEST(Unfold, Windows) {
  OpSuite suite("unfold");
  Random random("unfold");
  for (const Ints& kernel : {Ints{1, 1}, Ints{2, 3}, Ints{3, 1}}) {
    for (const Ints& stride : {Ints{1, 1}, Ints{2, 3}}) {
      for (const Ints& dilation : {Ints{1, 1}, Ints{2, 1}}) {
        for (const Ints& pad : {Ints{0, 0, 0, 0}, Ints{1, 0, 2, 1}, Ints{1, -1, -1, 1}}) {
          OpCase c("grid");
          c.attrs = {{"kernel_sizes", kernel},
                     {"strides", stride},
                     {"paddings", pad},
                     {"dilations", dilation}};
          c.inputs["X"] = {random.Floats({2, 3, 5, 6})};
          const auto extent = [&](int i, int64_t in) {
            return (in + pad[i] + pad[i + 2] - dilation[i] * (kernel[i] - 1) - 1) / stride[i] + 1;
          };
          const int64_t area = kernel[0] * kernel[1];
          const int64_t columns = extent(1, 6);
          c.expected["Y"] = {
              Moved(c.In("X"), {2, 3 * area, extent(0, 5) * columns}, [&](const Place& p) -> Place {
                const int64_t y =
                    p[2] / columns * stride[0] - pad[0] + p[1] % area / kernel[1] * dilation[0];
                const int64_t x =
                    p[2] % columns * stride[1] - pad[1] + p[1] % kernel[1] * dilation[1];
                if (y < 0 || y >= 5 || x < 0 || x >= 6) return {};
                return {p[0], p[1] / area, y, x};
              })};
          suite.Run(c);
        }
      }
    }
  }
}

TEST(Expand, TimesPerDimension) {
  OpSuite suite("expand");
  Random random("expand");
  for (const PrecisionType type : kRearrangePixelsTypes) {
    for (const DDim& shape : {DDim{3}, DDim{2, 1}, DDim{1, 3, 2}, DDim{2, 0, 3}}) {
      OpCase c("grid");
      Ints times;
      DDim out;
      for (int i = 0; i < shape.rank(); ++i) {
        times.push_back(static_cast<int>(random.Int(1, 3)));
        out.push_back(shape[i] * times.back());
      }
      c.attrs["expand_times"] = times;
      c.inputs["X"] = {Numbers(&random, shape, type)};
      c.expected["Out"] = {Moved(c.In("X"), out, [&](Place p) {
        for (size_t i = 0; i < p.size(); ++i) p[i] %= shape[static_cast<int>(i)];
        return p;
      })};
      suite.Run(c);
    }
  }
}

TEST(ExpandV2, Broadcasts) {
  OpSuite suite("expand_v2");
  Random random("expand_v2");
  const struct {
    DDim x;
    Ints shape;
    DDim out;
  } cases[] = {{{3}, {2, 3}, {2, 3}},
               {{1, 3}, {4, -1}, {4, 3}},
               {{}, {2, 2}, {2, 2}},
               {{2, 1, 3}, {5, 2, 4, 3}, {5, 2, 4, 3}},
               {{1, 2, 1}, {3, 2, 2}, {3, 2, 2}},
               {{1}, {0}, {0}}};
  for (const PrecisionType type : kRearrangePixelsTypes) {
    for (const auto& one : cases) {
      OpCase c("grid");
      c.attrs["shape"] = one.shape;
      c.inputs["X"] = {Numbers(&random, one.x, type)};
      c.expected["Out"] = {Moved(c.In("X"), one.out, [&](const Place& p) {
        Place from(p.end() - one.x.rank(), p.end());
        for (size_t i = 0; i < from.size(); ++i) {
          if (one.x[static_cast<int>(i)] == 1) from[i] = 0;
        }
        return from;
      })};
      suite.Run(c);
    }
  }
}

TEST(RearrangePixels, RefusesWhatDoesNotFit) {
  const auto refuse = [](const char* op, const DDim& x, const char* text,
                         std::map<std::string, model::AttrValue> attrs) {
    OpCase c(text);
    c.attrs = std::move(attrs);
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    OpSuite(op).ExpectError(c, text);
  };
  const DDim image{1, 4, 5, 5};
  refuse("pixel_shuffle", {1, 4, 5}, "X: expected rank 4", {});
  refuse("pixel_shuffle", image, "the square of 3 does not divide", {{"upscale_factor", 3}});
  refuse("pixel_shuffle", image, "the square of 0 does not divide", {{"upscale_factor", 0}});
  refuse("pixel_shuffle", image, "data_format: expected", {{"data_format", std::string("X")}});
  refuse("flip", image, "axis 4 is outside", {{"axis", Ints{4}}});
  refuse("roll", image, "axis -5 is outside", {{"axis", Longs{-5}}, {"shifts", Longs{1}}});
  refuse("roll", image, "shifts: [1, 2] for axes [0]",
         {{"axis", Longs{0}}, {"shifts", Longs{1, 2}}});
  refuse("roll", image, "shifts: [] for axes []", {});
  const std::map<std::string, model::AttrValue> window = {{"kernel_sizes", Ints{2, 2}},
                                                          {"strides", Ints{1, 1}},
                                                          {"paddings", Ints{0, 0, 0, 0}},
                                                          {"dilations", Ints{1, 1}}};
  const auto with = [&](const char* name, const Ints& value) {
    auto attrs = window;
    attrs[name] = value;
    return attrs;
  };
  refuse("unfold", {4, 5, 5}, "X: expected rank 4", window);
  refuse("unfold", image, "kernel_sizes: expected two positive", with("kernel_sizes", {0, 2}));
  refuse("unfold", image, "strides: expected two positive", with("strides", {0, 2}));
  refuse("unfold", image, "dilations: expected two positive", with("dilations", {1}));
  refuse("unfold", image, "paddings: expected 4 values", with("paddings", {0, 0}));
  refuse("unfold", image, "smaller than the window 6", with("kernel_sizes", {6, 1}));
  refuse("unfold", image, "the padded extent 1 of", with("paddings", {-4, 0, 0, 0}));
  refuse("expand", {2, 3}, "expand_times: expected 2 values", {{"expand_times", Ints{2}}});
  refuse("expand", {2, 3}, "expand_times: 0 is not a count", {{"expand_times", Ints{1, 0}}});
  refuse("expand", {int64_t{1} << 40, 3}, "Out", {{"expand_times", Ints{1 << 20, 1}}});
  refuse("expand_v2", {2, 3}, "cannot be expanded to [3]", {{"shape", Ints{3}}});
  refuse("expand_v2", {2, 3}, "cannot be expanded to [4, 3]", {{"shape", Ints{4, 3}}});
  refuse("expand_v2", {3}, "cannot be expanded to [-1, 3]", {{"shape", Ints{-1, 3}}});
  refuse("expand_v2", {1}, "cannot be expanded to [-2]", {{"shape", Ints{-2}}});
}

}  // namespace
}  // namespace paddle::lite::test
