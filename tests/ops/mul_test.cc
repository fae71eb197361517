#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

void ExpectMul(OpCase* c) {
  const TestTensor& x = c->In("X");
  const TestTensor& y = c->In("Y");
  const int xs = c->Int("x_num_col_dims", 1);
  const int ys = c->Int("y_num_col_dims", 1);
  const int64_t k = x.dims.Count(xs, x.dims.rank());
  const int64_t n = y.dims.Count(ys, y.dims.rank());
  DDim dims;
  for (int i = 0; i < xs; ++i) dims.push_back(x.dims[i]);
  for (int i = ys; i < y.dims.rank(); ++i) dims.push_back(y.dims[i]);
  TestTensor out(dims, x.precision);
  out.lod = x.lod;
  for (int64_t i = 0; i < out.numel(); ++i) {
    double sum = 0;
    for (int64_t j = 0; j < k; ++j) sum += x.At(i / n * k + j) * y.At(j * n + i % n);
    out.Set(i, sum);
  }
  c->expected["Out"] = {out};
}

TEST(Mul, ShapesAndSplits) {
  OpSuite suite("mul", kSumTolerance);
  Random random("mul");
  struct Shapes {
    DDim x, y;
    int x_split, y_split;
  };
  for (const Shapes& s : {Shapes{{1, 1}, {1, 1}, 1, 1}, Shapes{{5, 7}, {7, 9}, 1, 1},
                          Shapes{{1, 200}, {200, 130}, 1, 1}, Shapes{{40, 66}, {66, 70}, 1, 1},
                          Shapes{{2, 3, 4}, {12, 5}, 1, 1}, Shapes{{2, 3, 4}, {4, 5}, 2, 1},
                          Shapes{{2, 3, 2, 2}, {2, 2, 3, 5, 2}, 1, 3},
                          Shapes{{2, 6}, {2, 3, 4}, 1, 2}, Shapes{{0, 3}, {3, 4}, 1, 1}}) {
    for (const bool weight : {false, true}) {
      OpCase c("shapes");
      c.attrs["x_num_col_dims"] = s.x_split;
      c.attrs["y_num_col_dims"] = s.y_split;
      c.inputs["X"] = {random.Floats(s.x)};
      c.inputs["Y"] = {weight ? random.Floats(s.y).AsWeight() : random.Floats(s.y)};
      ExpectMul(&c);
      suite.Run(c);
    }
  }
  OpCase sequence("level of detail is kept");
  sequence.inputs["X"] = {random.Floats({5, 3})};
  sequence.inputs["X"][0].lod = {{0, 2, 5}};
  sequence.inputs["Y"] = {random.Floats({3, 4}).AsWeight()};
  ExpectMul(&sequence);
  suite.Run(sequence);
  OpCase fp64("double");
  fp64.inputs["X"] = {random.Floats({5, 3}, -1, 1, PrecisionType::kFP64)};
  fp64.inputs["Y"] = {random.Floats({3, 4}, -1, 1, PrecisionType::kFP64)};
  ExpectMul(&fp64);
  suite.Run(fp64);
}

TEST(Mul, Int8) {
  OpSuite suite("mul", {1e-5, 1e-5, 0, 0});
  Random random("mul int8");
  for (const bool per_column : {false, true}) {
    for (const bool int8_out : {false, true}) {
      OpCase c("int8");
      c.inputs["X"] = {random.Ints({5, 70}, -127, 127, PrecisionType::kInt8)};
      c.inputs["Y"] = {random.Ints({70, 9}, -127, 127, PrecisionType::kInt8).AsWeight()};
      c.attrs["enable_int8"] = true;
      c.attrs["X0_scale"] = std::vector<float>{0.5f};
      std::vector<float> scale(per_column ? 9 : 1);
      for (size_t i = 0; i < scale.size(); ++i) scale[i] = 0.25f / static_cast<float>(1 << i % 4);
      c.attrs["Y0_scale"] = scale;
      c.attrs["Out0_scale"] = std::vector<float>{128.0f};
      // The scales are powers of two, so the reference is exact.
      TestTensor out({5, 9}, int8_out ? PrecisionType::kInt8 : PrecisionType::kFloat);
      for (int64_t i = 0; i < out.numel(); ++i) {
        double sum = 0;
        for (int64_t j = 0; j < 70; ++j)
          sum += c.In("X").At(i / 9 * 70 + j) * c.In("Y").At(j * 9 + i % 9);
        sum *= 0.5 * scale[per_column ? i % 9 : 0];
        out.Set(i, int8_out ? std::min(std::max(std::round(sum / 128), -127.0), 127.0) : sum);
      }
      c.expected["Out"] = {out};
      suite.Run(c);
    }
  }
}

// Operands that bfloat16 represents: every kernel multiplies the same numbers.
TEST(Mul, ProductsInBFloat16) {
  OpSuite suite("mul", kSumTolerance);
  Random random("mul bfloat16");
  for (const int64_t k : {32, 66, 99}) {
    OpCase c("bfloat16");
    c.attrs["bfloat16_products"] = 2;
    c.inputs["X"] = {InBFloat16(random.Floats({5, k}))};
    c.inputs["Y"] = {InBFloat16(random.Floats({k, 70})).AsWeight()};
    c.resized = c.inputs;
    ExpectMul(&c);
    suite.Run(c);
  }
}

TEST(Mul, RefusesShapesThatDoNotFit) {
  OpSuite suite("mul");
  const auto refuse = [&](const DDim& x, const DDim& y, int x_split, int y_split,
                          const std::string& text) {
    OpCase c("bad");
    c.attrs["x_num_col_dims"] = x_split;
    c.attrs["y_num_col_dims"] = y_split;
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    c.inputs["Y"] = {TestTensor::ShapeOnly(y)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3}, {4, 5}, 1, 1,
         "Y: expected 3 rows for X [2, 3] with x_num_col_dims 1, found 4 in [4, 5]");
  refuse({2, 3}, {3, 5}, 0, 1, "x_num_col_dims: expected a value in [1, 2)");
  refuse({2, 3}, {3, 5}, 2, 1, "x_num_col_dims: expected a value in [1, 2)");
  refuse({2, 3}, {3, 5}, 1, 2, "y_num_col_dims: expected a value in [1, 2)");
  refuse({3}, {3, 5}, 1, 1, "x_num_col_dims: expected a value in [1, 1), found 1");
  refuse({1, 1, 1, 1, 1, 1, 1, 2}, {2, 1, 1, 1}, 7, 1, "Out: rank 10 exceeds 9");
}

}  // namespace
}  // namespace paddle::lite::test
