#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

void Expect(OpCase* c) {
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

TEST(Mul, Golden) { OpSuite("mul", kSumTolerance).RunGolden(); }

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
      Expect(&c);
      suite.Run(c);
    }
  }
  OpCase sequence("level of detail is kept");
  sequence.inputs["X"] = {random.Floats({5, 3})};
  sequence.inputs["X"][0].lod = {{0, 2, 5}};
  sequence.inputs["Y"] = {random.Floats({3, 4}).AsWeight()};
  Expect(&sequence);
  suite.Run(sequence);
  OpCase fp64("double");
  fp64.inputs["X"] = {random.Floats({5, 3}, -1, 1, PrecisionType::kFP64)};
  fp64.inputs["Y"] = {random.Floats({3, 4}, -1, 1, PrecisionType::kFP64)};
  Expect(&fp64);
  suite.Run(fp64);
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
  refuse({3}, {3, 5}, 1, 1, "x_num_col_dims: expected a value in [1, 1) for X [3]");
  refuse({1, 1, 1, 1, 1, 1, 1, 2}, {2, 1, 1, 1}, 7, 1, "Out: rank 10 exceeds 9");
}

}  // namespace
}  // namespace paddle::lite::test
