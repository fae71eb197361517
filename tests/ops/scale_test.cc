#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kScaleTolerance{1e-6, 3e-6, 0, 0};
const std::vector<DDim>& ScaleAllShapes() {
  static const auto& shapes =
      *new std::vector<DDim>{{}, {1}, {7}, {0, 3}, {3, 5}, {2, 3, 4, 5}, {9001}};
  return shapes;
}

TEST(Scale, OrderOfScaleAndBias) {
  OpSuite suite("scale", kScaleTolerance);
  Random random("scale");
  for (const DDim& shape : ScaleAllShapes()) {
    for (const bool after : {true, false}) {
      OpCase c("grid");
      c.attrs = {{"scale", 2.5f}, {"bias", -0.75f}, {"bias_after_scale", after}};
      c.inputs["X"] = {random.Floats(shape)};
      c.expected["Out"] = {
          Map(c.In("X"), [after](double x) { return after ? 2.5 * x - 0.75 : 2.5 * (x - 0.75); })};
      suite.Run(c);
    }
  }
}

TEST(Scale, FusedActivations) {
  OpSuite suite("scale", kScaleTolerance);
  Random random("scale fused");
  const std::vector<std::pair<const char*, std::function<double(double)>>> activations = {
      {"relu", [](double x) { return std::max(x, 0.0); }},
      {"relu6", [](double x) { return std::min(std::max(x, 0.0), 0.5); }},
      {"leaky_relu", [](double x) { return x > 0 ? x : 0.5 * x; }},
  };
  for (const auto& [name, f] : activations) {
    for (const bool twice : {false, true}) {
      OpCase c("fused");
      c.attrs = {{"scale", 1.5f},         {"bias", 0.25f},  {"activation_type", std::string(name)},
                 {"alpha", 0.5f},         {"scale1", 3.0f}, {"bias1", -1.0f},
                 {"fuse_scaleact", twice}};
      c.inputs["X"] = {random.Floats({2, 3, 4, 5})};
      c.expected["Out"] = {Map(c.In("X"), [&f = f, twice](double x) {
        const double y = f(1.5 * x + 0.25);
        return twice ? 3 * y - 1 : y;
      })};
      suite.Run(c);
    }
  }
}

TEST(Scale, IntegersCastTheParametersFirst) {
  OpSuite suite("scale");
  OpCase c("int64");
  c.attrs = {{"scale", 2.9f}, {"bias", -1.9f}};
  c.inputs["X"] = {MakeTensor<int64_t>({3}, {9007199254740993, -5, 0})};
  c.expected["Out"] = {MakeTensor<int64_t>({3}, {18014398509481985, -11, -1})};
  suite.Run(c);
  OpCase wrap("int32 wraps around");
  wrap.attrs = {{"scale", 2.0f}};
  wrap.inputs["X"] = {MakeTensor<int32_t>({1}, {INT32_MAX})};
  wrap.expected["Out"] = {MakeTensor<int32_t>({1}, {-2})};
  suite.Run(wrap);
}

TEST(Scale, RefusesWhatItCannotDo) {
  OpSuite suite("scale");
  OpCase activation("activation");
  activation.attrs["activation_type"] = std::string("tanh");
  activation.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(activation, "found tanh");
  OpCase tensor("tensor");
  tensor.inputs["X"] = {TestTensor({2})};
  tensor.inputs["ScaleTensor"] = {TestTensor({2})};
  suite.ExpectError(tensor, "ScaleTensor: expected one value");
}

TEST(Dropout, BothImplementations) {
  OpSuite suite("dropout", kScaleTolerance);
  Random random("dropout");
  for (const DDim& shape : ScaleAllShapes()) {
    for (const bool downgrade : {true, false}) {
      OpCase c("grid");
      c.attrs = {{"dropout_prob", 0.25f},
                 {"dropout_implementation",
                  std::string(downgrade ? "downgrade_in_infer" : "upscale_in_train")}};
      c.inputs["X"] = {random.Floats(shape)};
      c.expected["Out"] = {
          Map(c.In("X"), [downgrade](double x) { return downgrade ? 0.75 * x : x; })};
      c.unchecked = {"Mask"};
      suite.Run(c);
    }
  }
  OpCase unknown("implementation");
  unknown.attrs["dropout_implementation"] = std::string("downscale");
  unknown.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(unknown, "found 'downscale'");
  OpCase probability("probability");
  probability.attrs["dropout_prob"] = 1.5f;
  probability.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(probability, "dropout_prob: 1.5");
}

TEST(Increment, Types) {
  OpSuite suite("increment", kScaleTolerance);
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64,
                                   PrecisionType::kInt32, PrecisionType::kInt64}) {
    OpCase c("type");
    const bool real = type == PrecisionType::kFloat || type == PrecisionType::kFP64;
    c.attrs["step"] = -2.75f;
    TestTensor x({1}, type);
    x.Set(0, 5);
    c.inputs["X"] = {x};
    c.expected["Out"] = {Map(x, [real](double v) { return v + (real ? -2.75 : -2); })};
    suite.Run(c);
  }
  OpCase many("many");
  many.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(many, "X: expected one value");
}

TEST(Clip, Limits) {
  OpSuite suite("clip", kScaleTolerance);
  Random random("clip");
  for (const DDim& shape : ScaleAllShapes()) {
    OpCase c("grid");
    c.attrs = {{"min", -0.5f}, {"max", 0.25f}};
    c.inputs["X"] = {random.Floats(shape)};
    c.expected["Out"] = {
        Map(c.In("X"), [](double x) { return std::min(std::max(x, -0.5), 0.25); })};
    suite.Run(c);
  }
  OpCase reversed("reversed");
  reversed.attrs = {{"min", 1.0f}, {"max", 0.5f}};
  reversed.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(reversed, "min: 1 is above max 0.5");
}

TEST(Pow, Factors) {
  OpSuite suite("pow", kScaleTolerance);
  Random random("pow");
  for (const float factor : {0.0f, 0.5f, 1.0f, 2.0f, 3.0f, -1.5f}) {
    for (const DDim& shape : ScaleAllShapes()) {
      OpCase c("grid");
      c.attrs["factor"] = factor;
      c.inputs["X"] = {random.Floats(shape, 0.25, 4)};
      c.expected["Out"] = {Map(c.In("X"), [factor](double x) { return std::pow(x, factor); })};
      suite.Run(c);
    }
  }
}

TEST(Pow, FactorInATensor) {
  OpSuite suite("pow", kScaleTolerance);
  Random random("pow tensor");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kInt32}) {
    for (const DDim& shape : ScaleAllShapes()) {
      OpCase c("factor tensor");
      c.attrs["factor"] = 0.25f;
      c.inputs["X"] = {random.Floats(shape, 0.25, 4)};
      TestTensor factor({1}, type);
      const double value = type == PrecisionType::kFloat ? -1.5 : 3;
      factor.Set(0, value);
      c.inputs["FactorTensor"] = {factor};
      c.expected["Out"] = {Map(c.In("X"), [value](double x) { return std::pow(x, value); })};
      suite.Run(c);
    }
  }
}

TEST(Sum, AnyNumberOfTerms) {
  OpSuite suite("sum", kScaleTolerance);
  Random random("sum");
  for (int terms = 1; terms <= 4; ++terms) {
    for (const DDim& shape : ScaleAllShapes()) {
      OpCase c("grid");
      TestTensor total(shape.production() > 0 ? shape : DDim());
      for (int t = 0; t < terms; ++t) {
        c.inputs["X"].push_back(random.Floats(shape));
        for (int64_t i = 0; i < shape.production(); ++i)
          total.Set(i, total.At(i) + c.inputs["X"].back().At(i));
      }
      c.expected["Out"] = {total};
      suite.Run(c);
    }
  }
  OpCase shapes("shapes");
  shapes.inputs["X"] = {TestTensor({2, 3}), TestTensor({3})};
  suite.ExpectError(shapes, "X[1]: expected shape [2, 3]");
}

TEST(Prelu, Modes) {
  OpSuite suite("prelu", kScaleTolerance);
  Random random("prelu");
  struct Mode {
    const char* mode;
    const char* format;
    DDim x;
    DDim alpha;
    std::function<int64_t(int64_t)> slope;  // of element i
  };
  const std::vector<Mode> modes = {
      {"all", "NCHW", {2, 3, 4, 5}, {1}, [](int64_t) { return 0; }},
      {"channel", "NCHW", {2, 3, 4, 5}, {3}, [](int64_t i) { return i / 20 % 3; }},
      {"channel", "NCHW", {2, 3, 4, 5}, {1, 3, 1, 1}, [](int64_t i) { return i / 20 % 3; }},
      {"channel", "NCHW", {2, 37, 4, 5}, {37}, [](int64_t i) { return i / 20 % 37; }},
      {"channel", "NHWC", {2, 4, 5, 3}, {3}, [](int64_t i) { return i % 3; }},
      {"channel", "NCHW", {4, 3}, {3}, [](int64_t i) { return i % 3; }},
      {"element", "NCHW", {2, 3, 4, 5}, {1, 3, 4, 5}, [](int64_t i) { return i % 60; }},
  };
  for (const Mode& m : modes) {
    OpCase c(m.mode);
    c.attrs = {{"mode", std::string(m.mode)}, {"data_format", std::string(m.format)}};
    c.inputs["X"] = {random.Floats(m.x)};
    c.inputs["Alpha"] = {random.Floats(m.alpha).AsWeight()};
    TestTensor out = c.In("X");
    for (int64_t i = 0; i < out.numel(); ++i) {
      if (out.At(i) <= 0) out.Set(i, out.At(i) * c.In("Alpha").At(m.slope(i)));
    }
    c.expected["Out"] = {out};
    suite.Run(c);
  }
  OpCase alpha("alpha");
  alpha.attrs["mode"] = std::string("channel");
  alpha.inputs["X"] = {TestTensor({2, 3, 4, 5})};
  alpha.inputs["Alpha"] = {TestTensor({4})};
  suite.ExpectError(alpha, "needs 3 values");
}

}  // namespace
}  // namespace paddle::lite::test
