#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/ops/conv2d_reference.h"
#include "tests/ops/xpu_reference.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

OpCase MakeXpuConv2d(Random* random, const std::string& name, const DDim& x, const DDim& w,
                     bool bias = true) {
  OpCase c(name);
  c.inputs["Input"] = {random->Floats(x)};
  c.inputs["Filter"] = {random->Floats(w).AsWeight()};
  if (bias) c.inputs["Bias"] = {random->Floats({w[0]}).AsWeight()};
  return c;
}

void ExpectXpuConv2d(OpCase* c, bool with_max) {
  const Ints groups = c->Ints("groups", {1});
  const Ints act = c->Ints("act_type", {0});
  const float param = c->attrs.count("act_param") != 0
                          ? std::get<std::vector<float>>(c->attrs.at("act_param"))[0]
                          : 0.0f;
  TestTensor out(Conv2dOutputDims(*c));
  out.lod = c->In("Input").lod;
  TestTensor largest({1});
  Convolve(*c, groups[0], [&](int64_t at, int64_t, int64_t channel, double sum) {
    if (c->HasIn("Bias")) sum += c->In("Bias").At(channel);
    if (c->HasIn("Branch")) sum += c->In("Branch").At(at);
    out.Set(at, XpuActivate(act[0], param, sum));
    largest.Set(0, std::max(largest.At(0), std::abs(out.At(at))));
  });
  c->expected["Output"] = {out};
  if (with_max) c->expected["OutputMax"] = {largest};
}

TEST(XpuConv2d, ActivationsBiasAndBranch) {
  OpSuite suite("__xpu__conv2d", kSumTolerance);
  Random random("__xpu__conv2d");
  for (const int act : {0, 1, 2, 3, 4, 5, 14, 15, 17}) {
    for (const bool bias : {false, true}) {
      for (const bool branch : {false, true}) {
        OpCase c =
            MakeXpuConv2d(&random, StrCat("activation ", act), {2, 4, 7, 6}, {6, 4, 3, 3}, bias);
        c.attrs["paddings"] = Ints{1, 1};
        c.attrs["act_type"] = Ints{act};
        c.attrs["act_param"] = std::vector<float>{0.3f};
        if (branch) c.inputs["Branch"] = {random.Floats({2, 6, 7, 6})};
        ExpectXpuConv2d(&c, /*with_max=*/bias);
        suite.Run(c);
      }
    }
  }
}

TEST(XpuConv2d, WindowsAndGroups) {
  OpSuite suite("__xpu__conv2d", kSumTolerance);
  Random random("__xpu__conv2d windows");
  OpCase strides = MakeXpuConv2d(&random, "strides", {1, 6, 9, 8}, {4, 3, 3, 2});
  strides.attrs["groups"] = Ints{2};
  strides.attrs["strides"] = Ints{2, 1};
  strides.attrs["dilations"] = Ints{1, 2};
  strides.attrs["paddings"] = Ints{0, 1, 2, 3};
  strides.attrs["filter_dims"] = Ints{4, 3, 3, 2};
  strides.inputs["Input"][0].lod = {{0, 1}};
  ExpectXpuConv2d(&strides, true);
  suite.Run(strides);
  OpCase depthwise = MakeXpuConv2d(&random, "depthwise", {2, 5, 8, 8}, {5, 1, 3, 3});
  depthwise.attrs["groups"] = Ints{5};
  depthwise.attrs["padding_algorithm"] = std::string("SAME");
  ExpectXpuConv2d(&depthwise, false);
  suite.Run(depthwise);
  OpCase maximum = MakeXpuConv2d(&random, "InputMax is not needed", {0, 3, 5, 5}, {2, 3, 1, 1});
  maximum.inputs["InputMax"] = {random.Floats({4})};
  ExpectXpuConv2d(&maximum, true);
  suite.Run(maximum);
}

TEST(XpuConv2d, RefusesWhatDoesNotFit) {
  OpSuite suite("__xpu__conv2d");
  const auto refuse = [&](const std::string& text,
                          std::map<std::string, model::AttrValue> attrs = {},
                          const DDim& bias = DDim(), const DDim& branch = DDim()) {
    OpCase c("bad");
    c.attrs = std::move(attrs);
    c.inputs["Input"] = {TestTensor::ShapeOnly({1, 4, 5, 5})};
    c.inputs["Filter"] = {TestTensor::ShapeOnly({6, 4, 3, 3})};
    if (bias.rank() > 0) c.inputs["Bias"] = {TestTensor::ShapeOnly(bias)};
    if (branch.rank() > 0) c.inputs["Branch"] = {TestTensor::ShapeOnly(branch)};
    suite.ExpectError(c, text);
  };
  refuse("op_type: expected [0], a block of one convolution, found [0, 1]",
         {{"op_type", Ints{0, 1}}});
  refuse("place_x: expected [0]", {{"place_x", Ints{}}});
  refuse("place_y: expected [9]", {{"place_y", Ints{1}}});
  refuse("place_z: expected [10]", {{"place_z", Ints{9}}});
  refuse("block_lod: expected [1]", {{"block_lod", Ints{2}}});
  refuse("groups: expected one number, found 2", {{"groups", Ints{1, 1}}});
  refuse("act_type: expected one number, found 0", {{"act_type", Ints{}}});
  refuse("act_param: expected one number, found 0", {{"act_param", std::vector<float>{}}});
  refuse("act_type: expected the number of an activation of XPU, found 6", {{"act_type", Ints{6}}});
  refuse("groups: expected a positive value", {{"groups", Ints{0}}});
  refuse("Input: expected 4 * 2 channels", {{"groups", Ints{2}}});
  refuse("filter_dims: expected [6, 4, 3, 3] as of Filter, found [6, 4, 3]",
         {{"filter_dims", Ints{6, 4, 3}}});
  refuse("Bias: expected 6 elements, found [5]", {}, {5});
  refuse("Branch: expected the output's shape [1, 6, 3, 3], found [1, 6, 3, 1]", {}, {},
         {1, 6, 3, 1});
}

}  // namespace
}  // namespace paddle::lite::test
