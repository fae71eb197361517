#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

// Every element of the output, looked up by its coordinates. `at` names the source coordinate along
// a dimension for a position relative to the input's first element; -1: the constant.
TestTensor Padded(const TestTensor& x, const Ints& before, const Ints& after, double constant,
                  const std::function<int64_t(int64_t, int64_t)>& at) {
  const int rank = x.dims.rank();
  DDim shape;
  for (int i = 0; i < rank; ++i) shape.push_back(x.dims[i] + before[i] + after[i]);
  TestTensor out(shape, x.precision);
  for (int64_t index = 0; index < out.numel(); ++index) {
    int64_t rest = index;
    int64_t source = 0;
    int64_t stride = 1;
    bool inside = true;
    for (int i = rank - 1; i >= 0; --i) {
      const int64_t from = at(rest % shape[i] - before[i], x.dims[i]);
      rest /= shape[i];
      inside = inside && from >= 0;
      source += from * stride;
      stride *= x.dims[i];
    }
    out.Set(index, inside ? x.At(source) : constant);
  }
  return out;
}

int64_t Constant(int64_t i, int64_t size) { return i < 0 || i >= size ? -1 : i; }
int64_t Edge(int64_t i, int64_t size) { return std::max<int64_t>(0, std::min(i, size - 1)); }
int64_t Reflect(int64_t i, int64_t size) {
  while (i < 0 || i >= size) i = i < 0 ? -i : 2 * (size - 1) - i;
  return i;
}
int64_t Circular(int64_t i, int64_t size) {
  while (i < 0) i += size;
  while (i >= size) i -= size;
  return i;
}

TEST(Pad, AnyRank) {
  OpSuite suite("pad");
  Random random("pad");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kInt64,
                                   PrecisionType::kInt32, PrecisionType::kUInt8}) {
    for (const DDim& shape : {DDim{5}, DDim{3, 1}, DDim{2, 3, 4}, DDim{2, 1, 3, 2},
                              DDim{1, 2, 2, 3, 2}, DDim{2, 0, 3}}) {
      OpCase c("grid");
      Ints paddings, before, after;
      for (int i = 0; i < shape.rank(); ++i) {
        before.push_back(static_cast<int>(random.Int(0, 3)));
        after.push_back(static_cast<int>(random.Int(0, 3)));
        paddings.insert(paddings.end(), {before.back(), after.back()});
      }
      c.attrs = {{"paddings", paddings}, {"pad_value", 7.0f}};
      c.inputs["X"] = {type == PrecisionType::kFloat ? random.Floats(shape)
                                                     : random.Ints(shape, 0, 99, type)};
      c.expected["Out"] = {Padded(c.In("X"), before, after, 7, Constant)};
      suite.Run(c);
    }
  }
  // Negative numbers remove elements.
  OpCase cut("cut");
  cut.attrs = {{"paddings", Ints{-1, 0, 1, -2}}};
  cut.inputs["X"] = {random.Floats({3, 4})};
  cut.expected["Out"] = {Padded(cut.In("X"), {-1, 1}, {0, -2}, 0, Constant)};
  suite.Run(cut);
}

TEST(Pad2d, ModesAndLayouts) {
  OpSuite suite("pad2d");
  Random random("pad2d");
  for (const auto& [mode, rule] : {std::pair{"constant", &Constant}, std::pair{"reflect", &Reflect},
                                   std::pair{"edge", &Edge}}) {
    for (const bool last : {false, true}) {
      for (const Ints& p :
           {Ints{0, 0, 0, 0}, Ints{1, 2, 3, 0}, Ints{0, 3, 0, 4}, Ints{2, 0, 1, 1}}) {
        OpCase c(mode);
        c.attrs = {{"mode", std::string(mode)},
                   {"pad_value", 2.5f},
                   {"paddings", p},
                   {"data_format", std::string(last ? "NHWC" : "NCHW")}};
        c.inputs["X"] = {random.Floats(last ? DDim{2, 4, 5, 3} : DDim{2, 3, 4, 5})};
        c.expected["Out"] = {
            last ? Padded(c.In("X"), {0, p[0], p[2], 0}, {0, p[1], p[3], 0}, 2.5, rule)
                 : Padded(c.In("X"), {0, 0, p[0], p[2]}, {0, 0, p[1], p[3]}, 2.5, rule)};
        suite.Run(c);
        c.attrs["paddings"] = Ints{9, 9, 9, 9};
        c.inputs["Paddings"] = {MakeTensor<int32_t>({4}, p)};
        suite.Run(c);
      }
    }
  }
}

TEST(Pad3d, ModesAndLayouts) {
  OpSuite suite("pad3d");
  Random random("pad3d");
  for (const auto& [mode, rule] :
       {std::pair{"constant", &Constant}, std::pair{"reflect", &Reflect},
        std::pair{"replicate", &Edge}, std::pair{"circular", &Circular}}) {
    for (const bool last : {false, true}) {
      for (const Ints& p : {Ints{1, 2, 0, 1, 2, 1}, Ints{0, 0, 2, 2, 0, 1}}) {
        OpCase c(mode);
        c.attrs = {{"mode", std::string(mode)},
                   {"value", 2.5f},
                   {"paddings", p},
                   {"data_format", std::string(last ? "NDHWC" : "NCDHW")}};
        c.inputs["X"] = {random.Floats(last ? DDim{2, 3, 3, 4, 2} : DDim{2, 2, 3, 3, 4})};
        c.expected["Out"] = {
            last
                ? Padded(c.In("X"), {0, p[4], p[2], p[0], 0}, {0, p[5], p[3], p[1], 0}, 2.5, rule)
                : Padded(c.In("X"), {0, 0, p[4], p[2], p[0]}, {0, 0, p[5], p[3], p[1]}, 2.5, rule)};
        suite.Run(c);
      }
    }
  }
}

TEST(PadConstantLike, GrowsToTheSizeOfX) {
  OpSuite suite("pad_constant_like");
  Random random("pad_constant_like");
  for (const auto& [large, small] :
       std::vector<std::pair<DDim, DDim>>{{{4, 5}, {2, 5}}, {{2, 3, 4}, {1, 1, 1}}, {{3}, {0}}}) {
    OpCase c("grows");
    c.attrs["pad_value"] = -1.0f;
    c.inputs["X"] = {random.Floats(large)};
    c.inputs["Y"] = {random.Floats(small)};
    Ints after;
    for (int i = 0; i < large.rank(); ++i) after.push_back(static_cast<int>(large[i] - small[i]));
    c.expected["Out"] = {Padded(c.In("Y"), Ints(after.size()), after, -1, Constant)};
    suite.Run(c);
  }
}

TEST(Pad, RefusesWhatDoesNotFit) {
  const auto refuse = [](const char* op, const DDim& x, const Ints& paddings, const char* mode,
                         const char* text) {
    OpCase c(text);
    c.attrs["paddings"] = paddings;
    if (mode[0] != '\0') c.attrs["mode"] = std::string(mode);
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    OpSuite(op).ExpectError(c, text);
  };
  const DDim image{1, 2, 3, 4};
  refuse("pad", {2, 3}, {1, 1}, "", "paddings: expected 4 values, found [1, 1]");
  refuse("pad", {2, 3}, {-1, -2, 0, 0}, "", "leave no size");
  refuse("pad", {int64_t{1} << 40, 1 << 20}, {0, 0, 0, 1 << 30}, "", "Out");
  refuse("pad2d", {2, 3, 4}, {0, 0, 0, 0}, "", "X: expected rank 4");
  refuse("pad2d", image, {0, 0, 0}, "", "paddings: expected 4 values");
  refuse("pad2d", image, {3, 0, 0, 0}, "reflect", "more than its elements allow");
  refuse("pad2d", {1, 2, 0, 4}, {1, 0, 0, 0}, "edge", "more than its elements allow");
  refuse("pad3d", image, {0, 0, 0, 0, 0, 0}, "", "X: expected rank 5");
  refuse("pad3d", {1, 1, 2, 2, 2}, {0, 0, 0, 0}, "", "paddings: expected 6 values");
  refuse("pad3d", {1, 1, 0, 2, 2}, {0, 0, 0, 0, 1, 0}, "circular", "more than its elements");
  refuse("pad3d", {1, 1, 2, 2, 2}, {0, 0, 0, 0, 0, 0}, "edge", "found 'edge'");
  OpCase layout("layout");
  layout.attrs = {{"paddings", Ints{0, 0, 0, 0}}, {"data_format", std::string("CHWN")}};
  layout.inputs["X"] = {TestTensor(image)};
  OpSuite("pad2d").ExpectError(layout, "data_format: expected NCHW or NHWC, found 'CHWN'");
  OpCase like("like");
  like.inputs["X"] = {TestTensor({2, 3})};
  like.inputs["Y"] = {TestTensor({3, 3})};
  OpSuite("pad_constant_like").ExpectError(like, "Y: shape [3, 3] is larger than X [2, 3]");
  like.inputs["Y"] = {TestTensor({2})};
  OpSuite("pad_constant_like").ExpectError(like, "Y: expected the rank of X");
}

}  // namespace
}  // namespace paddle::lite::test
