// Networks in float16 on the processor: how far results are from those in float32, that they do not
// depend on the number of threads, and that files for other processors run.
#include <gtest/gtest.h>

#include <algorithm>

#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/weight_only.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/digits.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace half_networks_test {

constexpr const char* kNetworks[] = {"mobilenet_v1_f",  "mobilenet_v2_p", "mobilenet_v3_large_p",
                                     "shufflenet_v2_p", "squeezenet_p",   "resnet18_p",
                                     "ppocr_rec_p",     "crnn_f"};
// Relative L2 difference from float32. Networks with random weights multiply rounding: that of the
// weights, with all else in float32, costs 0.0077 in shufflenet_v2_p and 0.0105 in mobilenet_v2_p.
// It is the measure of what float16 may cost: the weights' rounding and that of each result.
constexpr double kMaxOfWeights = 2e-2;
constexpr double kMaxOfResults = 5e-3;  // or three times what the weights cost

TargetType ThisProcessor() { return BuildTargets().front(); }
TargetType OtherProcessor() {
  return ThisProcessor() == TargetType::kARM ? TargetType::kX86 : TargetType::kARM;
}

Result<model::Model> InPrecision(model::Model model, TargetType target, PrecisionType precision) {
  mir::OptimizeOptions options;
  options.valid_places = {Place(target, precision), Place(target)};
  return mir::Optimize(std::move(model), options);
}

Result<std::vector<float>> FirstOutput(const model::Model& model, const ZooCase& zoo_case,
                                       int threads) {
  ExecutableOptions options;
  options.threads = threads;
  LITE_ASSIGN_OR_RETURN(const auto executable, Executable::Create(model, options));
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable.get()));
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor& tensor = *executable->output(0);
  if (tensor.precision() != PrecisionType::kFloat) return Internal("not float32");
  return std::vector<float>(tensor.data<float>(), tensor.data<float>() + tensor.numel());
}

// Kernels in float16, and weights stored in it.
int HalfKernels(const model::Model& model) {
  int count = 0;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const auto stored = op.attrs.find(model::kKernelTypeAttr);
    if (stored == op.attrs.end()) continue;
    const auto key = ParseKernelKey(std::get<std::string>(stored->second));
    const bool cast = op.type == "calib" || op.type == "calib_once";
    count += key.ok() && !cast && key->place.precision == PrecisionType::kFP16;
  }
  return count;
}
int HalfWeights(const model::Model& model) {
  return static_cast<int>(std::count_if(
      model.params.begin(), model.params.end(),
      [](const auto& entry) { return entry.second.precision() == PrecisionType::kFP16; }));
}

// bfloat16 rounds by 8 times as much as float16: weights alone cost squeezenet_p 4.8e-3.
constexpr double kMaxOfBFloat16 = 1.5e-2;

class HalfNetworks : public testing::TestWithParam<const char*> {};

TEST_P(HalfNetworks, AgreeWithFloat) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const ZooCase& zoo_case = net->cases[0];
  const auto single = InPrecision(*program, ThisProcessor(), PrecisionType::kFloat);
  ASSERT_TRUE(single.ok()) << single.status().ToString();
  EXPECT_EQ(HalfKernels(*single), 0);
  const auto expected = FirstOutput(*single, zoo_case, 2);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();

  const auto half = InPrecision(*program, ThisProcessor(), PrecisionType::kFP16);
  ASSERT_TRUE(half.ok()) << half.status().ToString();
  EXPECT_GT(HalfKernels(*half), 10);
  EXPECT_GT(HalfWeights(*half), 10);
  const auto found = FirstOutput(*half, zoo_case, 1);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  for (const int threads : {2, 3, 4}) {
    const auto again = FirstOutput(*half, zoo_case, threads);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    EXPECT_TRUE(*again == *found) << threads << " threads";
  }

  // With kernels chosen anew, in float32; the weights have been rounded.
  const auto foreign = InPrecision(*program, OtherProcessor(), PrecisionType::kFP16);
  ASSERT_TRUE(foreign.ok()) << foreign.status().ToString();
  EXPECT_GT(HalfKernels(*foreign), 10);
  EXPECT_GT(HalfWeights(*foreign), 10);
  const auto anew = FirstOutput(*foreign, zoo_case, 2);
  ASSERT_TRUE(anew.ok()) << anew.status().ToString();
  const double of_weights = Compare(*anew, *expected).rel_l2;
  EXPECT_LT(of_weights, kMaxOfWeights);

  const Difference difference = Compare(*found, *expected);
  const double tolerance = std::max(kMaxOfResults, 3 * of_weights);
  EXPECT_LT(difference.rel_l2, tolerance);
  EXPECT_GT(difference.rel_l2, 1e-6) << "nothing was rounded";
  ReportAccuracy(GetParam(), "float16", difference, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Zoo, HalfNetworks, testing::ValuesIn(kNetworks),
                         [](const auto& info) { return std::string(info.param); });

// Trained networks classify as before.
TEST(HalfDigits, AreTheSame) {
  constexpr int kImages = 40;
  for (const std::string name : {"fluid", "paddle2"}) {
    SCOPED_TRACE(name);
    ZooCase digits;
    digits.inputs = {DigitsInput(0, kImages)};
    const ZooNet net = LoadDigitsNet(name);
    const auto program = LoadProgram(net);
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    const auto half = InPrecision(*program, ThisProcessor(), PrecisionType::kFP16);
    ASSERT_TRUE(half.ok()) << half.status().ToString();
    EXPECT_GT(HalfKernels(*half), 2);
    const auto found = FirstOutput(*half, digits, 2);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    const std::string bytes = ReadDigitsFile(StrCat("expected/", name, ".f32"));
    const Span<const float> expected = {reinterpret_cast<const float*>(bytes.data()),
                                        size_t{kImages} * 10};
    ASSERT_EQ(found->size(), expected.size());
    const Span<const float> values = {found->data(), found->size()};
    EXPECT_LT(Compare(values, expected).rel_l2, 2e-3);
    for (int n = 0; n < kImages; ++n) {
      EXPECT_EQ(BestDigit(values, n), BestDigit(expected, n)) << "image " << n;
    }
  }
}

// With weights and products in bfloat16, on the tables of every machine: the light library computes
// the same from a file.
TEST(BFloat16Networks, FullAndLight) {
  const Result<ZooNet> net = LoadZooNet(kZoo, "squeezenet_p");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const ZooCase& zoo_case = net->cases[0];
  auto model = InPrecision(*program, ThisProcessor(), PrecisionType::kFloat);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto expected = FirstOutput(*model, zoo_case, 2);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();

  ASSERT_TRUE(model::StoreWeightsInBFloat16(&*model).ok());
  model::RequireBFloat16(&*model);
  const auto bytes = model::EncodeNaiveBuffer(*model, {});
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const auto executable = Executable::Create(*model, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ASSERT_TRUE(SetInputs(zoo_case, executable->get()).ok());
  ASSERT_TRUE((*executable)->Run().ok());
  int kernels = 0;
  for (const std::string& line : (*executable)->KernelReport()) {
    kernels += line.find("conv2d/bf16/") != std::string::npos;
  }
  EXPECT_GE(kernels, 8);
  const auto found = FirstOutput(*model, zoo_case, 1);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  const auto again = FirstOutput(*model, zoo_case, 3);
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_TRUE(*again == *found) << "depends on the number of threads";
  const Difference difference = Compare(*found, *expected);
  EXPECT_LT(difference.rel_l2, kMaxOfBFloat16);
  EXPECT_GT(difference.rel_l2, 1e-4) << "nothing was rounded";

  const auto light = MakeLightPredictor(*bytes, 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  const auto outputs = RunPredictor(light->get(), zoo_case.inputs);
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  const Span<const float> values = (*outputs)[0].floats();
  EXPECT_TRUE(std::equal(values.begin(), values.end(), found->begin(), found->end()));
}

}  // namespace half_networks_test
}  // namespace paddle::lite::test
