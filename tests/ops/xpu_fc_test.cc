#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/ops/xpu_reference.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

OpCase MakeXpuFc(Random* random, const std::string& name, const DDim& x, const DDim& w) {
  OpCase c(name);
  c.inputs["Input"] = {random->Floats(x)};
  c.inputs["Filter"] = {random->Floats(w).AsWeight()};
  return c;
}

void ExpectXpuFc(OpCase* c, bool with_max) {
  const TestTensor& x = c->In("Input");
  const TestTensor& w = c->In("Filter");
  const bool transposed = c->Bool("transpose_w", false);
  int split = c->Int("in_num_col_dims", 1);
  if (split == -1) split = x.dims.rank() - 1;
  const int64_t k = x.dims.Count(split, x.dims.rank());
  const int64_t n = w.dims[transposed ? 0 : 1];
  DDim dims;
  for (int i = 0; i < split; ++i) dims.push_back(x.dims[i]);
  dims.push_back(n);
  TestTensor out(dims);
  out.lod = x.lod;
  TestTensor largest({1});
  c->largest_sum = 0;
  for (int64_t i = 0; i < out.numel(); ++i) {
    double sum = 0;
    for (int64_t j = 0; j < k; ++j) {
      sum += x.At(i / n * k + j) * w.At(transposed ? i % n * k + j : j * n + i % n);
    }
    sum *= c->Float("alpha", 1);
    if (c->HasIn("Bias")) sum += c->In("Bias").At(i % n);
    c->largest_sum = std::max(c->largest_sum, std::abs(sum));
    out.Set(i, XpuActivate(c->Int("act_type", 0), c->Float("act_param", 0), sum));
    largest.Set(0, std::max(largest.At(0), std::abs(out.At(i))));
  }
  c->expected["Output"] = {out};
  if (with_max) c->expected["OutputMax"] = {largest};
}

TEST(XpuFc, ShapesBiasAndActivations) {
  OpSuite suite("__xpu__fc", kSumTolerance);
  Random random("__xpu__fc");
  struct Shapes {
    DDim x, w;
    int split;
  };
  for (const Shapes& s : {Shapes{{1, 1}, {1, 1}, 1}, Shapes{{33, 65}, {65, 67}, 1},
                          Shapes{{2, 3, 4, 5}, {60, 6}, 1}, Shapes{{2, 3, 20}, {20, 6}, 2},
                          Shapes{{2, 3, 20}, {20, 6}, -1}, Shapes{{0, 7}, {7, 5}, 1}}) {
    for (const int act : {0, 1, 2, 3, 4, 5, 14, 15, 17}) {
      for (const bool bias : {false, true}) {
        for (const bool with_max : {false, true}) {
          OpCase c = MakeXpuFc(&random, StrCat("activation ", act), s.x, s.w);
          c.attrs["in_num_col_dims"] = s.split;
          c.attrs["act_type"] = act;
          c.attrs["act_param"] = 0.3f;
          if (bias) c.inputs["Bias"] = {random.Floats({s.w[1]}).AsWeight()};
          ExpectXpuFc(&c, with_max);
          suite.Run(c);
        }
      }
    }
  }
}

TEST(XpuFc, AttributesOfTheProduct) {
  OpSuite suite("__xpu__fc", kSumTolerance);
  Random random("__xpu__fc attributes");
  OpCase transposed = MakeXpuFc(&random, "transpose_w", {3, 70}, {9, 70});
  transposed.attrs["transpose_w"] = true;
  transposed.inputs["Bias"] = {random.Floats({1, 9}).AsWeight()};
  ExpectXpuFc(&transposed, true);
  suite.Run(transposed);
  OpCase scaled = MakeXpuFc(&random, "alpha, before the bias", {3, 7}, {7, 5});
  scaled.attrs["alpha"] = -0.5f;
  scaled.inputs["Bias"] = {random.Floats({5}).AsWeight()};
  ExpectXpuFc(&scaled, true);
  suite.Run(scaled);
  OpCase maximum = MakeXpuFc(&random, "InputMax is not needed", {5, 3}, {3, 2});
  maximum.inputs["InputMax"] = {random.Floats({4})};
  maximum.inputs["Input"][0].lod = {{0, 1, 5}};
  ExpectXpuFc(&maximum, false);
  suite.Run(maximum);
}

TEST(XpuFc, RefusesWhatDoesNotFit) {
  OpSuite suite("__xpu__fc");
  const auto refuse = [&](const DDim& x, const DDim& w, const std::string& text,
                          std::map<std::string, model::AttrValue> attrs = {},
                          const DDim& bias = DDim()) {
    OpCase c("bad");
    c.attrs = std::move(attrs);
    c.inputs["Input"] = {TestTensor::ShapeOnly(x)};
    c.inputs["Filter"] = {TestTensor::ShapeOnly(w)};
    if (bias.rank() > 0) c.inputs["Bias"] = {TestTensor::ShapeOnly(bias)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3}, {4, 5}, "Filter: expected a matrix with 3 rows for Input [2, 3], found [4, 5]");
  refuse({2, 3}, {3, 5}, "Filter: expected a matrix with 3 columns", {{"transpose_w", true}});
  refuse({2, 3}, {3, 5, 1}, "Filter: expected a matrix");
  refuse({2, 3}, {3, 5}, "in_num_col_dims: expected -1 or a value in [1, 2)",
         {{"in_num_col_dims", 2}});
  refuse({2, 3}, {3, 5}, "in_num_col_dims: expected -1 or a value in [1, 2)",
         {{"in_num_col_dims", 0}});
  refuse({2, 3}, {3, 5}, "act_type: expected the number of an activation of XPU, found 6",
         {{"act_type", 6}});
  refuse({2, 3}, {3, 5}, "transpose_x: expected false", {{"transpose_x", true}});
  refuse({2, 3}, {3, 5}, "Bias: expected 5 elements, found shape [4]", {}, {4});
  refuse({int64_t{1} << 40, 1}, {1, int64_t{1} << 40}, "Output");
}

}  // namespace
}  // namespace paddle::lite::test
