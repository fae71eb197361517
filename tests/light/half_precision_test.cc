// float32 programs that run in half precision on request, and official files for half precision,
// whose weights are float32. Files for ARM are given the CPU target of the build, so that every
// build runs the same operators.
#include "lite/runtime/half_precision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lite/api/paddle_api.h"
#include "lite/base/strings.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace half_precision_test {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Data(const std::string& file) { return LITE_TEST_DATA_DIR "/data/" + file; }

TargetType Processor() { return BuildTargets().front(); }

std::string KeyOf(const std::string& op, PrecisionType precision, DataLayoutType layout) {
  return StrCat(op, "/def/", static_cast<int>(Processor()), "/", static_cast<int>(precision), "/",
                static_cast<int>(layout));
}

// The kernels of ARM that the program names become those of the build's processor.
model::Model OnThisProcessor(model::Model model) {
  for (model::OpDesc& op : model.program.blocks[0].ops) {
    const auto it = op.attrs.find(model::kKernelTypeAttr);
    if (it == op.attrs.end()) continue;
    std::vector<std::string> parts = SplitString(std::get<std::string>(it->second), '/');
    if (parts[2] != StrCat(static_cast<int>(TargetType::kARM))) continue;
    parts[2] = StrCat(static_cast<int>(Processor()));
    it->second = StrCat(parts[0], "/", parts[1], "/", parts[2], "/", parts[3], "/", parts[4]);
  }
  return model;
}

model::Model Open(const std::string& file) {
  Result<model::Model> model = model::OpenNaiveBufferFile(Data(file));
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  return model.ok() ? OnThisProcessor(*std::move(model)) : model::Model();
}

struct Inference {
  std::vector<float> values;  // of the first output
  std::vector<std::string> report;
};

Inference RunOn(Executable* executable, const DDim& shape, const std::vector<float>& values) {
  Inference run;
  Tensor* x = executable->input(0);
  x->Resize(shape);
  EXPECT_TRUE(x->Allocate(PrecisionType::kFloat).ok());
  EXPECT_EQ(x->numel(), static_cast<int64_t>(values.size()));
  std::copy(values.begin(), values.end(), x->mutable_data<float>());
  const Status status = executable->Run();
  EXPECT_TRUE(status.ok()) << status.ToString();
  const Tensor* y = executable->output(0);
  EXPECT_EQ(y->precision(), PrecisionType::kFloat);
  if (!status.ok() || y->precision() != PrecisionType::kFloat) return run;
  run.values.assign(y->data<float>(), y->data<float>() + y->numel());
  run.report = executable->KernelReport();
  return run;
}

Inference RunModel(model::Model model, bool half, const DDim& shape,
                   const std::vector<float>& values, int threads = 1) {
  ExecutableOptions options;
  options.prefer_half = half;
  options.threads = threads;
  auto executable = Executable::Create(std::move(model), options);
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return executable.ok() ? RunOn(executable->get(), shape, values) : Inference();
}

double Distance(const std::vector<float>& found, const std::vector<float>& expected) {
  EXPECT_EQ(found.size(), expected.size());
  double difference = 0, norm = 0;
  for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    difference += std::pow(double{found[i]} - double{expected[i]}, 2);
    norm += std::pow(double{expected[i]}, 2);
  }
  return std::sqrt(difference / norm);
}

// A dozen operators, each with results that are rounded to 11 bits.
constexpr double kHalfError = 5e-3;

std::vector<float> Waves(size_t count) {
  std::vector<float> values;
  for (size_t i = 0; i < count; ++i) values.push_back(std::sin(0.1f * static_cast<float>(i)));
  return values;
}

TEST(HalfPrecision, AFloatNetworkRunsInHalfOnRequest) {
  const DDim shape{2, 3, 28, 28};
  const std::vector<float> x = Waves(2 * 3 * 28 * 28);
  const Inference single = RunModel(Open("targets/convnet_arm.nb"), false, shape, x);
  const Inference half = RunModel(Open("targets/convnet_arm.nb"), true, shape, x);
  const auto computes_in_half =
      Contains(HasSubstr(KeyOf("conv2d", PrecisionType::kFP16, DataLayoutType::kNHWC)));
  EXPECT_THAT(single.report, Not(computes_in_half));
  EXPECT_THAT(half.report, computes_in_half);
  const double distance = Distance(half.values, single.values);
  EXPECT_LT(distance, kHalfError);
  EXPECT_GT(distance, 0);
  EXPECT_EQ(RunModel(Open("targets/convnet_arm.nb"), true, shape, x, 3).values, half.values);
}

TEST(HalfPrecision, ClonesShareWhatBecameHalf) {
  ExecutableOptions options;
  options.prefer_half = true;
  auto executable = Executable::Create(Open("targets/convnet_arm.nb"), options);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const DDim shape{1, 3, 28, 28};
  const std::vector<float> x = Waves(3 * 28 * 28);
  const Inference first = RunOn(executable->get(), shape, x);
  const size_t weights = (*executable)->memory_use().weights;
  auto clone = (*executable)->Clone();
  ASSERT_TRUE(clone.ok()) << clone.status().ToString();
  EXPECT_EQ(RunOn(clone->get(), shape, x).values, first.values);
  EXPECT_EQ((*clone)->memory_use().weights, weights);
}

// As an application asks for it; on processors without such arithmetic, nothing changes.
TEST(HalfPrecision, APredictorComputesInHalfIfTheProcessorCan) {
  std::vector<float> values[2];
  for (const bool low : {false, true}) {
    lite_api::MobileConfig config;
    config.set_model_from_file(Data("targets/convnet_arm.nb"));
    if (low) config.set_precision_mode(lite_api::LITE_PRECISION_LOW);
    const auto predictor = lite_api::CreatePaddlePredictor(config);
    const auto x = predictor->GetInput(0);
    x->Resize({1, 3, 28, 28});
    const std::vector<float> waves = Waves(3 * 28 * 28);
    std::copy(waves.begin(), waves.end(), x->mutable_data<float>());
    predictor->Run();
    const auto y = predictor->GetOutput(0);
    EXPECT_EQ(y->precision(), PrecisionType::kFloat);
    values[low ? 1 : 0].assign(y->data<float>(), y->data<float>() + 10);
  }
  const double distance = Distance(values[1], values[0]);
  EXPECT_LT(distance, kHalfError);
  EXPECT_EQ(distance > 0, lite_api::MobileConfig().check_fp16_valid());
}

TEST(HalfPrecision, OfficialFilesWithMarkedWeightsComputeInHalf) {
  std::ifstream file(Data("formats/paddle/f18_convnet/expected.json"));
  const nlohmann::json expected = nlohmann::json::parse(file, nullptr, false);
  ASSERT_FALSE(expected.is_discarded());
  const nlohmann::json& input = expected["inputs"][0];
  const DDim shape(input["shape"].get<std::vector<int64_t>>());
  const auto x = input["values"].get<std::vector<float>>();
  const auto y = expected["outputs"][0]["values"].get<std::vector<float>>();
  for (const char* name :
       {"formats/nb/f18_convnet.arm.fp16.2.10.nb", "formats/nb/f18_convnet.arm.fp16.2.13rc0.nb"}) {
    SCOPED_TRACE(name);
    const Inference run = RunModel(Open(name), false, shape, x);
    for (const char* op : {"conv2d", "depthwise_conv2d", "pool2d", "fc"}) {
      EXPECT_THAT(run.report,
                  Contains(HasSubstr(KeyOf(op, PrecisionType::kFP16, DataLayoutType::kNCHW))));
    }
    EXPECT_THAT(run.report, Each(Not(HasSubstr("refuses"))));
    const double distance = Distance(run.values, y);
    EXPECT_LT(distance, kHalfError);
    EXPECT_GT(distance, 1e-6);  // of float32
  }
}

model::OpDesc OpOn(model::OpDesc op, PrecisionType precision, DataLayoutType layout) {
  op.attrs[model::kKernelTypeAttr] = KeyOf(op.type, precision, layout);
  return op;
}

// x [4, 6] -> fc -> elementwise_add with the bias again -> relu, which is fetched, and reshape ->
// cumsum, which only exists in float32 and is fetched.
model::Model SharedWeightNet() {
  model::Model model;
  model.program.version = 2004002;
  model.program.blocks.emplace_back();
  std::vector<model::OpDesc>& ops = model.program.blocks[0].ops;
  AddVar(&model, "x", {4, 6});
  for (const char* name : {"product", "sum", "positive", "flat", "total"}) AddVar(&model, name, {});
  AddParam(&model, "weight", {6, 6}, 1);
  AddParam(&model, "shift", {6}, 1);
  ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}));
  const auto add = [&](model::OpDesc op, DataLayoutType layout) {
    ops.push_back(OpOn(std::move(op), PrecisionType::kFloat, layout));
  };
  add(MakeOp("fc", {{"Input", {"x"}}, {"W", {"weight"}}, {"Bias", {"shift"}}},
             {{"Out", {"product"}}}, {{"in_num_col_dims", int32_t{1}}}),
      DataLayoutType::kNCHW);
  add(MakeOp("elementwise_add", {{"X", {"product"}}, {"Y", {"shift"}}}, {{"Out", {"sum"}}},
             {{"axis", int32_t{-1}}}),
      DataLayoutType::kNCHW);
  add(MakeOp("relu", {{"X", {"sum"}}}, {{"Out", {"positive"}}}), DataLayoutType::kAny);
  ops.push_back(MakeOp("reshape2", {{"X", {"sum"}}}, {{"Out", {"flat"}}},
                       {{"shape", std::vector<int32_t>{-1}}}));
  ops.back().attrs[model::kKernelTypeAttr] =
      StrCat("reshape2/def/", static_cast<int>(TargetType::kHost), "/",
             static_cast<int>(PrecisionType::kAny), "/", static_cast<int>(DataLayoutType::kNCHW));
  ops.push_back(MakeOp("cumsum", {{"X", {"flat"}}}, {{"Out", {"total"}}}));
  ops.back().attrs[model::kKernelTypeAttr] =
      StrCat("cumsum/def/", static_cast<int>(TargetType::kHost), "/",
             static_cast<int>(PrecisionType::kAny), "/", static_cast<int>(DataLayoutType::kNCHW));
  ops.push_back(MakeOp("fetch", {{"X", {"total"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
  ops.push_back(
      MakeOp("fetch", {{"X", {"positive"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{1}}}));
  return model;
}

std::vector<std::string> TypesOf(const model::Model& model) {
  std::vector<std::string> types;
  for (const model::OpDesc& op : model.program.blocks[0].ops) types.push_back(op.type);
  return types;
}

TEST(HalfPrecision, CastsStandWhereTypesMeet) {
  model::Model model = SharedWeightNet();
  PreferHalf(&model);
  CastWeightsToHalf(&model);
  EXPECT_THAT(
      TypesOf(model),
      testing::ElementsAre("feed", "calib_once", "calib", "calib_once", "fc", "elementwise_add",
                           "relu", "calib", "reshape2", "calib", "cumsum", "fetch", "fetch"));
  const DDim shape{4, 6};
  const Inference single = RunModel(SharedWeightNet(), false, shape, Waves(24));
  const Inference half = RunModel(SharedWeightNet(), true, shape, Waves(24));
  EXPECT_LT(Distance(half.values, single.values), kHalfError);
}

TEST(HalfPrecision, ResultsKeepNamesAndTypes) {
  ExecutableOptions options;
  options.prefer_half = true;
  auto executable = Executable::Create(SharedWeightNet(), options);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  RunOn(executable->get(), DDim{4, 6}, Waves(24));
  EXPECT_THAT((*executable)->output_names(), testing::ElementsAre("total", "positive"));
  EXPECT_EQ((*executable)->output(1)->precision(), PrecisionType::kFloat);
  EXPECT_THAT((*executable)->param_names(), testing::ElementsAre("shift", "weight"));
}

TEST(HalfPrecision, ProgramsWithBlocksOrInHalfStayAsTheyAre) {
  model::Model blocks = SharedWeightNet();
  blocks.program.blocks.emplace_back();
  const std::vector<std::string> before = TypesOf(blocks);
  PreferHalf(&blocks);
  EXPECT_EQ(TypesOf(blocks), before);

  model::Model half = SharedWeightNet();
  PreferHalf(&half);
  const std::vector<std::string> once = TypesOf(half);
  PreferHalf(&half);
  CastWeightsToHalf(&half);
  EXPECT_EQ(TypesOf(half), once);
}

}  // namespace half_precision_test
}  // namespace paddle::lite::test
