// The relu of a NaN is 0, in own kernels, cuDNN and cuBLASLt. The libraries' documentation does not
// say it of all relus, so that this is checked on a device where there is one.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "lite/core/device.h"
#include "lite/core/device_settings.h"
#include "tests/support/op_case.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

class CudaNanTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto device = OpenDevice({TargetType::kCUDA, 0});
    if (!device.ok()) GTEST_SKIP() << device.status().message();
    for (const char* name : {"products", "convolutions", "arithmetic"}) {
      before_.push_back({name, *Settings()->property(0, name)});
    }
  }
  void TearDown() override {
    for (const auto& [name, value] : before_) {
      EXPECT_TRUE(Settings()->configure(0, name, value).ok());
    }
  }
  static const DeviceSettings* Settings() { return FindDeviceSettings(TargetType::kCUDA); }

  // Runs the case on all kernels of CUDA for real numbers, with own kernels, and with the library
  // of the setting in each arithmetic.
  static void Run(const char* op, const OpCase& c, const char* setting, const char* library) {
    for (const char* provider : {"own", library}) {
      if (!Settings()->configure(0, setting, provider).ok()) continue;  // it is not installed
      for (const char* arithmetic : {"float", "tf32", "half"}) {
        SCOPED_TRACE(StrCat(op, " by ", provider, " in ", arithmetic));
        ASSERT_TRUE(Settings()->configure(0, "arithmetic", arithmetic).ok());
        int kernels = 0;
        for (const KernelDef* def : KernelsOf(op)) {
          const bool real =
              def->precision == PrecisionType::kFloat || def->precision == PrecisionType::kFP16;
          if (def->target != TargetType::kCUDA || !real) continue;
          OpSuite(op, {2e-3, 4e-3, 4e-3, 0}).RunOn(*def, c);
          ++kernels;
        }
        EXPECT_GE(kernels, 2);
      }
    }
  }

  std::vector<std::pair<const char*, std::string>> before_;
};

// Values of which one is NaN.
TestTensor WithNan(const DDim& dims, Random* random) {
  TestTensor x = random->Floats(dims);
  x.Set(7, std::nan(""));
  return x;
}

// A filter of 1 x 1: the channels of one pixel are NaN before the relu.
OpCase Convolution(const std::string& op, int64_t outputs, bool bias, bool residual) {
  Random random("convolutions of NaN");
  OpCase c(StrCat(op, outputs, bias, residual));
  const bool transposed = op == "conv2d_transpose";
  const int64_t inputs = op == "depthwise_conv2d" ? outputs : 8;
  const int64_t members = op == "depthwise_conv2d" ? 1 : inputs;
  const TestTensor x = WithNan({2, inputs, 5, 4}, &random);
  const DDim filter = transposed ? DDim{inputs, outputs, 1, 1} : DDim{outputs, members, 1, 1};
  const TestTensor w = random.Floats(filter).AsWeight();
  const TestTensor b = random.Floats({outputs}).AsWeight();
  const TestTensor added = random.Floats({2, outputs, 5, 4});
  TestTensor out(DDim{2, outputs, 5, 4});
  for (int64_t at = 0; at < out.numel(); ++at) {
    const int64_t pixel = at % 20, k = at / 20 % outputs, n = at / 20 / outputs;
    double sum = (bias ? b.At(k) : 0) + (residual ? added.At(at) : 0);
    for (int64_t i = 0; i < members; ++i) {
      const int64_t channel = members == 1 ? k : i;
      sum += x.At((n * inputs + channel) * 20 + pixel) *
             w.At(transposed ? i * outputs + k : k * members + i);
    }
    out.Set(at, sum > 0 ? sum : 0);
  }
  c.inputs["Input"] = {x};
  c.inputs["Filter"] = {w};
  if (bias) c.inputs["Bias"] = {b};
  if (residual) c.inputs["ResidualData"] = {added};
  c.attrs["groups"] = static_cast<int>(inputs / members);
  c.attrs["with_act"] = true;
  c.attrs["act_type"] = std::string("relu");
  c.expected["Output"] = {out};
  return c;
}

TEST_F(CudaNanTest, ReluOfAConvolution) {
  // With six outputs, cuDNN's channels are rounded up to eight in half.
  for (const int64_t outputs : {6, 16}) {
    for (const bool bias : {false, true}) {
      for (const bool residual : {false, true}) {
        Run("conv2d", Convolution("conv2d", outputs, bias, residual), "convolutions", "cudnn");
      }
    }
  }
  Run("depthwise_conv2d", Convolution("depthwise_conv2d", 16, true, false), "convolutions",
      "cudnn");
  Run("conv2d_transpose", Convolution("conv2d_transpose", 6, true, false), "convolutions", "cudnn");
}

TEST_F(CudaNanTest, ReluOfAProduct) {
  Random random("products of NaN");
  for (const int64_t m : {2, 9, 33}) {  // the first is thin
    for (const bool bias : {false, true}) {
      OpCase c(StrCat("rows ", m, bias));
      const int64_t k = 16, n = 24;
      const TestTensor x = WithNan({m, k}, &random);
      const TestTensor w = random.Floats({k, n}).AsWeight();
      const TestTensor b = random.Floats({n}).AsWeight();
      TestTensor out(DDim{m, n});
      for (int64_t i = 0; i < m * n; ++i) {
        double sum = bias ? b.At(i % n) : 0;
        for (int64_t l = 0; l < k; ++l) sum += x.At(i / n * k + l) * w.At(l * n + i % n);
        out.Set(i, sum > 0 ? sum : 0);
      }
      c.inputs["Input"] = {x};
      c.inputs["W"] = {w};
      if (bias) c.inputs["Bias"] = {b};
      c.attrs["activation_type"] = std::string("relu");
      c.expected["Out"] = {out};
      Run("fc", c, "products", "cublas");
    }
  }
}

TEST_F(CudaNanTest, ReluOfElements) {
  Random random("elements and NaN");
  const DDim dims{2, 3, 4, 5};
  const TestTensor x = WithNan(dims, &random), y = random.Floats(dims);
  OpCase relu("relu"), sum("sum");
  TestTensor of_x(dims), of_sum(dims);
  for (int64_t i = 0; i < x.numel(); ++i) {
    of_x.Set(i, x.At(i) > 0 ? x.At(i) : 0);
    of_sum.Set(i, x.At(i) + y.At(i) > 0 ? x.At(i) + y.At(i) : 0);
  }
  relu.inputs["X"] = sum.inputs["X"] = {x};
  sum.inputs["Y"] = {y};
  sum.attrs["act_type"] = std::string("relu");
  relu.expected["Out"] = {of_x};
  sum.expected["Out"] = {of_sum};
  Run("relu", relu, "products", "own");
  Run("fusion_elementwise_add_activation", sum, "products", "own");
}

}  // namespace
}  // namespace paddle::lite::test
