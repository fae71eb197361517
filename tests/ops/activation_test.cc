#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "lite/base/half.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// Single-precision arithmetic on both sides; near a zero of the function, the rounding of the
// argument matters.
constexpr Tolerance kActivationTolerance{1e-6, 3e-6, 0, 0};

double Clip(double x, double low, double high) { return std::min(std::max(x, low), high); }
double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double Softplus(double x) { return x > 20 ? x : std::log1p(std::exp(x)); }

// A function, the interval on which it is tested, and attributes other than the defaults.
struct Function {
  const char* op;
  double low;
  double high;
  std::map<std::string, model::AttrValue> attrs;
  std::function<double(double)> f;
};

std::vector<Function> Functions() {
  const double pi = std::acos(-1.0);
  return {
      {"relu", -5, 5, {}, [](double x) { return std::max(x, 0.0); }},
      {"relu6", -5, 9, {}, [](double x) { return Clip(x, 0, 6); }},
      {"relu6", -5, 9, {{"threshold", 4.5f}}, [](double x) { return Clip(x, 0, 4.5); }},
      {"relu_clipped",
       -5,
       9,
       {{"Relu_clipped_coef", 3.0f}},
       [](double x) { return Clip(x, 0, 3); }},
      {"leaky_relu", -5, 5, {}, [](double x) { return x > 0 ? x : 0.02f * x; }},
      {"leaky_relu", -5, 5, {{"alpha", 0.25f}}, [](double x) { return x > 0 ? x : 0.25 * x; }},
      {"thresholded_relu", -5, 5, {}, [](double x) { return x > 1 ? x : 0; }},
      {"brelu", -9, 30, {}, [](double x) { return Clip(x, 0, 24); }},
      {"brelu",
       -9,
       30,
       {{"t_min", -2.0f}, {"t_max", 5.0f}},
       [](double x) { return Clip(x, -2, 5); }},
      {"sigmoid", -10, 10, {}, Sigmoid},
      {"logsigmoid", -10, 10, {}, [](double x) { return -std::log1p(std::exp(-x)); }},
      {"tanh", -5, 5, {}, [](double x) { return std::tanh(x); }},
      {"swish", -10, 10, {}, [](double x) { return x * Sigmoid(x); }},
      {"swish", -10, 10, {{"beta", 1.5f}}, [](double x) { return x * Sigmoid(1.5 * x); }},
      {"silu", -10, 10, {}, [](double x) { return x * Sigmoid(x); }},
      {"hard_swish", -5, 5, {}, [](double x) { return x * Clip(x + 3, 0, 6) / 6; }},
      {"hard_swish",
       -5,
       5,
       {{"threshold", 5.0f}, {"scale", 4.0f}, {"offset", 2.0f}},
       [](double x) { return x * Clip(x + 2, 0, 5) / 4; }},
      {"hard_sigmoid", -5, 5, {}, [](double x) { return Clip(0.2f * x + 0.5, 0, 1); }},
      {"hard_sigmoid",
       -5,
       5,
       {{"slope", 0.5f}, {"offset", 0.25f}},
       [](double x) { return Clip(0.5 * x + 0.25, 0, 1); }},
      {"gelu", -5, 5, {}, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }},
      {"gelu",
       -5,
       5,
       {{"approximate", true}},
       [pi](double x) {
         return 0.5 * x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
       }},
      {"elu", -5, 5, {{"alpha", 0.5f}}, [](double x) { return x > 0 ? x : 0.5 * std::expm1(x); }},
      {"mish", -10, 30, {}, [](double x) { return x * std::tanh(Softplus(x)); }},
      {"softplus", -10, 30, {}, Softplus},
      {"softplus",
       -3,
       3,
       {{"beta", 2.0f}, {"threshold", 4.0f}},
       [](double x) { return 2 * x > 4 ? x : std::log1p(std::exp(2 * x)) / 2; }},
      {"stanh", -5, 5, {}, [](double x) { return 1.7159f * std::tanh(0.67f * x); }},
      {"power",
       -1,
       1,
       {{"scale", 0.5f}, {"shift", 2.0f}, {"power", 1.5f}},
       [](double x) { return std::pow(0.5 * x + 2, 1.5); }},
      {"power", -1, 1, {{"scale", 3.0f}, {"shift", -1.0f}}, [](double x) { return 3 * x - 1; }},
      {"softsign", -5, 5, {}, [](double x) { return x / (1 + std::fabs(x)); }},
      {"exp", -10, 10, {}, [](double x) { return std::exp(x); }},
      {"log", 0.01, 10, {}, [](double x) { return std::log(x); }},
      {"log1p", -0.9, 10, {}, [](double x) { return std::log1p(x); }},
      {"sqrt", 0, 10, {}, [](double x) { return std::sqrt(x); }},
      {"rsqrt", 0.01, 10, {}, [](double x) { return 1 / std::sqrt(x); }},
      {"square", -5, 5, {}, [](double x) { return x * x; }},
      {"reciprocal", 0.1, 5, {}, [](double x) { return 1 / x; }},
      {"abs", -5, 5, {}, [](double x) { return std::fabs(x); }},
      {"negative", -5, 5, {}, [](double x) { return -x; }},
      {"sign", -5, 5, {}, [](double x) { return x > 0   ? 1
                                                : x < 0 ? -1
                                                        : 0; }},
      {"floor", -5, 5, {}, [](double x) { return std::floor(x); }},
      {"ceil", -5, 5, {}, [](double x) { return std::ceil(x); }},
      {"round", -5, 5, {}, [](double x) { return std::round(x); }},
      {"erf", -3, 3, {}, [](double x) { return std::erf(x); }},
      {"sin", -4, 4, {}, [](double x) { return std::sin(x); }},
      {"cos", -4, 4, {}, [](double x) { return std::cos(x); }},
      {"tan", -1, 1, {}, [](double x) { return std::tan(x); }},
      {"asin", -1, 1, {}, [](double x) { return std::asin(x); }},
      {"acos", -1, 1, {}, [](double x) { return std::acos(x); }},
      {"atan", -5, 5, {}, [](double x) { return std::atan(x); }},
  };
}

// Arguments of a function that jumps are numbers of float16, because a kernel of that type would
// round others across a jump.
TestTensor Arguments(const Function& function, const DDim& shape, Random* random) {
  const TestTensor values = random->Floats(shape, function.low, function.high);
  const std::string op = function.op;
  if (op != "floor" && op != "thresholded_relu") return values;
  return Map(values, [](double x) { return Half(static_cast<float>(x)); });
}

TEST(Activation, FollowsItsDefinition) {
  for (const Function& function : Functions()) {
    OpSuite suite(function.op, kActivationTolerance);
    Random random(function.op);
    for (const DDim& shape :
         {DDim{}, DDim{1}, DDim{7}, DDim{0, 3}, DDim{3, 5, 7}, DDim{2, 3, 4, 5}, DDim{9001}}) {
      OpCase c("shapes");
      c.attrs = function.attrs;
      c.inputs["X"] = {Arguments(function, shape, &random)};
      c.expected["Out"] = {Map(c.inputs["X"][0], function.f)};
      suite.Run(c);
    }
    OpCase sequence("level of detail is kept");
    sequence.attrs = function.attrs;
    sequence.inputs["X"] = {Arguments(function, {5, 2}, &random)};
    sequence.inputs["X"][0].lod = {{0, 2, 5}};
    sequence.expected["Out"] = {Map(sequence.inputs["X"][0], function.f)};
    suite.Run(sequence);
  }
}

}  // namespace
}  // namespace paddle::lite::test
