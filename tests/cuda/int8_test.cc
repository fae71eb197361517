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

enum class Numbers {
  kAny,
  kHalves,      // scales are powers of two: many results are halves
  kNearHalves,  // many results are halves up to the rounding of one operation
};

// A convolution with windows of 1 x 1, whose sums are small, so that many results are within the
// range of int8.
OpCase Convolution(const std::string& kernel, const char* act, Numbers numbers, int channels,
                   int groups, Random* random) {
  const bool near = numbers == Numbers::kNearHalves;
  const auto scale = [&] {
    return numbers == Numbers::kHalves ? std::ldexp(1.0f, static_cast<int>(random->Int(-7, -4)))
                                       : static_cast<float>(random->Uniform(0.01, 0.05));
  };
  OpCase c(StrCat(kernel, " ", act, " numbers ", static_cast<int>(numbers), ", groups ", groups));
  const DDim dims{2, channels, 5, 9};
  c.inputs["Input"] = {
      random->Ints(dims, near ? -20 : -128, near ? 20 : 127, PrecisionType::kInt8)};
  const DDim window{channels, channels / groups, 1, 1};
  c.inputs["Filter"] = {random->Ints(window, -3, 3, PrecisionType::kInt8).AsWeight()};
  const float of_input = scale();
  const float unit = near ? of_input : 2 * scale();
  std::vector<float> weights;
  for (int i = 0; i < channels; ++i) {
    weights.push_back(near ? 1 : numbers == Numbers::kHalves ? 8 * scale() : scale());
  }
  c.attrs["Input0_scale"] = std::vector<float>{of_input};
  c.attrs["Filter0_scale"] = weights;
  c.attrs["Output0_scale"] = std::vector<float>{unit};
  // What is added to sums, in halves of the unit or not.
  const auto addends = [&](const DDim& shape) {
    TestTensor added = random->Floats(shape);
    if (numbers == Numbers::kAny) return added;
    return Map(added, [&](double x) { return (std::round(x * 20) + 0.5) * unit; });
  };
  if (random->Coin()) c.inputs["Bias"] = {addends({channels}).AsWeight()};
  if (std::strstr(kernel.c_str(), "sum") != nullptr) {
    c.inputs["ResidualData"] = {random->Ints(dims, -128, 127, PrecisionType::kInt8)};
    c.attrs["ResidualData0_scale"] = std::vector<float>{near ? unit / 6 : scale()};
  } else if (random->Coin()) {
    c.inputs["ResidualData"] = {addends(dims)};
  }
  c.attrs["groups"] = groups;
  c.attrs["enable_int8"] = true;
  c.attrs["with_act"] = *act != 0;
  c.attrs["act_type"] = std::string(act);
  c.attrs["leaky_relu_alpha"] = numbers == Numbers::kHalves ? 0.5f : 0.1f;
  const bool to_float = kernel.compare(0, 4, "fp32") == 0;
  c.expected["Output"] = {
      TestTensor(dims, to_float ? PrecisionType::kFloat : PrecisionType::kInt8)};
  return c;
}

SlotTensors Compute(TargetType target, const std::string& op, const std::string& kernel,
                    const OpCase& c) {
  static ThreadPool* const pool = new ThreadPool(1);
  for (const KernelDef* def : KernelsOf(op)) {
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
      for (const Numbers numbers : {Numbers::kAny, Numbers::kHalves, Numbers::kNearHalves}) {
        for (const auto& [channels, groups] : {std::pair(8, 1), {8, 8}, {6, 2}, {12, 1}}) {
          const OpCase c = Convolution(kernel, act, numbers, channels, groups, &random);
          EXPECT_EQ(test::CompareBits(Compute(TargetType::kCUDA, "conv2d", kernel, c),
                                      Compute(TargetType::kHost, "conv2d", kernel, c)),
                    "")
              << c.ToString();
        }
      }
    }
  }
}

// out = act(x [rows, depth] * w [depth, columns] + bias), whose sums are small as above.
OpCase Product(const std::string& kernel, const char* act, Numbers numbers, const DDim& x,
               int64_t columns, Random* random) {
  const bool near = numbers == Numbers::kNearHalves;
  const auto scale = [&] {
    return numbers == Numbers::kHalves ? std::ldexp(1.0f, static_cast<int>(random->Int(-7, -4)))
                                       : static_cast<float>(random->Uniform(0.01, 0.05));
  };
  OpCase c(StrCat(kernel, " ", act, " numbers ", static_cast<int>(numbers)));
  c.inputs["Input"] = {random->Ints(x, near ? -20 : -128, near ? 20 : 127, PrecisionType::kInt8)};
  c.inputs["W"] = {random->Ints({x[1], columns}, -3, 3, PrecisionType::kInt8).AsWeight()};
  const float of_input = scale();
  const float unit = near ? of_input : 2 * scale();
  std::vector<float> weights;
  for (int64_t i = 0; i < columns; ++i) {
    weights.push_back(near ? 1 : numbers == Numbers::kHalves ? 8 * scale() : scale());
  }
  c.attrs["Input0_scale"] = std::vector<float>{of_input};
  c.attrs["W0_scale"] = weights;
  c.attrs["Out0_scale"] = std::vector<float>{unit};
  if (random->Coin()) {
    TestTensor added = random->Floats({columns});
    c.inputs["Bias"] = {
        Map(added, [&](double value) { return (std::round(value * 20) + 0.5) * unit; }).AsWeight()};
  }
  c.attrs["enable_int8"] = true;
  c.attrs["activation_type"] = std::string(act);
  const bool to_float = kernel.compare(0, 4, "fp32") == 0;
  c.expected["Out"] = {
      TestTensor({x[0], columns}, to_float ? PrecisionType::kFloat : PrecisionType::kInt8)};
  return c;
}

// By the library where the depth and the columns are multiples of four, by own kernels otherwise.
TEST(CudaInt8, ProductsHaveTheBitsOfThePortableKernels) {
  auto device = OpenDevice({TargetType::kCUDA, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  Random random("products of int8 on cuda");
  for (const char* kernel : {"int8_out", "fp32_out"}) {
    for (const char* act : {"", "relu", "relu6", "hard_swish", "abs"}) {
      for (const Numbers numbers : {Numbers::kAny, Numbers::kHalves, Numbers::kNearHalves}) {
        for (const auto& [x, columns] :
             {std::pair(DDim{9, 16}, 12), {{1, 20}, 64}, {{5, 12}, 10}, {{3, 7}, 8}}) {
          const OpCase c = Product(kernel, act, numbers, x, columns, &random);
          EXPECT_EQ(test::CompareBits(Compute(TargetType::kCUDA, "fc", kernel, c),
                                      Compute(TargetType::kHost, "fc", kernel, c)),
                    "")
              << c.ToString();
        }
      }
    }
  }
}

// The kernels that the optimiser chooses for the operators of a type.
std::vector<std::string> ChosenKernels(const std::string& text, const std::string& type) {
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
    if (op.type != type) continue;
    const auto kernel = op.attrs.find(model::kKernelTypeAttr);
    kernels.push_back(kernel == op.attrs.end() ? "none" : std::get<std::string>(kernel->second));
  }
  return kernels;
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
  return ChosenKernels(text, "conv2d");
}

TEST(CudaInt8, ResidualsStayInt8) {
  using ::testing::ElementsAre;
  EXPECT_THAT(KernelsOfBlock(false), ElementsAre("conv2d/int8_out/3/2/3", "conv2d/int8_out/3/2/3",
                                                 "conv2d/fp32_sum/3/2/3"));
  EXPECT_THAT(KernelsOfBlock(true), ElementsAre("conv2d/int8_out/3/2/3", "conv2d/int8_out/3/2/3",
                                                "conv2d/int8_sum/3/2/3", "conv2d/fp32_out/3/2/3"));
}

// Of two products, the value between them is int8.
TEST(CudaInt8, ProductsAreChosen) {
  const std::string text = R"(
      const %v: int8[1024,1024] = random(1, -127, 127)
      const %w: int8[1024,1024] = random(2, -127, 127)
      input %x: float[64,1024]
      fc(Input=%x, W=%v) -> (Out=%y) {enable_int8=true, activation_type="relu",
         Input0_scale=[0.5], W0_scale=[0.01], Out0_scale=[0.5]}
      fc(Input=%y, W=%w) -> (Out=%z) {enable_int8=true, Input0_scale=[0.5], W0_scale=[0.01]}
      output %z)";
  EXPECT_THAT(ChosenKernels(text, "fc"),
              ::testing::ElementsAre("fc/int8_out/3/2/1", "fc/fp32_out/3/2/1"));
}

}  // namespace
}  // namespace paddle::lite::cuda
