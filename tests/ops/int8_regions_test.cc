// Operators without weights on int8: the result of casts before and after them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

std::vector<float> One(float scale) { return {scale}; }

// Sets the expected result for both types of output and runs the case.
void RunRounded(OpSuite* suite, OpCase c, const DDim& dims, float unit,
                const std::function<double(int64_t)>& value) {
  c.attrs["Out0_scale"] = One(unit);
  for (const PrecisionType type : {PrecisionType::kInt8, PrecisionType::kFloat}) {
    TestTensor out(dims, type);
    for (int64_t i = 0; i < dims.production(); ++i) {
      const double y = value(i);
      const bool rounds = type == PrecisionType::kInt8;
      out.Set(i, rounds ? std::clamp(std::round(y / unit), -127.0, 127.0) : y);
    }
    c.expected["Out"] = {out};
    suite->Run(c);
  }
}

// All values of an int8.
TEST(Int8Regions, Activations) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const auto relu6 = [](double x) { return std::clamp(x, 0.0, 6.0); };
  const struct {
    const char* type;
    std::function<double(double)> f;
  } ops[] = {
      {"relu", [](double x) { return std::max(x, 0.0); }},
      {"relu6", relu6},
      {"leaky_relu", [](double x) { return x > 0 ? x : x * double{0.02f}; }},
      {"sigmoid", sigmoid},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"silu", [&](double x) { return x * sigmoid(x); }},
      {"swish", [&](double x) { return x * sigmoid(x); }},
      {"hard_swish", [&](double x) { return x * relu6(x + 3) / 6; }},
      {"hard_sigmoid", [](double x) { return std::clamp(x * double{0.2f} + 0.5, 0.0, 1.0); }},
      {"gelu", [](double x) { return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))); }},
      {"elu", [](double x) { return x > 0 ? x : std::exp(x) - 1; }},
      {"mish", [](double x) { return x * std::tanh(std::log1p(std::exp(x))); }},
  };
  TestTensor x({2, 128}, PrecisionType::kInt8);
  for (int64_t i = 0; i < 256; ++i) x.Set(i, static_cast<double>(i - 128));
  const float scale = 0.0613f;
  for (const auto& op : ops) {
    OpSuite suite(op.type, {1e-5, 1e-6, 0, 0});
    OpCase c("int8");
    c.inputs["X"] = {x};
    c.attrs["X0_scale"] = One(scale);
    if (op.type == std::string("leaky_relu")) c.attrs["alpha"] = 0.02f;
    RunRounded(&suite, c, x.dims, 0.0371f, [&](int64_t i) { return op.f(x.At(i) * scale); });
  }
}

TEST(Int8Regions, SumsAndProducts) {
  Random random("int8 sums and products");
  const float x_scale = 0.0613f;
  const float y_scale = 0.0297f;
  for (const char* type : {"elementwise_add", "elementwise_sub", "elementwise_mul"}) {
    OpSuite suite(type, {1e-5, 1e-6, 0, 0});
    for (const DDim& small : {DDim{2, 5, 3, 7}, DDim{5, 1, 1}, DDim{1}}) {
      OpCase c("int8");
      const TestTensor x = random.Ints({2, 5, 3, 7}, -128, 127, PrecisionType::kInt8);
      const TestTensor y = random.Ints(small, -128, 127, PrecisionType::kInt8);
      c.inputs = {{"X", {x}}, {"Y", {y}}};
      c.attrs["X0_scale"] = One(x_scale);
      c.attrs["Y0_scale"] = One(y_scale);
      c.attrs["activation_type"] = std::string("relu");
      RunRounded(&suite, c, x.dims, 0.0831f, [&](int64_t i) {
        const int64_t at = small.rank() == 4 ? i : small.rank() == 3 ? i / 21 % 5 : 0;
        const double a = x.At(i) * x_scale;
        const double b = y.At(at) * y_scale;
        const char kind = type[12];
        return std::max(kind == 'a' ? a + b : kind == 's' ? a - b : a * b, 0.0);
      });
    }
  }
}

TEST(Int8Regions, NearestPixels) {
  Random random("int8 nearest pixels");
  for (const char* type : {"nearest_interp", "nearest_interp_v2"}) {
    OpSuite suite(type);
    OpCase c("int8");
    const TestTensor x = random.Ints({2, 3, 4, 5}, -128, 127, PrecisionType::kInt8);
    TestTensor out({2, 3, 8, 10}, PrecisionType::kInt8);
    for (int64_t i = 0; i < 480; ++i) out.Set(i, x.At((i / 80 * 4 + i / 20 % 4) * 5 + i % 10 / 2));
    c.inputs["X"] = {x};
    c.attrs["out_h"] = 8;
    c.attrs["out_w"] = 10;
    c.attrs["align_corners"] = false;
    c.attrs["interp_method"] = std::string("nearest");
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

}  // namespace
}  // namespace paddle::lite::test
