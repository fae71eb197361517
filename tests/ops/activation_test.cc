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

// By bisection.
double InverseOfErf(double x) {
  double low = -7, high = 7;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erf(middle) < x ? low : high) = middle;
  }
  return low;
}
// The logarithm of |Gamma(x + n)| / |x (x + 1) ... (x + n - 1)| by Stirling's series.
double LogOfGamma(double x) {
  double log = 0;
  for (; x < 40; x += 1) log -= std::log(std::fabs(x));
  return log + (x - 0.5) * std::log(x) - x + std::log(2 * std::acos(-1.0)) / 2 + 1 / (12 * x) -
         1 / (360 * x * x * x);
}
// psi(x + n) - 1 / x - ... - 1 / (x + n - 1), where psi is log(x) - 1 / (2 x) - 1 / (12 x^2) + ...
double DerivativeOfLogGamma(double x) {
  double sum = 0;
  for (; x < 1000; x += 1) sum -= 1 / x;
  return sum + std::log(x) - 1 / (2 * x) - 1 / (12 * x * x);
}

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
      {"sinh", -5, 5, {}, [](double x) { return std::sinh(x); }},
      {"cosh", -5, 5, {}, [](double x) { return std::cosh(x); }},
      {"asinh", -5, 5, {}, [](double x) { return std::asinh(x); }},
      {"acosh", 1.1, 9, {}, [](double x) { return std::acosh(x); }},
      {"atanh", -0.9, 0.9, {}, [](double x) { return std::atanh(x); }},
      {"expm1", -10, 10, {}, [](double x) { return std::expm1(x); }},
      {"log2", 0.01, 10, {}, [](double x) { return std::log2(x); }},
      {"log10", 0.01, 10, {}, [](double x) { return std::log10(x); }},
      {"trunc", -5, 5, {}, [](double x) { return std::trunc(x); }},
      {"tanh_shrink", -5, 5, {}, [](double x) { return x - std::tanh(x); }},
      {"erfinv", -0.999, 0.999, {}, InverseOfErf},
      {"lgamma", 0.01, 30, {}, LogOfGamma},
      {"lgamma", -3.9, -3.1, {}, LogOfGamma},
      {"digamma", 0.01, 30, {}, DerivativeOfLogGamma},
      {"digamma", -3.9, -3.1, {}, DerivativeOfLogGamma},
      {"selu",
       -5,
       5,
       {},
       [](double x) {
         return 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * std::expm1(x));
       }},
      {"selu",
       -5,
       5,
       {{"scale", 0.5f}, {"alpha", 1.5f}},
       [](double x) { return 0.5 * (x > 0 ? x : 1.5 * std::expm1(x)); }},
      {"celu", -5, 5, {}, [](double x) { return x > 0 ? x : std::expm1(x); }},
      {"celu",
       -5,
       5,
       {{"alpha", 2.0f}},
       [](double x) { return x > 0 ? x : 2 * std::expm1(x / 2); }},
      {"hard_shrink",
       -5,
       5,
       {{"threshold", 1.5f}},
       [](double x) { return std::fabs(x) > 1.5 ? x : 0; }},
      {"softshrink", -5, 5, {}, [](double x) { return x - Clip(x, -0.5, 0.5); }},
      {"softshrink", -5, 5, {{"lambda", 1.5f}}, [](double x) { return x - Clip(x, -1.5, 1.5); }},
      {"logit", 0.02, 0.98, {}, [](double x) { return std::log(x) - std::log1p(-x); }},
      {"logit",
       -1,
       2,
       {{"eps", 0.125f}},
       [](double x) {
         const double p = Clip(x, 0.125, 0.875);
         return std::log(p) - std::log1p(-p);
       }},
  };
}

// Arguments of a function that jumps are numbers of float16, because a kernel of that type would
// round others across a jump.
TestTensor Arguments(const Function& function, const DDim& shape, Random* random) {
  const TestTensor values = random->Floats(shape, function.low, function.high);
  const std::string op = function.op;
  if (op != "floor" && op != "thresholded_relu" && op != "trunc" && op != "hard_shrink")
    return values;
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
