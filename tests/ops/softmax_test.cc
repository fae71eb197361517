#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kSoftmaxTolerance{1e-7, 2e-6, 0, 0};

// From the definition, in double.
void ExpectSoftmax(OpCase* c) {
  const TestTensor& x = c->In("X");
  TestTensor out = x;
  int axis = c->Int("axis", -1);
  if (c->Bool("eleminate_success", false) && x.dims.rank() == 4) {
    out.dims = DDim({x.dims[0], x.dims[1]});
  }
  const DDim& dims = out.dims;
  if (axis < 0) axis += dims.rank();
  const int64_t extent = dims.rank() == 0 ? 1 : dims[axis];
  const int64_t inner = dims.rank() == 0 ? 1 : dims.Count(axis + 1, dims.rank());
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t first = i / (extent * inner) * extent * inner + i % inner;
    double largest = -std::numeric_limits<double>::infinity();
    for (int64_t k = 0; k < extent; ++k) largest = std::max(largest, x.At(first + k * inner));
    double sum = 0;
    for (int64_t k = 0; k < extent; ++k) {
      sum += std::exp(std::max(x.At(first + k * inner) - largest, -64.0));
    }
    out.Set(i, std::exp(std::max(x.At(i) - largest, -64.0)) / sum);
  }
  c->expected["Out"] = {out};
}

TEST(Softmax, ShapesAndAxes) {
  OpSuite suite("softmax", kSoftmaxTolerance);
  Random random("softmax");
  const std::vector<DDim> shapes = {{7},          {3, 5},          {4, 1},     {1, 1000},
                                    {2, 3, 4, 5}, {2, 65, 3, 43},  {5, 0, 3},  {0, 4},
                                    {1, 10, 1},   {3, 2, 2, 2, 3}, {1, 7, 130}};
  for (const DDim& shape : shapes) {
    for (int axis = -shape.rank(); axis < shape.rank(); ++axis) {
      OpCase c("grid");
      c.attrs["axis"] = axis;
      c.inputs["X"] = {random.Floats(shape, -5, 5)};
      ExpectSoftmax(&c);
      suite.Run(c);
    }
  }
  for (const double spread : {1e-3, 100.0, 1e4}) {
    OpCase c("spread");
    c.inputs["X"] = {random.Floats({3, 17}, -spread, spread)};
    ExpectSoftmax(&c);
    suite.Run(c);
  }
  OpCase fp64("double");
  fp64.attrs["axis"] = 1;
  fp64.inputs["X"] = {random.Floats({3, 17, 2}, -3, 3, PrecisionType::kFP64)};
  ExpectSoftmax(&fp64);
  suite.Run(fp64);

  OpCase flattened("the neighbouring reshape is gone");
  flattened.attrs["eleminate_success"] = true;
  flattened.inputs["X"] = {random.Floats({3, 17, 1, 1})};
  ExpectSoftmax(&flattened);
  suite.Run(flattened);

  OpCase sequence("level of detail is kept");
  sequence.inputs["X"] = {random.Floats({5, 4})};
  sequence.inputs["X"][0].lod = {{0, 2, 5}};
  ExpectSoftmax(&sequence);
  suite.Run(sequence);
}

TEST(Softmax, SpecialValues) {
  OpSuite suite("softmax", kSoftmaxTolerance);
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const int axis : {0, 1}) {
    const auto run = [&](const char* name, std::vector<float> x, std::vector<float> y) {
      OpCase c(name);
      const DDim shape = axis == 1 ? DDim({1, 3}) : DDim({3, 1});
      c.attrs["axis"] = axis;
      c.inputs["X"] = {MakeTensor<float>(shape, x)};
      c.expected["Out"] = {MakeTensor<float>(shape, y)};
      c.tolerance = {0, 1e-5, 0, 0};
      c.has_tolerance = true;
      suite.Run(c);
    };
    run("clamped", {0, -1000, -inf}, {1, 1.6038109e-28f, 1.6038109e-28f});
    run("all infinite", {-inf, -inf, -inf}, {nan, nan, nan});
    run("+inf", {1, inf, 0}, {nan, nan, nan});
    run("NaN", {1, nan, 0}, {nan, nan, nan});
  }
}

TEST(Softmax, AScalarBecomesOne) {
  for (const char* op : {"softmax", "log_softmax"}) {
    OpSuite suite(op);
    OpCase c("scalar");
    c.attrs["axis"] = 0;
    c.inputs["X"] = {MakeTensor<float>(DDim{}, {2.0f})};
    c.expected["Out"] = {MakeTensor<float>(DDim{}, {op == std::string("softmax") ? 1.0f : 0.0f})};
    suite.Run(c);
  }
}

TEST(Softmax, RefusesAxesOutsideTheShape) {
  OpSuite suite("softmax");
  for (const int axis : {-3, 2}) {
    OpCase c("axis");
    c.attrs["axis"] = axis;
    c.inputs["X"] = {TestTensor::ShapeOnly({2, 3})};
    suite.ExpectError(c, "axis: expected a value in [-2, 2) for X of rank 2");
  }
}

}  // namespace
}  // namespace paddle::lite::test
