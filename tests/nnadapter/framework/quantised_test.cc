// Quantised networks: int8 on builtin_device, and on the software NPU that computes in asymmetric
// uint8 with one scale for each tensor and has the operations of rockchip_npu.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "lite/mir/text.h"
#include "tests/nnadapter/framework/networks.h"
#include "tests/support/digits.h"

namespace paddle::lite::test {
namespace {

constexpr int kPictures = 40;

struct QuantisedNet {
  const char* network;  // of the zoo, or of the digits
  const char* device;
  Division expected;
};

std::string NameOf(const testing::TestParamInfo<QuantisedNet>& info) {
  return std::string(info.param.network) + "_" + info.param.device;
}

operators::SubgraphSettings SettingsFor(const std::string& device) {
  operators::SubgraphSettings settings;
  settings.device_names = {device};
  if (device == "rockchip_npu") {
    settings.device_names = {"fake_device"};
    settings.context_properties = "FAKE_DEVICE_OPERATIONS=rockchip;FAKE_DEVICE_PRECISION=int8";
  }
  return settings;
}

Result<ZooNet> LoadQuantised(const std::string& name) {
  const std::vector<std::string> digits = DigitsNetNames();
  if (std::find(digits.begin(), digits.end(), name) == digits.end()) return LoadNetwork(name);
  ZooNet net = LoadDigitsNet(name);
  net.cases.emplace_back();
  net.cases[0].inputs.push_back(DigitsInput(0, kPictures));
  return net;
}

// A quantised network on a device, and what it is compared with: the network of the CPU, or the
// same blocks on the CPU. For rockchip_npu, weights get one scale and more values are rounded.
struct Runs {
  Division division;
  std::unique_ptr<Executable> device, cpu, blocks_on_cpu;
};

// The argument is a network or a model.
template <typename Net>
Result<Runs> MakeRuns(const Net& net, const std::string& device) {
  Runs runs;
  LITE_ASSIGN_OR_RETURN(const model::Model for_device, OptimisedForDevices(net, {device}));
  LITE_ASSIGN_OR_RETURN(const model::Model for_cpu, OptimisedForDevices(net, {}));
  runs.division = DivisionOf(for_device);
  LITE_ASSIGN_OR_RETURN(runs.device, MakeExecutable(for_device, SettingsFor(device)));
  LITE_ASSIGN_OR_RETURN(runs.cpu, MakeExecutable(for_cpu, {}));
  LITE_ASSIGN_OR_RETURN(runs.blocks_on_cpu,
                        MakeExecutable(for_device, SettingsFor("no_such_device")));
  return runs;
}

// Whether all blocks ran on the device.
bool RanOnDevice(const Runs& runs) {
  return runs.device->KernelCounts()[TargetType::kNNAdapter] ==
         runs.division.inside + runs.division.subgraphs;
}

Result<std::vector<float>> OutputOf(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor& output = *executable->output(0);
  return std::vector<float>(output.data<float>(), output.data<float>() + output.numel());
}

// How far the results of the CPU move with the input: some values are rounded to the next step, as
// where a device adds in another order. Networks with random weights amplify that.
Result<double> NoiseOf(Executable* cpu, const ZooCase& zoo_case) {
  LITE_ASSIGN_OR_RETURN(const std::vector<float> before, OutputOf(cpu, zoo_case));
  ZooCase moved = zoo_case;
  std::string& bytes = moved.inputs[0].bytes;
  for (size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
    float value = 0;
    std::memcpy(&value, &bytes[i], sizeof(value));
    value *= 1.001f;
    std::memcpy(&bytes[i], &value, sizeof(value));
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<float> after, OutputOf(cpu, moved));
  return Compare(after, before).rel_l2;
}

class NNAdapterQuantisedTest : public testing::TestWithParam<QuantisedNet> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
};

TEST_P(NNAdapterQuantisedTest, AgreesWithTheCpu) {
  const QuantisedNet& param = GetParam();
  const auto net = LoadQuantised(param.network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto runs = MakeRuns(*net, param.device);
  ASSERT_TRUE(runs.ok()) << runs.status().ToString();
  EXPECT_EQ(runs->division.subgraphs, param.expected.subgraphs);
  EXPECT_EQ(runs->division.inside, param.expected.inside);
  EXPECT_EQ(runs->division.outside, param.expected.outside);
  const bool exact = std::string(param.device) == "builtin_device";
  const auto on_cpu = WorstDifference(runs->blocks_on_cpu.get(), runs->cpu.get(), net->cases[0]);
  ASSERT_TRUE(on_cpu.ok()) << on_cpu.status().ToString();
  if (exact) {
    EXPECT_LE(*on_cpu, 1e-4);
  }
  const auto found = WorstDifference(runs->device.get(), runs->blocks_on_cpu.get(), net->cases[0]);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  const auto noise = NoiseOf(runs->blocks_on_cpu.get(), net->cases[0]);
  ASSERT_TRUE(noise.ok()) << noise.status().ToString();
  EXPECT_LE(*found, 2 * *noise + 1e-5);
  std::cout << param.network << " on " << param.device << ": " << runs->division.subgraphs
            << " subgraphs, " << runs->division.inside << " operators inside, "
            << runs->division.outside << " outside, difference " << *found
            << ", of the blocks on the CPU " << *on_cpu << "\n";
  EXPECT_TRUE(RanOnDevice(*runs));
  // What runs a block is the device's kernel, but no operator of it.
  EXPECT_EQ(runs->blocks_on_cpu->KernelCounts()[TargetType::kNNAdapter], runs->division.subgraphs);
}

// --- single layers: results differ by one quantum at most, where a value is on the edge of a step

// The scale of the layer's result. No scale is a simple fraction of another one: values on the edge
// of a step are rare.
constexpr float kStep = 0.0413f;

struct Layer {
  const char* name;
  const char* text;  // computes %a [1, 8, 9, 9] or [8, 9, 9] from %x
  bool rockchip;     // whether rockchip_npu takes all of it
};

// The layer, and a depthwise convolution that rounds its result and multiplies it by one.
std::string ProgramOf(const Layer& layer) {
  return StrCat(R"(
    const %w: int8[8,8,3,3] = random(1, -127, 127)
    const %depth: int8[8,1,3,3] = random(2, -127, 127)
    const %turn: int8[8,4,3,3] = random(3, -127, 127)
    const %m: int8[9,9] = random(4, -127, 127)
    const %b: float[8] = random(5, -1, 1)
    const %c: float[9] = random(6, -1, 1)
    const %one: int8[8,1,1,1] = fill(127)
    input %x: float[1,8,9,9]
    )",
                layer.text, R"(
    conv2d(Input=%a, Filter=%one) -> (Output=%y)
      {Filter0_scale=[0.00787401574803], Input0_scale=[0.0413], enable_int8=true, groups=8,
       out_threshold=5.2451}
    output %y
  )");
}

const Layer kLayers[] = {
    {"conv",
     "conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%a) {Filter0_scale=[0.00217], "
     "Input0_scale=[0.0137], enable_int8=true, paddings=[1, 1]}",
     true},
    {"conv_of_channels",
     "conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%a) {Filter0_scale=[0.00217, 0.00113, "
     "0.00311, 0.00217, 0.00113, 0.00419, 0.00217, 0.00071], Input0_scale=[0.0137], "
     "enable_int8=true, paddings=[1, 1]}",
     true},
    {"conv_relu",
     "conv2d(Input=%x, Filter=%w) -> (Output=%t) {Filter0_scale=[0.00217], Input0_scale=[0.0137], "
     "enable_int8=true, paddings=[1, 1]}\nrelu(X=%t) -> (Out=%a)",
     true},
    {"conv_relu6",
     "conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%t) {Filter0_scale=[0.00419], "
     "Input0_scale=[0.0137], enable_int8=true, paddings=[1, 1]}\nrelu6(X=%t) -> (Out=%a) "
     "{threshold=6.0}",
     true},
    {"conv_leaky_relu",
     "conv2d(Input=%x, Filter=%w) -> (Output=%t) {Filter0_scale=[0.00217], Input0_scale=[0.0137], "
     "enable_int8=true, paddings=[1, 1]}\nleaky_relu(X=%t) -> (Out=%a) {alpha=0.1}",
     false},
    {"conv_residual",
     "conv2d(Input=%x, Filter=%w) -> (Output=%t) {Filter0_scale=[0.00217], Input0_scale=[0.0137], "
     "enable_int8=true, paddings=[1, 1]}\nelementwise_add(X=%t, Y=%x) -> (Out=%a)",
     false},
    {"depthwise",
     "depthwise_conv2d(Input=%x, Filter=%depth, Bias=%b) -> (Output=%a) {Filter0_scale=[0.00311], "
     "Input0_scale=[0.0137], enable_int8=true, paddings=[1, 1], groups=8}",
     true},
    {"grouped_transposed",
     "conv2d_transpose(Input=%x, Filter=%turn) -> (Output=%a) {Filter0_scale=[0.00311], "
     "Input0_scale=[0.0137], enable_int8=true, paddings=[1, 1], groups=2}",
     false},
    {"mul",
     "mul(X=%x, Y=%m) -> (Out=%a) {X0_scale=[0.0137], Y0_scale=[0.00311], enable_int8=true, "
     "x_num_col_dims=3}",
     true},
    {"fc",
     "mul(X=%x, Y=%m) -> (Out=%p) {X0_scale=[0.0137], Y0_scale=[0.00311, 0.00217, 0.00113, "
     "0.00311, 0.00419, 0.00217, 0.00113, 0.00217, 0.00311], enable_int8=true, x_num_col_dims=3}\n"
     "elementwise_add(X=%p, Y=%c) -> (Out=%s) {axis=3}\nrelu(X=%s) -> (Out=%a)",
     true},
    {"matmul_v2",
     "reshape2(X=%x) -> (Out=%r) {shape=[72, 9]}\n"
     "matmul_v2(X=%r, Y=%m) -> (Out=%p) {X0_scale=[0.0137], Y0_scale=[0.00311], enable_int8=true, "
     "trans_y=true}\nreshape2(X=%p) -> (Out=%a) {shape=[1, 8, 9, 9]}",
     false},
    {"max_pool",
     "conv2d(Input=%x, Filter=%w) -> (Output=%t) {Filter0_scale=[0.00217], Input0_scale=[0.0137], "
     "enable_int8=true, paddings=[1, 1]}\npool2d(X=%t) -> (Out=%a) {pooling_type=\"max\", "
     "ksize=[3, 3], strides=[1, 1], paddings=[1, 1]}",
     true},
    {"average_pool",
     "pool2d(X=%x) -> (Out=%a) {pooling_type=\"avg\", ksize=[3, 3], strides=[1, 1], "
     "paddings=[1, 1], X0_scale=[0.0137], enable_int8=true}",
     true},
    {"sum",
     "relu(X=%x) -> (Out=%r)\nelementwise_add(X=%x, Y=%r) -> (Out=%a) {X0_scale=[0.0137], "
     "Y0_scale=[0.0219], enable_int8=true}",
     false},
    {"product",
     "relu(X=%x) -> (Out=%r)\nelementwise_mul(X=%x, Y=%r) -> (Out=%a) {X0_scale=[0.0137], "
     "Y0_scale=[0.0219], enable_int8=true}",
     false},
    {"hard_swish", "hard_swish(X=%x) -> (Out=%a) {X0_scale=[0.0137], enable_int8=true}", false},
    {"sigmoid", "sigmoid(X=%x) -> (Out=%a) {X0_scale=[0.0137], enable_int8=true}", true},
};

ZooCase LayerInput() {
  ZooCase zoo_case;
  const std::vector<float> x = FormulaFloats("quantised layers", 8 * 9 * 9, 1.5f, 0.0f);
  zoo_case.inputs.push_back({"x",
                             PrecisionType::kFloat,
                             {1, 8, 9, 9},
                             {},
                             {reinterpret_cast<const char*>(x.data()), x.size() * sizeof(float)}});
  return zoo_case;
}

class NNAdapterInt8LayerTest : public testing::TestWithParam<Layer> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
};

TEST_P(NNAdapterInt8LayerTest, DiffersByOneQuantumAtMost) {
  const Layer& layer = GetParam();
  const auto model = mir::ParseModel(ProgramOf(layer));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const ZooCase zoo_case = LayerInput();
  for (const std::string device : {"builtin_device", "rockchip_npu"}) {
    SCOPED_TRACE(device);
    std::ostringstream explanation;
    const auto for_device = OptimisedForDevices(*model, {device}, &explanation);
    ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
    const Division division = DivisionOf(*for_device);
    const bool taken = device == "builtin_device" || layer.rockchip;
    EXPECT_EQ(division.outside == 0, taken) << explanation.str();
    const auto runs = MakeRuns(*model, device);
    ASSERT_TRUE(runs.ok()) << runs.status().ToString();
    // The weights of rockchip_npu may be others.
    const bool same_weights = device == "builtin_device";
    const auto expected =
        OutputOf(same_weights ? runs->cpu.get() : runs->blocks_on_cpu.get(), zoo_case);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    const auto found = OutputOf(runs->device.get(), zoo_case);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    EXPECT_TRUE(RanOnDevice(*runs));
    const auto count = static_cast<int>(expected->size());
    int others = 0, zeros = 0;
    for (size_t i = 0; i < expected->size(); ++i) {
      const float quanta = std::abs((*found)[i] - (*expected)[i]) / kStep;
      ASSERT_LT(quanta, 1.01f) << i;
      others += quanta > 0.5f;
      zeros += (*expected)[i] == 0;
    }
    EXPECT_LE(others, count / 50);
    EXPECT_LT(zeros, count * 3 / 4);  // the layer computes something
  }
}

// --- the mixed precision configuration

constexpr char kMixed[] = "MIXED_PRECISION_QUANTIZATION_CONFIG_BUFFER";

TEST(NNAdapterMixedPrecisionTest, NamedOperatorsComputeWithRealNumbers) {
  UseBuiltNNAdapter();
  for (const char* name : {"conv_of_channels", "fc", "grouped_transposed", "sum"}) {
    SCOPED_TRACE(name);
    const Layer* layer = std::find_if(std::begin(kLayers), std::end(kLayers),
                                      [&](const Layer& l) { return std::string(l.name) == name; });
    const auto model = mir::ParseModel(ProgramOf(*layer));
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const auto int8 = MakeRuns(*model, "builtin_device");
    ASSERT_TRUE(int8.ok()) << int8.status().ToString();
    const ScopedVariable mixed(kMixed, "conv2d\nfc\nconv2d_transpose\nelementwise_add # all");
    const auto real = MakeRuns(*model, "builtin_device");
    ASSERT_TRUE(real.ok()) << real.status().ToString();
    const ZooCase zoo_case = LayerInput();
    // Nothing is rounded any more: the device and the CPU agree as for floats.
    const auto same = WorstDifference(real->device.get(), real->blocks_on_cpu.get(), zoo_case);
    ASSERT_TRUE(same.ok()) << same.status().ToString();
    EXPECT_LT(*same, 1e-5);
    EXPECT_TRUE(RanOnDevice(*real));
    const auto moved = WorstDifference(real->device.get(), int8->cpu.get(), zoo_case);
    ASSERT_TRUE(moved.ok()) << moved.status().ToString();
    EXPECT_GT(*moved, 1e-4);
    EXPECT_LT(*moved, 5e-2);
  }
}

// A device without int8 takes the operators that are named.
TEST(NNAdapterMixedPrecisionTest, OpensNetworksToDevicesOfRealNumbers) {
  const auto net = LoadQuantised("fluid_qat");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto inside = [&] {
    const auto model = OptimisedForDevices(*net, {"huawei_kirin_npu"});
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    return model.ok() ? DivisionOf(*model).inside : -1;
  };
  const int before = inside();
  const ScopedVariable mixed(kMixed, "conv2d\ndepthwise_conv2d\nfc");
  EXPECT_EQ(inside(), 10);
  EXPECT_LT(before, 6);
}

TEST(NNAdapterMixedPrecisionTest, BadSyntaxIsAnError) {
  const auto model = mir::ParseModel(ProgramOf(kLayers[0]));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  for (const char* text : {"a:b:c:d", "conv2d\n:x:y"}) {
    const ScopedVariable mixed(kMixed, text);
    const Status status = OptimisedForDevices(*model, {"builtin_device"}).status();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find("mixed precision configuration, line "), std::string::npos)
        << status.message();
    // Programs without subgraphs do not read it.
    EXPECT_TRUE(OptimisedForDevices(*model, {}).ok());
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, NNAdapterInt8LayerTest, testing::ValuesIn(kLayers),
                         [](const auto& info) { return std::string(info.param.name); });

// On request, with the images that the CPU classifies in the same way.
TEST(NNAdapterDigitsTest, EveryForm) {
  if (std::getenv("LITE_NNADAPTER_DIGITS") == nullptr) GTEST_SKIP() << "LITE_NNADAPTER_DIGITS";
  UseBuiltNNAdapter();
  for (const std::string& name : DigitsNetNames()) {
    for (const std::string device : {"builtin_device", "rockchip_npu"}) {
      SCOPED_TRACE(name + " on " + device);
      const auto net = LoadQuantised(name);
      ASSERT_TRUE(net.ok()) << net.status().ToString();
      const auto runs = MakeRuns(*net, device);
      ASSERT_TRUE(runs.ok()) << runs.status().ToString();
      const auto found =
          WorstDifference(runs->device.get(), runs->blocks_on_cpu.get(), net->cases[0]);
      ASSERT_TRUE(found.ok()) << found.status().ToString();
      const auto all = WorstDifference(runs->device.get(), runs->cpu.get(), net->cases[0]);
      EXPECT_TRUE(RanOnDevice(*runs));
      int same = 0;
      for (int n = 0; n < kPictures; ++n) {
        const auto digit = [n](const Executable& run) {
          const Tensor& tensor = *run.output(0);
          return BestDigit({tensor.data<float>(), static_cast<size_t>(tensor.numel())}, n);
        };
        same += digit(*runs->device) == digit(*runs->cpu);
      }
      std::cout << name << " | " << device << " | " << runs->division.subgraphs << " | "
                << runs->division.inside << " | " << runs->division.outside << " | " << *found
                << " | " << *all << " | " << same << "\n";
      // Three images may be on an edge.
      EXPECT_GE(same, kPictures - 3);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, NNAdapterQuantisedTest,
                         testing::ValuesIn(std::vector<QuantisedNet>{
                             {"fluid_ptq_kl", "builtin_device", {1, 11, 0}},
                             {"fluid_qat", "builtin_device", {1, 11, 0}},
                             {"paddle2_ptq_kl_full", "builtin_device", {1, 41, 0}},
                             {"paddle2_quantised", "builtin_device", {1, 14, 0}},
                             {"mobilenet_v1_int8_f", "builtin_device", {1, 32, 0}},
                             {"mobilenet_v1_int8_p", "builtin_device", {1, 32, 0}},
                             {"mobilenet_v1_qdq_p", "builtin_device", {1, 31, 2}},
                             {"fluid_ptq_kl", "rockchip_npu", {1, 11, 1}},
                             {"fluid_qat_range_int8", "rockchip_npu", {1, 10, 3}},
                             {"mobilenet_v1_int8_f", "rockchip_npu", {1, 31, 1}},
                             {"mobilenet_v1_int8_p", "rockchip_npu", {1, 32, 0}},
                             {"mobilenet_v1_qdq_p", "rockchip_npu", {1, 27, 10}},
                         }),
                         NameOf);

}  // namespace
}  // namespace paddle::lite::test
