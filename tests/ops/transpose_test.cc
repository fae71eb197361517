#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor Transposed(const TestTensor& x, const std::vector<int>& axis) {
  const int rank = x.dims.rank();
  DDim shape;
  for (const int a : axis) shape.push_back(x.dims[a]);
  TestTensor out(shape, x.precision);
  std::vector<int64_t> strides(axis.size(), 1);
  for (int i = rank - 2; i >= 0; --i) strides[i] = strides[i + 1] * x.dims[i + 1];
  for (int64_t i = 0; i < out.numel(); ++i) {
    int64_t rest = i;
    int64_t from = 0;
    for (int d = rank - 1; d >= 0; --d) {
      from += rest % shape[d] * strides[axis[d]];
      rest /= shape[d];
    }
    if (x.precision == PrecisionType::kFloat || x.precision == PrecisionType::kFP64) {
      out.Set(i, x.At(from));
    } else {
      out.SetInt(i, x.IntAt(from));
    }
  }
  if (!axis.empty() && axis[0] == 0) out.lod = x.lod;
  return out;
}

TEST(Transpose, EveryPermutation) {
  for (const char* op : {"transpose", "transpose2"}) {
    OpSuite suite(op);
    Random random(op);
    for (const DDim& shape : {DDim{}, DDim{7}, DDim{3, 5}, DDim{1, 4}, DDim{2, 3, 4},
                              DDim{2, 3, 4, 5}, DDim{2, 1, 3, 1}, DDim{2, 0, 3}}) {
      std::vector<int> axis(shape.size());
      std::iota(axis.begin(), axis.end(), 0);
      do {
        OpCase c("permutation");
        c.attrs["axis"] = axis;
        c.inputs["X"] = {random.Floats(shape)};
        c.expected["Out"] = {Transposed(c.In("X"), axis)};
        suite.Run(c);
      } while (std::next_permutation(axis.begin(), axis.end()));
    }
    for (const auto& [shape, axis] : std::vector<std::pair<DDim, std::vector<int>>>{
             {{2, 65, 33, 17}, {0, 2, 3, 1}},
             {{2, 33, 17, 65}, {0, 3, 1, 2}},
             {{131, 257}, {1, 0}},
             {{2, 3, 2, 3, 2, 2}, {5, 3, 1, 0, 2, 4}},
             {{2, 1, 2, 1, 2, 1, 2, 1, 2}, {8, 7, 6, 5, 4, 3, 2, 1, 0}}}) {
      OpCase c("large");
      c.attrs["axis"] = axis;
      c.inputs["X"] = {random.Floats(shape)};
      c.expected["Out"] = {Transposed(c.In("X"), axis)};
      suite.Run(c);
    }
  }
}

TEST(Transpose, ElementTypes) {
  OpSuite suite("transpose2");
  Random random("types");
  for (const PrecisionType type :
       {PrecisionType::kBool, PrecisionType::kInt8, PrecisionType::kInt16, PrecisionType::kInt32,
        PrecisionType::kInt64, PrecisionType::kFP64}) {
    for (const DDim& shape : {DDim{2, 19, 21}, DDim{2, 3, 2101}}) {
      OpCase c("type");
      c.attrs["axis"] = std::vector<int>{0, 2, 1};
      c.inputs["X"] = {random.Ints(shape, 0, type == PrecisionType::kBool ? 1 : 100, type)};
      c.expected["Out"] = {Transposed(c.In("X"), {0, 2, 1})};
      suite.Run(c);
    }
  }
}

TEST(Transpose, NegativeAxesAndHolder) {
  OpSuite suite("transpose2");
  OpCase c("negative");
  c.attrs["axis"] = std::vector<int>{0, -1, -2};
  c.inputs["X"] = {MakeTensor<float>({2, 3, 1}, {1, 2, 3, 4, 5, 6})};
  c.inputs["X"][0].lod = {{0, 1, 2}};
  c.expected["Out"] = {Transposed(c.In("X"), {0, 2, 1})};
  c.expected["XShape"] = {TestTensor({0, 2, 3, 1})};
  c.expected["XShape"][0].lod = c.In("X").lod;
  suite.Run(c);
}

TEST(Transpose, RefusesWhatIsNoPermutation) {
  OpSuite suite("transpose2");
  const auto refuse = [&](const std::vector<int>& axis, const char* text) {
    OpCase c("axis");
    c.attrs["axis"] = axis;
    c.inputs["X"] = {TestTensor::ShapeOnly({2, 3, 4})};
    suite.ExpectError(c, text);
  };
  refuse({0, 1}, "is not a permutation");
  refuse({0, 1, 1}, "names a dimension twice");
  refuse({0, 1, -2}, "names a dimension twice");
  refuse({0, 1, 3}, "axis 3 is outside");
}

TEST(Layout, MovesImagesAndNothingElse) {
  for (const char* op : {"layout", "layout_once"}) {
    OpSuite suite(op);
    Random random(op);
    for (const DDim& shape : {DDim{2, 3, 4, 5}, DDim{1, 1, 7, 9}, DDim{2, 65, 1, 1},
                              DDim{1, 33, 35, 17}, DDim{0, 3, 2, 2}, DDim{3, 5}, DDim{7}}) {
      for (const PrecisionType type :
           {PrecisionType::kFloat, PrecisionType::kInt8, PrecisionType::kInt64}) {
        OpCase c("image");
        c.inputs["Input"] = {random.Ints(shape, -100, 100, type)};
        c.expected["Out"] = {c.In("Input")};
        suite.Run(c);
      }
    }
  }
}

TEST(ShuffleChannel, Groups) {
  OpSuite suite("shuffle_channel");
  Random random("shuffle");
  // The larger number of channels fills vectors.
  for (const auto& [group, channels] : std::vector<std::pair<int, int>>{
           {1, 12}, {2, 12}, {3, 12}, {4, 12}, {6, 12}, {12, 12}, {2, 84}, {3, 84}}) {
    OpCase c("group");
    c.attrs["group"] = group;
    c.inputs["X"] = {random.Floats({2, channels, 3, 5})};
    TestTensor out = c.In("X");
    const int columns = channels / group;
    for (int64_t n = 0; n < 2; ++n) {
      for (int64_t i = 0; i < group; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          for (int64_t p = 0; p < 15; ++p) {
            out.Set((n * channels + j * group + i) * 15 + p,
                    c.In("X").At((n * channels + i * columns + j) * 15 + p));
          }
        }
      }
    }
    c.expected["Out"] = {out};
    suite.Run(c);
  }
  for (const int group : {0, -1, 5}) {
    OpCase c("group");
    c.attrs["group"] = group;
    c.inputs["X"] = {TestTensor::ShapeOnly({2, 12, 3, 5})};
    suite.ExpectError(c, "attribute group");
  }
}

}  // namespace
}  // namespace paddle::lite::test
