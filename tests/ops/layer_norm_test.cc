#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kLayerNormTolerance{2e-6, 1e-5, 0, 0};
constexpr float kEpsilon = 1e-3f;

struct Rows {
  TestTensor values, means, variances;
};

// The rows of `x` from dimension `axis` on, with the Scale and Bias of `c`.
Rows Normalise(const TestTensor& x, const OpCase& c, int axis) {
  const DDim& shape = x.dims;
  const int64_t width = shape.Count(axis, shape.rank());
  DDim row_shape;
  for (int d = 0; d < axis; ++d) row_shape.push_back(shape[d]);
  Rows rows{TestTensor(shape), TestTensor(row_shape), TestTensor(row_shape)};
  for (int64_t r = 0; r < shape.Count(0, axis); ++r) {
    double mean = 0;
    double variance = 0;
    for (int64_t i = 0; i < width; ++i) mean += x.At(r * width + i) / static_cast<double>(width);
    for (int64_t i = 0; i < width; ++i) {
      variance += std::pow(x.At(r * width + i) - mean, 2) / static_cast<double>(width);
    }
    for (int64_t i = 0; i < width; ++i) {
      double value = (x.At(r * width + i) - mean) / std::sqrt(variance + kEpsilon);
      if (c.HasIn("Scale")) value *= c.In("Scale").At(i);
      if (c.HasIn("Bias")) value += c.In("Bias").At(i);
      rows.values.Set(r * width + i, value);
    }
    rows.means.Set(r, mean);
    rows.variances.Set(r, variance);
  }
  return rows;
}

TEST(LayerNorm, RowsOfEveryRank) {
  OpSuite suite("layer_norm", kLayerNormTolerance);
  Random random("layer_norm");
  for (const DDim& shape :
       {DDim{7}, DDim{4, 1}, DDim{3, 17}, DDim{2, 3, 64}, DDim{2, 3, 4, 5}, DDim{1, 1000}}) {
    for (int axis = shape.rank() == 1 ? 0 : 1; axis < shape.rank(); ++axis) {
      for (int slots = 0; slots < 4; ++slots) {
        OpCase c("grid");
        const int64_t width = shape.Count(axis, shape.rank());
        c.attrs = {{"begin_norm_axis", axis}, {"epsilon", kEpsilon}};
        c.inputs["X"] = {random.Floats(shape, -2, 3)};
        if ((slots & 1) != 0) c.inputs["Scale"] = {random.Floats({width}).AsWeight()};
        if ((slots & 2) != 0) c.inputs["Bias"] = {random.Floats({width}).AsWeight()};
        const Rows rows = Normalise(c.In("X"), c, axis);
        c.expected["Y"] = {rows.values};
        c.expected["Mean"] = {rows.means};
        c.expected["Variance"] = {rows.variances};
        suite.Run(c);
      }
    }
  }
}

TEST(SkipLayerNorm, NormalisesTheSum) {
  OpSuite suite("skip_layernorm", kLayerNormTolerance);
  Random random("skip_layernorm");
  for (const DDim& shape : {DDim{7}, DDim{3, 17}, DDim{0, 5}, DDim{2, 3, 64}, DDim{2, 40, 300}}) {
    const int axis = shape.rank() - 1;
    OpCase c("sum");
    c.attrs = {{"begin_norm_axis", axis}, {"epsilon", kEpsilon}};
    c.inputs["X"] = {random.Floats(shape, -2, 3)};
    c.inputs["Y"] = {random.Floats(shape, -3, 2)};
    c.inputs["Scale"] = {random.Floats({shape[axis]}).AsWeight()};
    c.inputs["Bias"] = {random.Floats({shape[axis]}).AsWeight()};
    c.inputs["X"][0].lod = {{0, static_cast<uint64_t>(shape[0])}};
    TestTensor sum(shape);
    for (int64_t i = 0; i < sum.numel(); ++i) sum.Set(i, c.In("X").At(i) + c.In("Y").At(i));
    TestTensor out = Normalise(sum, c, axis).values;
    out.lod = c.In("X").lod;
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

TEST(SkipLayerNorm, RefusesWhatDoesNotFit) {
  OpSuite suite("skip_layernorm");
  OpCase c("Y");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Y"] = {TestTensor({1, 3})};
  c.inputs["Scale"] = c.inputs["Bias"] = {TestTensor({3})};
  suite.ExpectError(c, "Y: expected the shape of X, [2, 3], found [1, 3]");
  c.inputs["Y"] = c.inputs["X"];
  c.inputs["Scale"] = {TestTensor({2})};
  suite.ExpectError(c, "Scale: expected 3 values");
}

TEST(LayerNorm, RefusesWhatDoesNotFit) {
  OpSuite suite("layer_norm");
  OpCase axis("axis");
  axis.attrs["begin_norm_axis"] = 2;
  axis.inputs["X"] = {TestTensor({2, 3})};
  suite.ExpectError(axis, "begin_norm_axis: 2");
  for (const char* slot : {"Scale", "Bias"}) {
    OpCase c(slot);
    c.inputs["X"] = {TestTensor({2, 3})};
    c.inputs[slot] = {TestTensor({4})};
    suite.ExpectError(c, std::string(slot) + ": expected 3 values");
  }
}

}  // namespace
}  // namespace paddle::lite::test
