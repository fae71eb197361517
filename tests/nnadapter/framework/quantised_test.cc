// Quantised networks: int8 on builtin_device, and on the software NPU that computes in asymmetric
// uint8 with one scale for each tensor and has the operations of rockchip_npu.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "lite/mir/text.h"
#include "lite/tools/quantisation/quantise.h"
#include "tests/nnadapter/framework/networks.h"
#include "tests/support/digits.h"

namespace paddle::lite::test {
namespace {

constexpr char kBuiltin[] = "builtin_device", kRockchip[] = "rockchip_npu";
// The bound for a network whose input cannot be moved.
constexpr double kInt8 = 5e-2;
constexpr double kHalf = 2e-2;

// A quantised network on a device, and what it is compared with: the network of the CPU, or the
// same blocks on the CPU. For rockchip_npu, weights get one scale and more values are rounded.
struct Runs {
  model::Model for_device;
  Division division;
  operators::SubgraphSettings settings;
  std::unique_ptr<Executable> device, cpu, blocks_on_cpu;
};

Result<Runs> MakeRuns(const model::Model& net, const std::string& device,
                      const std::string& cache_dir = "") {
  Runs runs;
  LITE_ASSIGN_OR_RETURN(runs.for_device, OptimisedForDevices(net, {device}));
  LITE_ASSIGN_OR_RETURN(const model::Model for_cpu, OptimisedForDevices(net, {}));
  runs.division = DivisionOf(runs.for_device);
  runs.settings = SettingsFor(device);
  runs.settings.cache_dir = cache_dir;
  LITE_ASSIGN_OR_RETURN(runs.device, MakeExecutable(runs.for_device, runs.settings));
  LITE_ASSIGN_OR_RETURN(runs.cpu, MakeExecutable(for_cpu, {}));
  LITE_ASSIGN_OR_RETURN(runs.blocks_on_cpu,
                        MakeExecutable(runs.for_device, SettingsFor("no_such_device")));
  return runs;
}

bool RanOnDevice(const Runs& runs) { return test::RanOnDevice(*runs.device, runs.division); }

// A network of real numbers as opt quantises it on the input of its first case: one scale for each
// tensor, and also sums, products and pooling in int8.
Result<model::Model> Calibrated(const ZooNet& net) {
  LITE_ASSIGN_OR_RETURN(model::Model program, LoadProgram(net));
  program = WithoutBoxes(std::move(program), {"yolo_box", "multiclass_nms"});
  const TempDir dir;
  const std::string sample = dir / "sample";
  std::filesystem::create_directory(sample);
  tools::QuantisationOptions options;
  for (const ZooArray& input : net.cases[0].inputs) {
    std::ofstream(StrCat(sample, "/", input.name, ".bin"), std::ios::binary) << input.bytes;
    options.shapes.push_back(tools::GivenShape(input.name, input.shape));
  }
  options.data = dir.str();
  options.algorithm = tools::CalibrationAlgorithm::kAbsMax;
  options.per_channel = false;
  options.candidates.full = true;
  options.only_if_faster = false;
  options.error_budget = 1;
  tools::Progress progress;
  LITE_ASSIGN_OR_RETURN(tools::QuantisationResult result,
                        tools::Quantise(program, options, mir::OptimizeOptions(), &progress));
  return std::move(result.model);
}

Result<std::vector<std::vector<float>>> OutputsOf(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<std::vector<float>> outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& output = *executable->output(i);
    outputs.emplace_back(output.data<float>(), output.data<float>() + output.numel());
  }
  return outputs;
}

Result<std::vector<float>> OutputOf(Executable* executable, const ZooCase& zoo_case) {
  LITE_ASSIGN_OR_RETURN(const auto outputs, OutputsOf(executable, zoo_case));
  return outputs[0];
}

// How far the results of the CPU move if the input is multiplied by a number near 1: some values
// are rounded to the next step, as where a device adds in another order. Networks with random
// weights amplify that.
Result<double> NoiseOf(Executable* cpu, const ZooCase& zoo_case, float factor) {
  LITE_ASSIGN_OR_RETURN(const auto before, OutputsOf(cpu, zoo_case));
  ZooCase moved = zoo_case;
  std::string& bytes = moved.inputs[0].bytes;
  for (size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
    float value = 0;
    std::memcpy(&value, &bytes[i], sizeof(value));
    value *= factor;
    std::memcpy(&bytes[i], &value, sizeof(value));
  }
  LITE_ASSIGN_OR_RETURN(const auto after, OutputsOf(cpu, moved));
  double largest = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    largest = std::max(largest, Compare(after[i], before[i]).rel_l2);
  }
  return largest;
}

class NNAdapterQuantisedTest : public testing::TestWithParam<DividedNetwork> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
  static void ExpectAgrees(const model::Model& net, const ZooCase& zoo_case,
                           const std::vector<float>& factors) {
    const DividedNetwork& row = GetParam();
    const PartitionFile partition(row.outside);
    const ProgramCache cache;
    const auto runs = MakeRuns(net, row.device, cache.folder());
    ASSERT_TRUE(runs.ok()) << runs.status().ToString();
    ExpectDivision(row, runs->division);
    const bool exact = std::string(row.device) == "builtin_device";
    const auto on_cpu = WorstDifference(runs->blocks_on_cpu.get(), runs->cpu.get(), zoo_case);
    ASSERT_TRUE(on_cpu.ok()) << on_cpu.status().ToString();
    if (exact) {
      EXPECT_LE(*on_cpu, 1e-4);
    }
    const auto found = WorstDifference(runs->device.get(), runs->blocks_on_cpu.get(), zoo_case);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    double largest = 0;
    for (const float factor : factors) {
      const auto noise = NoiseOf(runs->blocks_on_cpu.get(), zoo_case, factor);
      ASSERT_TRUE(noise.ok()) << noise.status().ToString();
      largest = std::max(largest, *noise);
    }
    EXPECT_LE(*found, factors.empty() ? kInt8 : 2 * largest + 1e-5);
    std::cout << "of a moved input " << largest << ": ";
    EXPECT_TRUE(RanOnDevice(*runs));
    // What runs a block is the device's kernel, but no operator of it.
    EXPECT_EQ(runs->blocks_on_cpu->KernelCounts()[TargetType::kNNAdapter],
              runs->division.subgraphs);
    const int programs =
        cache.StartAgain(runs->for_device, runs->settings, runs->device.get(), zoo_case);
    PrintRow(row.network, row.device, row.outside, runs->division, *found, programs);
  }
};
// The networks of real numbers, quantised by opt.
class NNAdapterCalibratedTest : public NNAdapterQuantisedTest {};

TEST_P(NNAdapterQuantisedTest, AgreesWithTheCpuAndStartsFromTheCache) {
  if (!IsRequested(GetParam())) GTEST_SKIP() << "LITE_NNADAPTER_TABLE is not set";
  const auto net = LoadNetwork(GetParam().network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  ExpectAgrees(*program, net->cases[0], {1.001f});
}

TEST_P(NNAdapterCalibratedTest, AgreesWithTheCpuAndStartsFromTheCache) {
  if (!IsRequested(GetParam())) GTEST_SKIP() << "LITE_NNADAPTER_TABLE is not set";
  const auto net = LoadNetwork(GetParam().network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto program = Calibrated(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const bool real = net->cases[0].inputs[0].precision == PrecisionType::kFloat;
  // A result of few numbers may stay the same by chance.
  const std::vector<float> factors = {0.996f, 0.998f, 0.999f, 1.001f, 1.002f, 1.004f};
  ExpectAgrees(*program, net->cases[0], real ? factors : std::vector<float>());
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
constexpr char kQuantisedTypes[] =
    "conv2d\ndepthwise_conv2d\nfc\nmul\nmatmul\nmatmul_v2\nelementwise_add\npool2d";

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
  const auto inside = [&](const std::string& network) {
    const auto net = LoadNetwork(network);
    const auto model = OptimisedForDevices(*net, {"huawei_kirin_npu"});
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    return model.ok() ? DivisionOf(*model).inside : -1;
  };
  // The convolutions of the second one read values that the program rounds.
  for (const auto& [network, all] : {std::pair{"fluid_qat", 10}, {"paddle2_ptq_onnx", 10}}) {
    SCOPED_TRACE(network);
    EXPECT_LT(inside(network), 8);
    const ScopedVariable mixed(kMixed, "conv2d\ndepthwise_conv2d\nfc");
    EXPECT_EQ(inside(network), all);
  }
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

// On request, with the images that the CPU classifies in the same way. A device without int8
// computes with real numbers, which classify images in another way than int8 does.
TEST(NNAdapterDigitsTest, EveryForm) {
  if (std::getenv("LITE_NNADAPTER_DIGITS") == nullptr) GTEST_SKIP() << "LITE_NNADAPTER_DIGITS";
  UseBuiltNNAdapter();
  for (const std::string& name : DigitsNetNames()) {
    const auto net = LoadNetwork(name);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    const auto program = LoadProgram(*net);
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    const ZooCase& zoo_case = net->cases[0];
    for (const std::string device : {"builtin_device", "rockchip_npu", "huawei_kirin_npu"}) {
      const bool real = device == "huawei_kirin_npu";
      const ScopedVariable mixed(kMixed, real ? kQuantisedTypes : "");
      for (const std::string outside : {"", "pool2d"}) {
        SCOPED_TRACE(StrCat(name, " on ", device, " without ", outside));
        const PartitionFile partition(outside);
        const ProgramCache cache;
        const auto runs = MakeRuns(*program, device, cache.folder());
        ASSERT_TRUE(runs.ok()) << runs.status().ToString();
        const auto found = WorstDifference(runs->device.get(), runs->blocks_on_cpu.get(), zoo_case);
        ASSERT_TRUE(found.ok()) << found.status().ToString();
        EXPECT_TRUE(RanOnDevice(*runs));
        EXPECT_TRUE(OutputOf(runs->cpu.get(), zoo_case).ok());
        if (real) {  // operators that the configuration does not name round to int8
          const auto noise = NoiseOf(runs->blocks_on_cpu.get(), zoo_case, 1.001f);
          ASSERT_TRUE(noise.ok()) << noise.status().ToString();
          EXPECT_LT(*found, kHalf + 2 * *noise);
        }
        int same = 0;
        const Executable& expected = real ? *runs->blocks_on_cpu : *runs->cpu;
        for (int n = 0; n < kImages; ++n) {
          const auto digit = [n](const Executable& run) {
            const Tensor& tensor = *run.output(0);
            return BestDigit({tensor.data<float>(), static_cast<size_t>(tensor.numel())}, n);
          };
          same += digit(*runs->device) == digit(expected);
        }
        // Three images may be on an edge.
        EXPECT_GE(same, kImages - 3);
        const int programs =
            cache.StartAgain(runs->for_device, runs->settings, runs->device.get(), zoo_case);
        std::cout << same << " of " << kImages << " ";
        PrintRow(name, device, outside, runs->division, *found, programs);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, NNAdapterQuantisedTest,
                         testing::ValuesIn(std::vector<DividedNetwork>{
                             {"fluid_ptq_kl", kBuiltin, "", {1, 11, 0}},
                             {"fluid_qat", kBuiltin, "", {1, 11, 0}},
                             {"paddle2_ptq_kl_full", kBuiltin, "", {1, 41, 0}},
                             {"paddle2_quantised", kBuiltin, "", {1, 14, 0}},
                             {"mobilenet_v1_int8_f", kBuiltin, "", {1, 32, 0}, true},
                             {"mobilenet_v1_int8_p", kBuiltin, "", {1, 32, 0}},
                             {"mobilenet_v1_qdq_p", kBuiltin, "", {1, 31, 2}},
                             {"fluid_ptq_kl", kRockchip, "", {1, 11, 1}},
                             {"fluid_qat_range_int8", kRockchip, "", {1, 10, 3}},
                             {"mobilenet_v1_int8_f", kRockchip, "", {1, 31, 1}},
                             {"mobilenet_v1_int8_p", kRockchip, "", {1, 32, 0}, true},
                             {"mobilenet_v1_qdq_p", kRockchip, "", {1, 27, 10}},
                             {"mobilenet_v1_int8_f", kBuiltin, "pool2d", {2, 31, 1}, true},
                             {"mobilenet_v1_int8_p", kBuiltin, "pool2d", {2, 31, 1}, true},
                             {"mobilenet_v1_qdq_p", kBuiltin, "pool2d", {2, 30, 3}, true},
                             {"fluid_ptq_kl", kRockchip, "pool2d", {4, 14, 4}},
                             {"mobilenet_v1_int8_f", kRockchip, "pool2d", {2, 32, 2}, true},
                             {"mobilenet_v1_int8_p", kRockchip, "pool2d", {2, 32, 2}, true},
                         }),
                         RowName);

INSTANTIATE_TEST_SUITE_P(
    Networks, NNAdapterCalibratedTest,
    testing::ValuesIn(std::vector<DividedNetwork>{
        {"mobilenet_v1_p", kRockchip, "", {1, 31, 2}},
        {"resnet50_p", kRockchip, "", {1, 90, 2}, true},
        {"ssd_mobilenet_v1_f", kRockchip, "", {6, 41, 88}, true},
        {"yolov3_small_f", kRockchip, "", {5, 20, 58}, true},
        {"shufflenet_v2_p", kRockchip, "", {19, 82, 118}, true},
        {"unet_bilinear_f", kRockchip, "", {11, 45, 27}, true},
        {"ppocr_det_p", kRockchip, "", {21, 125, 97}, true},
        {"ppocr_cls_p", kRockchip, "", {19, 106, 99}, true},
        {"ppocr_rec_p", kRockchip, "", {10, 34, 129}, true},
        {"bert_tiny_p", kRockchip, "", {7, 22, 94}, true},
        {"mobilenet_v1_p", kRockchip, "pool2d\nsoftmax", {1, 29, 4}},
        {"resnet50_p", kRockchip, "pool2d", {2, 89, 6}, true},
        {"ssd_mobilenet_v1_f", kRockchip, "depthwise_conv2d", {16, 48, 113}, true},
        {"yolov3_small_f",
         kRockchip,
         "elementwise_add::elementwise_add_2.tmp_0",
         {4, 16, 59},
         true},
        {"shufflenet_v2_p", kRockchip, "depthwise_conv2d", {20, 65, 140}, true},
        {"unet_bilinear_f", kRockchip, "concat", {12, 45, 28}, true},
        {"ppocr_det_p", kRockchip, "elementwise_add", {25, 116, 133}, true},
        {"ppocr_cls_p", kRockchip, "elementwise_add", {19, 94, 107}, true},
        {"ppocr_rec_p", kRockchip, "conv2d", {9, 29, 132}, true},
        {"bert_tiny_p", kRockchip, "elementwise_add", {6, 18, 96}, true},
    }),
    RowName);

}  // namespace
}  // namespace paddle::lite::test
