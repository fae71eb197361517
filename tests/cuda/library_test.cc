// Convolutions and products by libraries of the SDK: which functions are called, what happens when
// one is missing or fails, and what half changes. The suite cuda_libraries has the arithmetic.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "lite/backends/cuda/device.h"
#include "lite/core/device_settings.h"
#include "tests/cuda/emulation.h"
#include "tests/support/op_case.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using cuda::CublasLtLibrary;
using cuda::CudnnLibrary;
using ::testing::HasSubstr;
using ::testing::Not;

class CudaLibraryTest : public ::testing::Test {
 protected:
  static Status Choose(const char* name, const char* value) {
    return FindDeviceSettings(TargetType::kCUDA)->configure(0, name, value);
  }
  static std::string Chosen(const char* name) {
    return *FindDeviceSettings(TargetType::kCUDA)->property(0, name);
  }
  void SetUp() override {
    for (const char* name : {"products", "convolutions", "arithmetic", "algorithms"}) {
      before_.push_back({name, Chosen(name)});
    }
    for (cuda::fake::State* state : {cudnn_, cublas_}) {
      state->calls.clear();
      live_.push_back(state->live);
    }
    ASSERT_TRUE(Choose("products", "cublas").ok());
    ASSERT_TRUE(Choose("convolutions", "cudnn").ok());
    Forget();
  }
  void TearDown() override {
    for (cuda::fake::State* state : {cudnn_, cublas_}) state->failing.clear();
    for (const auto& [name, value] : before_) EXPECT_TRUE(Choose(name, value.c_str()).ok());
    EXPECT_EQ(cudnn_->live, live_[0]);
    EXPECT_EQ(cublas_->live, live_[1]);
  }
  void Forget() {
    cudnn_->calls.clear();
    cublas_->calls.clear();
  }
  void Fail(cuda::fake::State* state, const char* function, int status) {
    state->failing = function;
    state->failing_status = status;
  }

  // A convolution of 5 channels to `outputs`, and its result in double.
  static OpCase Convolution(int64_t outputs, std::vector<int> paddings, const char* act,
                            bool residual, bool bias, int groups = 1) {
    Random random("convolution by a library");
    OpCase c("convolution");
    const int64_t inputs = groups == 1 ? 5 : 2 * groups;
    const TestTensor x = random.Floats({2, inputs, 7, 6});
    const TestTensor filter = random.Floats({outputs, inputs / groups, 3, 3}).AsWeight();
    const TestTensor b = random.Floats({outputs}).AsWeight();
    const int top = paddings[0], left = paddings[paddings.size() == 2 ? 1 : 2];
    const int bottom = paddings[paddings.size() == 2 ? 0 : 1];
    const int right = paddings[paddings.size() == 2 ? 1 : 3];
    const int64_t height = 7 + top + bottom - 2, width = 6 + left + right - 2;
    const TestTensor added = random.Floats({2, outputs, height, width});
    TestTensor out(DDim{2, outputs, height, width});
    for (int64_t at = 0; at < out.numel(); ++at) {
      const int64_t column = at % width, row = at / width % height;
      const int64_t k = at / width / height % outputs, n = at / width / height / outputs;
      double sum = bias ? b.At(k) : 0;
      if (residual) sum += added.At(at);
      const int64_t members = inputs / groups;
      for (int64_t i = 0; i < members; ++i) {
        for (int64_t t = 0; t < 9; ++t) {
          const int64_t h = row - top + t / 3, w = column - left + t % 3;
          if (h < 0 || h >= 7 || w < 0 || w >= 6) continue;
          const int64_t channel = k / (outputs / groups) * members + i;
          sum +=
              x.At(((n * inputs + channel) * 7 + h) * 6 + w) * filter.At((k * members + i) * 9 + t);
        }
      }
      if (std::string(act) == "relu") sum = std::max(sum, 0.0);
      if (std::string(act) == "sigmoid") sum = 1 / (1 + std::exp(-sum));
      out.Set(at, sum);
    }
    c.inputs["Input"] = {x};
    c.inputs["Filter"] = {filter};
    if (bias) c.inputs["Bias"] = {b};
    if (residual) c.inputs["ResidualData"] = {added};
    c.attrs["paddings"] = std::move(paddings);
    c.attrs["groups"] = groups;
    c.attrs["with_act"] = *act != 0;
    c.attrs["act_type"] = std::string(act);
    c.expected["Output"] = {out};
    return c;
  }
  // out = relu(x [m, k] * w [k, n] + bias)
  static OpCase Product(int64_t m, int64_t k, int64_t n, bool relu) {
    Random random("product by a library");
    OpCase c("product");
    const TestTensor x = random.Floats({m, k});
    const TestTensor w = random.Floats({k, n}).AsWeight();
    const TestTensor b = random.Floats({n}).AsWeight();
    TestTensor out(DDim{m, n});
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        double sum = b.At(j);
        for (int64_t l = 0; l < k; ++l) sum += x.At(i * k + l) * w.At(l * n + j);
        out.Set(i * n + j, relu ? std::max(sum, 0.0) : sum);
      }
    }
    c.inputs["Input"] = {x};
    c.inputs["W"] = {w};
    c.inputs["Bias"] = {b};
    if (relu) c.attrs["activation_type"] = std::string("relu");
    c.expected["Out"] = {out};
    return c;
  }
  static void Run(const char* op, const OpCase& c, Tolerance tolerance = kSumTolerance,
                  const std::string& alias = "def",
                  PrecisionType precision = PrecisionType::kFloat) {
    int kernels = 0;
    for (const KernelDef* def : KernelsOf(op)) {
      if (def->target != TargetType::kCUDA || def->precision != precision) continue;
      if (def->alias != alias) continue;
      OpSuite(op, tolerance).RunOn(*def, c);
      ++kernels;
    }
    EXPECT_EQ(kernels, 1);
  }

  // out = x [batch, m, k] * y [batch, n or k, ..] of int8, y transposed or not.
  static OpCase Int8Product(int64_t m, int64_t k, int64_t n, bool transpose_x, bool transpose_y) {
    Random random("int8 product by a library");
    OpCase c(StrCat("int8 product ", m, " ", k, " ", n, transpose_x, transpose_y));
    const DDim x = transpose_x ? DDim{2, k, m} : DDim{2, m, k};
    const DDim y = transpose_y ? DDim{2, n, k} : DDim{2, k, n};
    const TestTensor a = random.Ints(x, -127, 127, PrecisionType::kInt8);
    const TestTensor b = random.Ints(y, -127, 127, PrecisionType::kInt8);
    TestTensor out(DDim{2, m, n});
    for (int64_t at = 0; at < out.numel(); ++at) {
      const int64_t column = at % n, row = at / n % m, matrix = at / n / m;
      double sum = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum += a.At(matrix * m * k + (transpose_x ? l * m + row : row * k + l)) *
               b.At(matrix * n * k + (transpose_y ? column * k + l : l * n + column));
      }
      out.Set(at, sum * 0.5 * 0.25);
    }
    c.inputs["X"] = {a};
    c.inputs["Y"] = {b};
    c.attrs["trans_x"] = transpose_x;
    c.attrs["trans_y"] = transpose_y;
    c.attrs["enable_int8"] = true;
    c.attrs["X0_scale"] = std::vector<float>{0.5f};
    c.attrs["Y0_scale"] = std::vector<float>{0.25f};
    c.expected["Out"] = {out};
    return c;
  }

  cuda::fake::State* const cudnn_ = cuda::emulation::Cudnn();
  cuda::fake::State* const cublas_ = cuda::emulation::CublasLt();
  std::vector<std::pair<const char*, std::string>> before_;
  std::vector<int> live_;
};

TEST_F(CudaLibraryTest, ALibraryThatCannotBeUsedSaysWhy) {
  EXPECT_EQ(CudnnLibrary::Load("/none/libcudnn.so.9").why_not,
            "/none/libcudnn.so.9 cannot be opened");
  EXPECT_EQ(CublasLtLibrary::Load("/none/libcublasLt.so.13").why_not,
            "/none/libcublasLt.so.13 cannot be opened");
  // Another library has none of the functions.
  EXPECT_THAT(CudnnLibrary::Load("libm.so.6").why_not, HasSubstr("has no cudnnGetVersion"));
  EXPECT_THAT(CublasLtLibrary::Load("libm.so.6").why_not, HasSubstr("has no cublasLtGetVersion"));
  cudnn_->version = 8907;
  cublas_->version = 120500;
  EXPECT_THAT(CudnnLibrary::Load(std::getenv("LITE_CUDNN_LIBRARY")).why_not,
              HasSubstr("has version 0, expected 9"));
  EXPECT_THAT(CublasLtLibrary::Load(std::getenv("LITE_CUBLASLT_LIBRARY")).why_not,
              HasSubstr("has version 12, expected 13"));
  cudnn_->version = cublas_->version = 0;
  EXPECT_EQ(CudnnLibrary::Load(std::getenv("LITE_CUDNN_LIBRARY")).why_not, "");
  EXPECT_EQ(CublasLtLibrary::Load(std::getenv("LITE_CUBLASLT_LIBRARY")).why_not, "");
}

TEST_F(CudaLibraryTest, SettingsHaveTheirValues) {
  EXPECT_EQ(Chosen("products"), "cublas");
  EXPECT_EQ(Chosen("convolutions"), "cudnn");
  EXPECT_EQ(Chosen("arithmetic"), "float");
  EXPECT_EQ(Chosen("algorithms"), "heuristic");
  EXPECT_EQ(Choose("arithmetic", "double").message(),
            "CUDA arithmetic 'double', expected one of float, tf32, half");
  EXPECT_EQ(Choose("algorithms", "half").message(),
            "CUDA algorithms 'half', expected one of heuristic, search");
  EXPECT_THAT(Choose("colour", "red").message(), HasSubstr("has no setting 'colour'"));
  // A library that was requested by name, and does not start.
  Fail(cudnn_, "cudnnCreate", 1001);
  EXPECT_EQ(Choose("convolutions", "cudnn").message(), "cudnnCreate failed: IMITATED_ERROR (1001)");
  EXPECT_TRUE(Choose("convolutions", "auto").ok());
  Fail(cublas_, "cublasLtCreate", 1);
  EXPECT_EQ(Choose("products", "cublas").message(), "cublasLtCreate failed: IMITATED_ERROR (1)");
}

// Six output channels: the algorithm can add a bias without an activation; four: it cannot.
TEST_F(CudaLibraryTest, WhatTheLibraryCanFuseIsOneCall) {
  struct Case {
    int64_t outputs;
    const char* act;
    bool residual, bias, fused;
  };
  for (const Case& one : {Case{6, "relu", false, true, true}, Case{4, "relu", true, true, true},
                          Case{4, "relu", false, false, true}, Case{6, "", false, true, true},
                          Case{6, "", true, true, true}, Case{4, "", true, true, false},
                          Case{4, "", false, true, false}, Case{6, "", false, false, false},
                          Case{6, "sigmoid", true, true, false}}) {
    SCOPED_TRACE(::testing::Message() << one.outputs << one.act << one.residual << one.bias);
    Forget();
    Run("conv2d", Convolution(one.outputs, {1, 1}, one.act, one.residual, one.bias));
    EXPECT_THAT(cudnn_->calls, HasSubstr("cudnnGetConvolutionForwardAlgorithm_v7"));
    EXPECT_THAT(cudnn_->calls, HasSubstr(one.fused ? "cudnnConvolutionBiasActivationForward"
                                                   : "cudnnConvolutionForward"));
    EXPECT_THAT(cudnn_->calls,
                Not(HasSubstr(one.fused ? "cudnnConvolutionForward" : "BiasActivationForward")));
  }
  Forget();
  Run("fc", Product(9, 12, 16, true));
  EXPECT_THAT(cublas_->calls, HasSubstr("cublasLtMatmulDescSetAttribute:bias cublasLtMatmul"));
}

TEST_F(CudaLibraryTest, DescriptionsComeBeforeTheChoice) {
  Run("conv2d", Convolution(4, {1, 1}, "relu", false, true));
  EXPECT_THAT(cudnn_->calls,
              HasSubstr("cudnnCreate cudnnSetStream cudnnCreateTensorDescriptor "
                        "cudnnSetTensor4dDescriptor cudnnCreateTensorDescriptor "
                        "cudnnSetTensor4dDescriptor cudnnCreateTensorDescriptor "
                        "cudnnSetTensor4dDescriptor cudnnCreateFilterDescriptor "
                        "cudnnSetFilter4dDescriptor cudnnCreateConvolutionDescriptor "
                        "cudnnSetConvolution2dDescriptor cudnnSetConvolutionGroupCount "
                        "cudnnSetConvolutionMathType cudnnCreateActivationDescriptor "
                        "cudnnSetActivationDescriptor cudnnCreateActivationDescriptor "
                        "cudnnSetActivationDescriptor cudnnGetConvolutionForwardAlgorithm_v7 "
                        "cudnnSetConvolutionMathType"));
}

// Windows that are padded on one side only, depthwise convolutions, thin products.
TEST_F(CudaLibraryTest, OwnKernelsComputeTheRest) {
  Run("conv2d", Convolution(6, {0, 1, 0, 1}, "relu", false, true));
  Run("conv2d", Convolution(4, {1, 1}, "", false, true, 2));
  EXPECT_THAT(cudnn_->calls, HasSubstr("cudnnConvolutionForward"));  // groups of two channels
  Forget();
  Run("conv2d", Convolution(6, {0, 1, 0, 1}, "relu", false, true));
  Run("fc", Product(2, 12, 16, true));
  EXPECT_EQ(cudnn_->calls + cublas_->calls, "");
  ASSERT_TRUE(Choose("convolutions", "own").ok());
  ASSERT_TRUE(Choose("products", "own").ok());
  Forget();
  Run("conv2d", Convolution(6, {1, 1}, "relu", false, true));
  Run("fc", Product(9, 12, 16, true));
  EXPECT_EQ(cudnn_->calls + cublas_->calls, "");
}

// Whatever fails before a run, the result is there.
TEST_F(CudaLibraryTest, AFailureInPrepareLeavesTheOwnKernel) {
  for (const char* function :
       {"cudnnCreate", "cudnnSetStream", "cudnnCreateTensorDescriptor",
        "cudnnSetTensor4dDescriptor", "cudnnCreateFilterDescriptor", "cudnnSetFilter4dDescriptor",
        "cudnnCreateConvolutionDescriptor", "cudnnSetConvolution2dDescriptor",
        "cudnnSetConvolutionGroupCount", "cudnnSetConvolutionMathType",
        "cudnnCreateActivationDescriptor", "cudnnSetActivationDescriptor",
        "cudnnGetConvolutionForwardAlgorithm_v7"}) {
    SCOPED_TRACE(function);
    Fail(cudnn_, function, 3000);
    Forget();
    Run("conv2d", Convolution(6, {1, 1}, "relu", false, true));
    EXPECT_THAT(cudnn_->calls, HasSubstr(function));
    EXPECT_THAT(cudnn_->calls, Not(HasSubstr("Forward ")));
  }
  for (const char* function :
       {"cublasLtCreate", "cublasLtMatmulDescCreate", "cublasLtMatmulDescSetAttribute",
        "cublasLtMatrixLayoutCreate", "cublasLtMatmulPreferenceCreate",
        "cublasLtMatmulPreferenceSetAttribute", "cublasLtMatmulAlgoGetHeuristic"}) {
    SCOPED_TRACE(function);
    Fail(cublas_, function, 15);
    Forget();
    Run("fc", Product(9, 12, 16, true));
    EXPECT_THAT(cublas_->calls, HasSubstr(function));
    EXPECT_THAT(cublas_->calls, Not(HasSubstr(":bias")));
  }
}

// The reason is logged once.
TEST_F(CudaLibraryTest, AFailureInPrepareIsReportedOnce) {
  Fail(cudnn_, "cudnnGetConvolutionForwardAlgorithm_v7", 4321);
  ::testing::internal::CaptureStderr();
  Run("conv2d", Convolution(6, {1, 1}, "relu", false, true));
  Run("conv2d", Convolution(4, {1, 1}, "relu", false, true));
  const std::string log = ::testing::internal::GetCapturedStderr();
  const std::string reason =
      "cuda:0 uses its own kernels: cudnnGetConvolutionForwardAlgorithm_v7 failed: "
      "IMITATED_ERROR (4321)";
  EXPECT_THAT(log, HasSubstr(reason));
  EXPECT_EQ(log.find(reason), log.rfind(reason));
}

// A run that fails has a status with the name of the call.
TEST_F(CudaLibraryTest, AFailureInRunIsAStatus) {
  auto context = (*OpenDevice({TargetType::kCUDA, 0}))->CreateContext();
  ASSERT_TRUE(context.ok());
  auto* const queue = static_cast<cuda::CudaContext*>(context->get());
  cuda::ConvWindow window;
  window.batch = window.in_height = window.in_width = window.out_height = window.out_width = 1;
  window.in_channels = window.in_per_group = window.out_channels = window.out_per_group = 4;
  window.kernel_height = window.kernel_width = 1;
  const auto convolution = cuda::CudnnConvolution::Create(*queue->Cudnn(), window, {});
  ASSERT_TRUE(convolution.ok());
  float numbers[16] = {};
  std::vector<char> workspace((*convolution)->choice().workspace_bytes);
  const auto run = [&] {
    return (*convolution)->Plain(numbers, numbers, workspace.data(), numbers).message();
  };
  Fail(cudnn_, "cudnnConvolutionForward", 3000);
  EXPECT_EQ(run(), "cudnnConvolutionForward failed: IMITATED_NOT_SUPPORTED (3000)");
  cuda::LtProduct product;
  product.m = product.n = product.k = 4;
  product.b_row = 4;
  const auto matmul = cuda::LtMatmul::Create(*queue->Cublas(), product);
  ASSERT_TRUE(matmul.ok());
  Fail(cublas_, "cublasLtMatmul", 3);
  const Status status =
      (*matmul)->Run(numbers, numbers, nullptr, workspace.data(), numbers, queue->stream());
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(), "cublasLtMatmul failed: IMITATED_ERROR (3)");
}

// float never allows the tensor cores; tf32 and half do.
TEST_F(CudaLibraryTest, ArithmeticIsWhatWasChosen) {
  const auto run = [&](const char* arithmetic, Tolerance tolerance) {
    ASSERT_TRUE(Choose("arithmetic", arithmetic).ok());
    for (const int64_t outputs : {4, 6}) {
      Run("conv2d", Convolution(outputs, {1, 1}, "relu", true, true), tolerance);
      Run("conv2d", Convolution(outputs, {0, 1, 1, 0}, "sigmoid", false, true), tolerance);
    }
    Run("fc", Product(9, 12, 16, true), tolerance);
    Run("fc", Product(9, 13, 11, false), tolerance);
  };
  run("float", kSumTolerance);
  EXPECT_EQ(cudnn_->last_options, "math 3");
  EXPECT_EQ(cublas_->last_options, "compute 68");
  run("tf32", kSumTolerance);  // the imitation's sums are exact
  EXPECT_EQ(cudnn_->last_options, "math 1");
  EXPECT_EQ(cublas_->last_options, "compute 77");
  // Operands and sums are rounded to 11 bits.
  run("half", {2e-3, 4e-3, 0, 0});
  EXPECT_EQ(cudnn_->last_options, "math 1");
  EXPECT_EQ(cublas_->last_options, "compute 68");
}

// The library's integer tensor cores need multiples of four bytes; sums are exact with either.
TEST_F(CudaLibraryTest, ProductsOfInt8WithMultiplesOfFour) {
  const auto run = [&](int64_t m, int64_t k, int64_t n, bool transpose_x, bool transpose_y) {
    Forget();
    Run("matmul_v2", Int8Product(m, k, n, transpose_x, transpose_y), kSumTolerance, "fp32_out",
        PrecisionType::kInt8);
    return cublas_->calls;
  };
  for (const bool transpose_x : {false, true}) {
    for (const bool transpose_y : {false, true}) {
      EXPECT_THAT(run(5, 16, 8, transpose_x, transpose_y), HasSubstr("cublasLtMatmul "));
      EXPECT_EQ(cublas_->last_options, "compute 72");
      EXPECT_EQ(run(5, 15, 8, transpose_x, transpose_y), "");
      EXPECT_EQ(run(8, 16, 5, transpose_x, transpose_y), "");
    }
  }
  ASSERT_TRUE(Choose("products", "own").ok());
  EXPECT_EQ(run(5, 16, 8, false, true), "");
  ASSERT_TRUE(Choose("products", "cublas").ok());
  Fail(cublas_, "cublasLtMatmulAlgoGetHeuristic", 15);
  EXPECT_THAT(run(5, 16, 8, false, true), Not(HasSubstr("cublasLtMatmul ")));
}

TEST_F(CudaLibraryTest, WorkIsCounted) {
  const auto count = [](const char* name) { return std::stoll(Chosen(name)); };
  const int64_t calls = count("library calls"), launches = count("launches");
  Run("conv2d", Convolution(4, {1, 1}, "sigmoid", false, true));
  const int64_t made = count("library calls") - calls;
  EXPECT_GT(made, 0);
  EXPECT_EQ(count("launches") - launches, made);  // an epilogue for each
  EXPECT_GT(count("bytes to device"), 0);
  EXPECT_GT(count("bytes to host"), 0);
}

// Trials happen once for equal convolutions.
TEST_F(CudaLibraryTest, SearchTriesAndRemembers) {
  ASSERT_TRUE(Choose("algorithms", "search").ok());
  Run("conv2d", Convolution(9, {1, 1}, "relu", false, true));
  EXPECT_THAT(cudnn_->calls, HasSubstr("cudnnFindConvolutionForwardAlgorithmEx"));
  EXPECT_THAT(cudnn_->calls, Not(HasSubstr("Algorithm_v7")));
  Forget();
  Run("conv2d", Convolution(9, {1, 1}, "relu", false, true));
  EXPECT_THAT(cudnn_->calls, HasSubstr("cudnnConvolutionBiasActivationForward"));
  EXPECT_THAT(cudnn_->calls, Not(HasSubstr("cudnnFind")));
}

}  // namespace
}  // namespace paddle::lite::test
