// Convolutions of int8 have the bits of the portable kernels, also where a result is near a half.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "lite/backends/cuda/device.h"
#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/text.h"
#include "tests/support/op_compare.h"
#include "tests/support/op_instance.h"

namespace paddle::lite::cuda {
namespace {

using test::OpCase;
using test::Random;
using test::SlotTensors;
using test::TestTensor;

// A convolution with windows of 1 x 1, whose sums are small, so that many results are within the
// range of int8. Scales are any numbers, or powers of two: then many results are halves.
OpCase Convolution(const std::string& kernel, const char* act, bool powers, int channels,
                   int groups, Random* random) {
  const auto scale = [&] {
    return powers ? std::ldexp(1.0f, static_cast<int>(random->Int(-7, -4)))
                  : static_cast<float>(random->Uniform(0.01, 0.05));
  };
  OpCase c(StrCat(kernel, " ", act, powers ? " powers" : "", " ", groups));
  const DDim dims{2, channels, 5, 9};
  c.inputs["Input"] = {random->Ints(dims, -128, 127, PrecisionType::kInt8)};
  const DDim window{channels, channels / groups, 1, 1};
  c.inputs["Filter"] = {random->Ints(window, -3, 3, PrecisionType::kInt8).AsWeight()};
  TestTensor bias = random->Floats({channels});
  if (powers) bias = Map(bias, [](double b) { return std::round(b * 16) / 32; });
  if (random->Coin()) c.inputs["Bias"] = {bias.AsWeight()};
  std::vector<float> weights;
  for (int i = 0; i < channels; ++i) weights.push_back(scale() * (powers ? 8 : 1));
  c.attrs["Input0_scale"] = std::vector<float>{scale()};
  c.attrs["Filter0_scale"] = weights;
  c.attrs["Output0_scale"] = std::vector<float>{scale() * 2};
  if (std::strstr(kernel.c_str(), "sum") != nullptr) {
    c.inputs["ResidualData"] = {random->Ints(dims, -128, 127, PrecisionType::kInt8)};
    c.attrs["ResidualData0_scale"] = std::vector<float>{scale()};
  } else if (random->Coin()) {
    c.inputs["ResidualData"] = {random->Floats(dims)};
  }
  c.attrs["groups"] = groups;
  c.attrs["enable_int8"] = true;
  c.attrs["with_act"] = *act != 0;
  c.attrs["act_type"] = std::string(act);
  c.attrs["leaky_relu_alpha"] = powers ? 0.5f : 0.1f;
  c.attrs["hard_swish_scale"] = powers ? 8.0f : 6.0f;
  const bool to_float = kernel.compare(0, 4, "fp32") == 0;
  c.expected["Output"] = {
      TestTensor(dims, to_float ? PrecisionType::kFloat : PrecisionType::kInt8)};
  return c;
}

SlotTensors Compute(TargetType target, const std::string& kernel, const OpCase& c) {
  static ThreadPool* const pool = new ThreadPool(1);
  for (const KernelDef* def : KernelsOf("conv2d")) {
    if (def->target != target || def->precision != PrecisionType::kInt8) continue;
    if (def->alias != kernel) continue;
    test::OpInstance instance(*def, c, pool, DataLayoutType::kNCHW);
    Status status = instance.Create();
    if (status.ok()) status = instance.Accept(c.inputs, c.input_arrays);
    if (status.ok()) status = instance.Prepare();
    EXPECT_TRUE(status.ok()) << status.ToString() << " " << c.ToString();
    if (!status.ok()) return {};
    Result<SlotTensors> found = instance.Run(false);
    EXPECT_TRUE(found.ok()) << found.status().ToString();
    return found.ok() ? *std::move(found) : SlotTensors{};
  }
  ADD_FAILURE() << "no kernel " << kernel;
  return {};
}

TEST(CudaInt8, HasTheBitsOfThePortableKernels) {
  auto device = OpenDevice({TargetType::kCUDA, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  Random random("int8 on cuda");
  for (const char* kernel : {"int8_out", "fp32_out", "int8_sum", "fp32_sum"}) {
    // Activations whose function the device computes with the same operations.
    for (const char* act : {"", "relu", "relu6", "leaky_relu", "hard_swish", "abs"}) {
      for (const bool powers : {false, true}) {
        for (const auto& [channels, groups] : {std::pair(8, 1), {8, 8}, {6, 2}, {12, 1}}) {
          const OpCase c = Convolution(kernel, act, powers, channels, groups, &random);
          EXPECT_EQ(test::CompareBits(Compute(TargetType::kCUDA, kernel, c),
                                      Compute(TargetType::kHost, kernel, c)),
                    "")
              << c.ToString();
        }
      }
    }
  }
}

// The kernels of a block of a residual network whose values are int8 but for the input and the
// last result, `rounds` if the sum of the block is int8, too.
std::vector<std::string> KernelsOfBlock(bool rounds) {
  const auto conv = [](const std::string& inputs, const std::string& output,
                       const std::string& scales) {
    return StrCat("conv2d(", inputs, ", Filter=%w) -> (Output=%", output, ") {enable_int8=true, ",
                  "paddings=[1, 1], Filter0_scale=[0.01], Input0_scale=[0.5]", scales, "}\n");
  };
  const std::string residual = ", ResidualData0_scale=[0.5]";
  std::string text =
      "const %w: int8[64,64,3,3] = random(1, -127, 127)\ninput %x: float[1,64,56,56]\n" +
      conv("Input=%x", "a", ", Output0_scale=[0.5]") +
      conv("Input=%a", "b", ", Output0_scale=[0.5]") +
      conv("Input=%b, ResidualData=%a", "c", residual + (rounds ? ", Output0_scale=[0.5]" : ""));
  if (rounds) text += conv("Input=%c", "d", "");
  text += rounds ? "output %d\n" : "output %c\n";
  Result<model::Model> program = mir::ParseModel(text);
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  if (!program.ok()) return {};
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kCUDA, PrecisionType::kInt8), Place(TargetType::kCUDA),
                          Place(TargetType::kHost)};
  const Result<model::Model> chosen = mir::Optimize(*std::move(program), options);
  EXPECT_TRUE(chosen.ok()) << chosen.status().ToString();
  if (!chosen.ok()) return {};
  std::vector<std::string> kernels;
  for (const model::OpDesc& op : chosen->program.blocks[0].ops) {
    if (op.type != "conv2d") continue;
    const auto kernel = op.attrs.find(model::kKernelTypeAttr);
    kernels.push_back(kernel == op.attrs.end() ? "none" : std::get<std::string>(kernel->second));
  }
  return kernels;
}

TEST(CudaInt8, ResidualsStayInt8) {
  using ::testing::ElementsAre;
  EXPECT_THAT(KernelsOfBlock(false), ElementsAre("conv2d/int8_out/3/2/3", "conv2d/int8_out/3/2/3",
                                                 "conv2d/fp32_sum/3/2/3"));
  EXPECT_THAT(KernelsOfBlock(true), ElementsAre("conv2d/int8_out/3/2/3", "conv2d/int8_out/3/2/3",
                                                "conv2d/int8_sum/3/2/3", "conv2d/fp32_out/3/2/3"));
}

}  // namespace
}  // namespace paddle::lite::cuda
