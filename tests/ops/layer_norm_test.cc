#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kLayerNormTolerance{2e-6, 1e-5, 0, 0};

TEST(LayerNorm, RowsOfEveryRank) {
  OpSuite suite("layer_norm", kLayerNormTolerance);
  Random random("layer_norm");
  for (const DDim& shape :
       {DDim{7}, DDim{4, 1}, DDim{3, 17}, DDim{2, 3, 64}, DDim{2, 3, 4, 5}, DDim{1, 1000}}) {
    for (int axis = shape.rank() == 1 ? 0 : 1; axis < shape.rank(); ++axis) {
      for (int slots = 0; slots < 4; ++slots) {
        OpCase c("grid");
        const int64_t width = shape.Count(axis, shape.rank());
        const int64_t rows = shape.Count(0, axis);
        DDim row_shape;
        for (int d = 0; d < axis; ++d) row_shape.push_back(shape[d]);
        c.attrs = {{"begin_norm_axis", axis}, {"epsilon", 1e-3f}};
        c.inputs["X"] = {random.Floats(shape, -2, 3)};
        if ((slots & 1) != 0) c.inputs["Scale"] = {random.Floats({width}).AsWeight()};
        if ((slots & 2) != 0) c.inputs["Bias"] = {random.Floats({width}).AsWeight()};
        const TestTensor& x = c.In("X");
        TestTensor y(shape);
        TestTensor means(row_shape);
        TestTensor variances(row_shape);
        for (int64_t r = 0; r < rows; ++r) {
          double mean = 0;
          double variance = 0;
          for (int64_t i = 0; i < width; ++i)
            mean += x.At(r * width + i) / static_cast<double>(width);
          for (int64_t i = 0; i < width; ++i) {
            variance += std::pow(x.At(r * width + i) - mean, 2) / static_cast<double>(width);
          }
          for (int64_t i = 0; i < width; ++i) {
            double value = (x.At(r * width + i) - mean) / std::sqrt(variance + 1e-3f);
            if (c.HasIn("Scale")) value *= c.In("Scale").At(i);
            if (c.HasIn("Bias")) value += c.In("Bias").At(i);
            y.Set(r * width + i, value);
          }
          means.Set(r, mean);
          variances.Set(r, variance);
        }
        c.expected["Y"] = {y};
        c.expected["Mean"] = {means};
        c.expected["Variance"] = {variances};
        suite.Run(c);
      }
    }
  }
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
