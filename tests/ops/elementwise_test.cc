#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kElementwiseTolerance{1e-6, 3e-6, 0, 0};

double FloorMod(double a, double b) { return a - std::floor(a / b) * b; }

struct Operation {
  const char* name;
  std::function<double(double, double)> f;
  double low;  // of both operands
  double high;
};

std::vector<Operation> Operations() {
  return {
      {"add", [](double a, double b) { return a + b; }, -2, 2},
      {"sub", [](double a, double b) { return a - b; }, -2, 2},
      {"mul", [](double a, double b) { return a * b; }, -2, 2},
      {"div", [](double a, double b) { return a / b; }, 0.5, 2},
      {"max", [](double a, double b) { return std::max(a, b); }, -2, 2},
      {"min", [](double a, double b) { return std::min(a, b); }, -2, 2},
      {"pow", [](double a, double b) { return std::pow(a, b); }, 0.5, 2},
  };
}

// Element i of the result's dimension d comes from element i of x's dimension d - x_at, if x has
// it.
TestTensor Broadcast(const TestTensor& x, int x_at, const TestTensor& y, int y_at,
                     const DDim& shape, const std::function<double(double, double)>& f) {
  TestTensor out(shape, x.precision);
  const auto element = [&](const TestTensor& t, int at, int64_t index) {
    int64_t offset = 0;
    int64_t stride = 1;
    for (int d = shape.rank() - 1; d >= 0; --d) {
      const int64_t position = index % shape[d];
      index /= shape[d];
      const int own = d - at;
      if (own < 0 || own >= t.dims.rank()) continue;
      if (t.dims[own] != 1) offset += position * stride;
      stride *= t.dims[own];
    }
    return t.At(offset);
  };
  for (int64_t i = 0; i < out.numel(); ++i) out.Set(i, f(element(x, x_at, i), element(y, y_at, i)));
  return out;
}

struct Shapes {
  DDim x;
  DDim y;
  int axis;
  int x_at;  // position of the first dimension of X, of Y in the result
  int y_at;
  DDim out;
};

const std::vector<Shapes>& ElementwiseAllShapes() {
  static const auto& shapes = *new std::vector<Shapes>{
      {{2, 3, 4, 5}, {2, 3, 4, 5}, -1, 0, 0, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {3}, 1, 0, 1, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {1, 3, 1, 1}, -1, 0, 0, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {2, 3, 1, 1}, -1, 0, 0, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {1, 1, 4, 5}, -1, 0, 0, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {1, 3, 4, 5}, -1, 0, 0, {2, 3, 4, 5}},
      {{1, 3, 4, 5}, {2, 3, 4, 5}, -1, 0, 0, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {1}, -1, 0, 3, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {2, 3}, 0, 0, 0, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {3, 4}, 1, 0, 1, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {3, 1, 5}, -1, 0, 1, {2, 3, 4, 5}},
      {{3, 17}, {17}, -1, 0, 1, {3, 17}},
      {{3, 17}, {3}, 0, 0, 0, {3, 17}},
      {{3, 17}, {3, 1}, 0, 0, 0, {3, 17}},
      {{17}, {3, 17}, -1, 1, 0, {3, 17}},
      {{3}, {3, 17}, 0, 0, 0, {3, 17}},
      {{3, 1}, {1, 7}, -1, 0, 0, {3, 7}},
      {{2, 1, 4, 1}, {3, 1, 5}, -1, 0, 1, {2, 3, 4, 5}},
      {{2, 3, 4}, {3, 1}, 1, 0, 1, {2, 3, 4}},
      {{2, 3}, {3, 1, 1}, 1, 1, 0, {3, 2, 3}},
      {{}, {}, -1, 0, 0, {}},
      {{2, 3}, {}, -1, 0, 2, {2, 3}},
      {{}, {2, 3}, -1, 2, 0, {2, 3}},
      {{0, 3}, {3}, -1, 0, 1, {0, 3}},
      {{2, 0, 4}, {1, 4}, -1, 0, 1, {2, 0, 4}},
      {{64, 257}, {257}, -1, 0, 1, {64, 257}},
      {{2, 65, 9, 11}, {65}, 1, 0, 1, {2, 65, 9, 11}},
      {{1, 3, 1, 5, 2, 2}, {4, 1, 5, 1, 2}, -1, 0, 1, {1, 3, 3, 5, 2, 2}},
  };
  return shapes;
}

TEST(Elementwise, Broadcasts) {
  for (const Operation& operation : Operations()) {
    OpSuite suite(std::string("elementwise_") + operation.name, kElementwiseTolerance);
    Random random(operation.name);
    for (const Shapes& s : ElementwiseAllShapes()) {
      if (s.x.rank() == 6) continue;  // in RefusesShapesThatDoNotFit
      OpCase c("grid");
      c.attrs["axis"] = s.axis;
      c.inputs["X"] = {random.Floats(s.x, operation.low, operation.high)};
      c.inputs["Y"] = {random.Floats(s.y, operation.low, operation.high)};
      c.expected["Out"] = {Broadcast(c.In("X"), s.x_at, c.In("Y"), s.y_at, s.out, operation.f)};
      suite.Run(c);
    }
  }
}

TEST(Elementwise, Integers) {
  const std::vector<Operation> operations = {
      {"add", [](double a, double b) { return a + b; }, -9, 9},
      {"sub", [](double a, double b) { return a - b; }, -9, 9},
      {"mul", [](double a, double b) { return a * b; }, -9, 9},
      {"div", [](double a, double b) { return std::trunc(a / b); }, 1, 9},
      {"floordiv", [](double a, double b) { return std::floor(a / b); }, 1, 9},
      {"mod", FloorMod, 1, 9},
      {"max", [](double a, double b) { return std::max(a, b); }, -9, 9},
      {"min", [](double a, double b) { return std::min(a, b); }, -9, 9},
      {"pow", [](double a, double b) { return std::pow(a, b); }, 0, 5},
  };
  for (const Operation& operation : operations) {
    OpSuite suite(std::string("elementwise_") + operation.name);
    Random random(operation.name);
    for (const PrecisionType type :
         {PrecisionType::kInt32, PrecisionType::kInt64, PrecisionType::kFP64}) {
      if (type == PrecisionType::kFP64 && std::string(operation.name) == "div") continue;
      for (const Shapes& s : ElementwiseAllShapes()) {
        if (s.x.rank() > 4 || s.out.production() > 1000) continue;
        OpCase c("grid");
        c.attrs["axis"] = s.axis;
        c.inputs["X"] = {random.Ints(s.x, -20, 20, type)};
        c.inputs["Y"] = {random.Ints(s.y, static_cast<int64_t>(operation.low),
                                     static_cast<int64_t>(operation.high), type)};
        c.expected["Out"] = {Broadcast(c.In("X"), s.x_at, c.In("Y"), s.y_at, s.out, operation.f)};
        suite.Run(c);
      }
    }
  }
}

TEST(Elementwise, IntegersWrapAround) {
  const auto run = [](const char* op, int32_t x, int32_t y, int32_t out) {
    OpSuite suite(op);
    OpCase c("limits");
    c.inputs["X"] = {MakeTensor<int32_t>({1}, {x})};
    c.inputs["Y"] = {MakeTensor<int32_t>({1}, {y})};
    c.expected["Out"] = {MakeTensor<int32_t>({1}, {out})};
    suite.Run(c);
  };
  constexpr int32_t kMin = std::numeric_limits<int32_t>::min();
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  run("elementwise_add", kMax, 1, kMin);
  run("elementwise_sub", kMin, 1, kMax);
  run("elementwise_mul", kMax, 2, -2);
  run("elementwise_div", kMin, -1, kMin);
  run("elementwise_floordiv", kMin, -1, kMin);
  run("elementwise_mod", kMin, -1, 0);
}

TEST(Elementwise, FusedScaleAndActivation) {
  const double slope = 0.25;
  const std::vector<std::pair<const char*, std::function<double(double)>>> activations = {
      {"", [](double x) { return x; }},
      {"relu", [](double x) { return std::max(x, 0.0); }},
      {"relu6", [=](double x) { return std::min(std::max(x, 0.0), slope); }},
      {"leaky_relu", [=](double x) { return x > 0 ? x : slope * x; }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"tanh", [](double x) { return std::tanh(x); }},
  };
  // Every shape with one activation, and every activation with several shapes.
  OpSuite suite("elementwise_mul", kElementwiseTolerance);
  Random random("fused scale");
  size_t next = 0;
  for (const Shapes& s : ElementwiseAllShapes()) {
    if (s.x.rank() > 4) continue;
    const auto& [name, f] = activations[next++ % activations.size()];
    OpCase c("fused scale");
    c.attrs = {{"axis", s.axis},
               {"fuse_scale", true},
               {"scale", 1.5f},
               {"bias", -0.25f},
               {"activation_type", std::string(name)},
               {"alpha", static_cast<float>(slope)}};
    c.inputs["X"] = {random.Floats(s.x)};
    c.inputs["Y"] = {random.Floats(s.y)};
    c.expected["Out"] = {Broadcast(c.In("X"), s.x_at, c.In("Y"), s.y_at, s.out,
                                   [&f = f](double a, double b) { return f(a * b * 1.5 - 0.25); })};
    suite.Run(c);
  }
  ASSERT_GE(next, 2 * activations.size());
}

TEST(Elementwise, FusionOperators) {
  const std::vector<std::pair<const char*, std::function<double(double)>>> activations = {
      {"relu", [](double x) { return std::max(x, 0.0); }},
      {"relu6", [](double x) { return std::min(std::max(x, 0.0), 6.0); }},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"gelu", [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }},
      {"abs", [](double x) { return std::fabs(x); }},
  };
  size_t first = 0;
  for (const Operation& operation : Operations()) {
    OpSuite suite(std::string("fusion_elementwise_") + operation.name + "_activation",
                  kElementwiseTolerance);
    Random random(operation.name);
    // Every shape with one activation, another for each operator, and every activation with several
    // shapes.
    size_t next = first++;
    for (const Shapes& s : ElementwiseAllShapes()) {
      if (s.x.rank() > 4 || s.out.production() > 1000) continue;
      const auto& [name, f] = activations[next++ % activations.size()];
      OpCase c("fused activation");
      c.attrs = {{"axis", s.axis}, {"act_type", std::string(name)}};
      c.inputs["X"] = {random.Floats(s.x, operation.low, operation.high)};
      c.inputs["Y"] = {random.Floats(s.y, operation.low, operation.high)};
      c.expected["Out"] = {
          Broadcast(c.In("X"), s.x_at, c.In("Y"), s.y_at, s.out,
                    [&f = f, &operation](double a, double b) { return f(operation.f(a, b)); })};
      suite.Run(c);
    }
    ASSERT_GE(next - first, 2 * activations.size());
  }
}

// Whole numbers: near a multiple of Y the quotient of others may round to either side.
TEST(Elementwise, FusedFloorDivision) {
  OpSuite suite("fusion_elementwise_floordiv_activation", kElementwiseTolerance);
  Random random("fused floordiv");
  for (const Shapes& s : ElementwiseAllShapes()) {
    if (s.x.rank() > 4 || s.out.production() > 1000) continue;
    OpCase c("fused activation");
    c.attrs = {{"axis", s.axis}, {"act_type", std::string("relu")}};
    c.inputs["X"] = {random.Ints(s.x, -20, 20, PrecisionType::kFloat)};
    c.inputs["Y"] = {random.Ints(s.y, 1, 9, PrecisionType::kFloat)};
    c.expected["Out"] = {
        Broadcast(c.In("X"), s.x_at, c.In("Y"), s.y_at, s.out,
                  [](double a, double b) { return std::max(std::floor(a / b), 0.0); })};
    suite.Run(c);
  }
}

TEST(Elementwise, LevelOfDetailComesFromXElseFromY) {
  OpSuite suite("elementwise_add");
  for (const bool from_x : {true, false}) {
    OpCase c("sequences");
    c.inputs["X"] = {MakeTensor<float>({3, 1}, {1, 2, 3})};
    c.inputs["Y"] = {MakeTensor<float>({3, 1}, {10, 20, 30})};
    (from_x ? c.inputs["X"] : c.inputs["Y"])[0].lod = {{0, 1, 3}};
    c.expected["Out"] = {MakeTensor<float>({3, 1}, {11, 22, 33})};
    c.expected["Out"][0].lod = {{0, 1, 3}};
    suite.Run(c);
  }
}

TEST(Elementwise, RefusesShapesThatDoNotFit) {
  OpSuite suite("elementwise_add");
  const auto refuse = [&](const DDim& x, const DDim& y, int axis, const char* text) {
    OpCase c("shapes");
    c.attrs["axis"] = axis;
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    c.inputs["Y"] = {TestTensor::ShapeOnly(y)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3}, {4}, -1, "X [2, 3] and Y [4] cannot be broadcast");
  refuse({2, 3}, {2}, -1, "cannot be broadcast");
  refuse({2, 3}, {3, 1}, 1, "attribute axis is 1");
  refuse({2, 3}, {3}, -2, "attribute axis is -2");
  refuse({2, 3, 4}, {3, 4}, 2, "do not align");
  refuse({2, 3}, {3}, 7, "do not align");
  refuse({2, 3}, {3}, INT32_MAX, "do not align");
  refuse({1, 3, 1, 5, 2, 2}, {4, 1, 5, 1, 2}, -1, "cannot be broadcast");
  refuse({int64_t{1} << 40, 1}, {1, int64_t{1} << 40}, -1, "too many elements");
}

TEST(Elementwise, RefusesDifferentTypesAndUnknownActivations) {
  OpSuite suite("elementwise_add");
  OpCase types("types");
  types.inputs["X"] = {TestTensor({2})};
  types.inputs["Y"] = {TestTensor({2}, PrecisionType::kInt32)};
  suite.ExpectError(types, "Y has element type int32");
  OpCase activation("activation");
  activation.attrs["activation_type"] = std::string("maxout");
  activation.inputs["X"] = {TestTensor({2})};
  activation.inputs["Y"] = {TestTensor({2})};
  suite.ExpectError(activation, "maxout");
}

}  // namespace
}  // namespace paddle::lite::test
