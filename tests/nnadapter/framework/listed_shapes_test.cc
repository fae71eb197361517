// One program for all listed shapes (set_nnadapter_dynamic_shape_info).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/mir/text.h"
#include "tests/nnadapter/framework/networks.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kPrefix[] = "set_nnadapter_dynamic_shape_info";
using Shape = std::vector<int64_t>;

// Parameters of all kinds that depend on the shape of the input.
constexpr char kOneInput[] = R"(input %x: float[-1,3,-1,-1]
const %f: float[4,3,3,3] = range(-1, 0.0625)
const %w: float[4,5] = range(-1, 0.125)
conv2d(Input=%x, Filter=%f) -> (Output=%c) {strides=[1, 1], paddings=[1, 1], dilations=[1, 1], groups=1}
pool2d(X=%c) -> (Out=%m) {pooling_type="max", ksize=[3, 3], strides=[2, 2], paddings=[1, 1]}
nearest_interp_v2(X=%m) -> (Out=%n) {scale=[2.0, 2.0], align_corners=false, interp_method="nearest"}
slice(Input=%n) -> (Out=%s) {axes=[2, 3], starts=[1, -3], ends=[100, 1000]}
pool2d(X=%s) -> (Out=%g) {pooling_type="avg", ksize=[1, 1], strides=[1, 1], paddings=[0, 0], global_pooling=true}
flatten_contiguous_range(X=%g) -> (Out=%r) {start_axis=1, stop_axis=-1}
matmul_v2(X=%r, Y=%w) -> (Out=%y)
softmax(X=%y) -> (Out=%p) {axis=-1}
output %p
)";
const std::vector<Shape> kShapes = {{1, 3, 8, 8}, {2, 3, 8, 8}, {1, 3, 9, 12}};

constexpr char kTwoInputs[] = R"(input %x: float[-1,4]
input %z: float[-1,4]
concat(X=[%x, %z]) -> (Out=%c) {axis=0}
relu(X=%c) -> (Out=%y)
output %y
)";

ZooCase CaseOf(const std::vector<std::pair<std::string, Shape>>& inputs) {
  ZooCase made;
  for (const auto& [name, shape] : inputs) {
    const auto dims = *DDim::FromVector(shape);
    const std::vector<float> values =
        FormulaFloats(name, static_cast<size_t>(dims.production()), 2.0f, 0.0f);
    made.inputs.push_back(
        {name,
         PrecisionType::kFloat,
         shape,
         {},
         {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}});
  }
  return made;
}

class NNAdapterListedShapesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }

  void Start(const std::string& program, const operators::SubgraphSettings& settings) {
    const auto model = mir::ParseModel(program);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const auto for_device = OptimisedForDevices(*model, settings.device_names);
    ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
    division_ = DivisionOf(*for_device);
    ASSERT_EQ(division_.subgraphs, 1);
    ASSERT_EQ(division_.outside, 0);
    const auto for_cpu = OptimisedForDevices(*model, {});
    ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
    auto device = MakeExecutable(*for_device, settings);
    ASSERT_TRUE(device.ok()) << device.status().ToString();
    device_ = std::move(*device);
    auto cpu = MakeExecutable(*for_cpu, {});
    ASSERT_TRUE(cpu.ok()) << cpu.status().ToString();
    cpu_ = std::move(*cpu);
  }
  // The result of the CPU; whether the device computed it.
  void ExpectRuns(const std::vector<std::pair<std::string, Shape>>& inputs, bool on_device = true) {
    const auto worst = WorstDifference(device_.get(), cpu_.get(), CaseOf(inputs));
    ASSERT_TRUE(worst.ok()) << worst.status().ToString();
    EXPECT_LT(*worst, 1e-5);
    EXPECT_EQ(RanOnDevice(*device_, division_), on_device);
  }

  Division division_;
  std::unique_ptr<Executable> device_, cpu_;
};

operators::SubgraphSettings Listed(const std::string& device,
                                   const std::map<std::string, std::vector<Shape>>& shapes) {
  operators::SubgraphSettings settings;
  settings.device_names = {device};
  settings.listed_shapes = shapes;
  return settings;
}

TEST_F(NNAdapterListedShapesTest, OneProgramServesAll) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  for (const char* device : {"builtin_device", "fake_device"}) {
    SCOPED_TRACE(device);
    const TempDir cache;
    operators::SubgraphSettings settings = Listed(device, {{"x", kShapes}});
    settings.cache_dir = cache.str();
    testing::internal::CaptureStderr();
    Start(kOneInput, settings);
    for (int round = 0; round < 2; ++round) {
      for (const Shape& shape : kShapes) ExpectRuns({{"x", shape}});
    }
    EXPECT_THAT(testing::internal::GetCapturedStderr(), Not(HasSubstr(kPrefix)));
    EXPECT_EQ(cache.Names().size(), 1u);  // one for each program
  }
  // It is compiled once.
  operators::SubgraphSettings settings = Listed("fake_device", {{"x", kShapes}});
  settings.context_properties = "FAKE_DEVICE_FAIL_BUILD_AT=2";
  testing::internal::CaptureStderr();
  Start(kOneInput, settings);
  for (int round = 0; round < 2; ++round) {
    for (const Shape& shape : kShapes) ExpectRuns({{"x", shape}});
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(), Not(HasSubstr("failed")));
}

// Each operator has a parameter that follows from the shape.
TEST_F(NNAdapterListedShapesTest, ParametersThatFollowFromTheShape) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const std::vector<Shape> odd_and_even = {{1, 2, 8, 11}, {1, 2, 9, 12}, {2, 2, 13, 7}};
  const std::string ceil = "ceil_mode=true, strides=[2, 2], paddings=[0, 0], ";
  const struct {
    std::string op;
    std::vector<Shape> shapes;
  } cases[] = {
      // Rounding up is padding at the end, of 0 or 1.
      {"pool2d(X=%x) -> (Out=%y) {" + ceil + "pooling_type=\"max\", ksize=[3, 2]}", odd_and_even},
      {"pool2d(X=%x) -> (Out=%y) {" + ceil + "pooling_type=\"avg\", ksize=[2, 3]}", odd_and_even},
      {"pool2d(X=%x) -> (Out=%y) {pooling_type=\"max\", ksize=[1, 1], strides=[1, 1], "
       "paddings=[0, 0], global_pooling=true}",
       odd_and_even},
      {"bilinear_interp_v2(X=%x) -> (Out=%y) {scale=[2.0, 3.0], align_corners=false, "
       "align_mode=0, interp_method=\"bilinear\"}",
       odd_and_even},
      {"bilinear_interp_v2(X=%x) -> (Out=%y) {scale=[3.0, 2.0], align_corners=false, "
       "align_mode=1, interp_method=\"bilinear\"}",
       odd_and_even},
      {"bilinear_interp_v2(X=%x) -> (Out=%y) {scale=[2.0, 2.0], align_corners=true, "
       "interp_method=\"bilinear\"}",
       odd_and_even},
      {"nearest_interp_v2(X=%x) -> (Out=%y) {scale=[2.0, 3.0], align_corners=false, "
       "interp_method=\"nearest\"}",
       odd_and_even},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.op);
    const TempDir cache;
    operators::SubgraphSettings settings = Listed("builtin_device", {{"x", c.shapes}});
    settings.cache_dir = cache.str();
    Start("input %x: float[-1,2,-1,-1]\n" + c.op + "\noutput %y\n", settings);
    for (const Shape& shape : c.shapes) ExpectRuns({{"x", shape}});
    EXPECT_EQ(cache.Names().size(), 1u);
  }
}

// The same results with other values: a shape cannot tell.
TEST_F(NNAdapterListedShapesTest, PaddingsAtTheBeginMoveTheWindows) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const TempDir cache;
  const std::vector<Shape> shapes = {{1, 2, 8, 8}, {1, 2, 9, 9}};
  operators::SubgraphSettings settings = Listed("builtin_device", {{"x", shapes}});
  settings.cache_dir = cache.str();
  testing::internal::CaptureStderr();
  Start(
      "input %x: float[-1,2,-1,-1]\n"
      "pool2d(X=%x) -> (Out=%y) {pooling_type=\"max\", ksize=[3, 3], strides=[2, 2], "
      "paddings=[0, 0], padding_algorithm=\"SAME\"}\noutput %y\n",
      settings);
  for (const Shape& shape : shapes) ExpectRuns({{"x", shape}});
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("pool2d: MAX_POOL_2D: input 2 is [0, 1, 0, 1] or [1, 1, 1, 1]"));
  EXPECT_EQ(cache.Names().size(), 2u);
}

TEST_F(NNAdapterListedShapesTest, OtherShapesGetAProgramOfTheirOwn) {
  operators::SubgraphSettings settings = Listed("fake_device", {{"x", kShapes}});
  Start(kOneInput, settings);
  // Also before a listed one, and in between.
  ExpectRuns({{"x", {3, 3, 6, 6}}});
  ExpectRuns({{"x", kShapes[1]}});
  ExpectRuns({{"x", {1, 3, 8, 10}}});
  ExpectRuns({{"x", kShapes[0]}});
  // Where it cannot be built, the processor runs it.
  settings.context_properties = "FAKE_DEVICE_FAIL_BUILD_AT=2";
  Start(kOneInput, settings);
  ExpectRuns({{"x", kShapes[0]}});
  ExpectRuns({{"x", {3, 3, 6, 6}}}, /*on_device=*/false);
  ExpectRuns({{"x", kShapes[2]}});
}

TEST_F(NNAdapterListedShapesTest, SeveralInputs) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const TempDir cache;
  operators::SubgraphSettings settings =
      Listed("fake_device", {{"x", {{1, 4}, {2, 4}}}, {"z", {{3, 4}, {1, 4}}}});
  settings.cache_dir = cache.str();
  Start(kTwoInputs, settings);
  ExpectRuns({{"x", {2, 4}}, {"z", {1, 4}}});
  ExpectRuns({{"x", {1, 4}}, {"z", {3, 4}}});
  EXPECT_EQ(cache.Names().size(), 1u);
  // Shape 0 of one input belongs to shape 0 of the other.
  ExpectRuns({{"x", {1, 4}}, {"z", {1, 4}}});
  EXPECT_EQ(cache.Names().size(), 2u);
  // An input without a list keeps its shape.
  settings.listed_shapes.erase("z");
  Start(kTwoInputs, settings);
  ExpectRuns({{"x", {2, 4}}, {"z", {1, 4}}});
  ExpectRuns({{"x", {1, 4}}, {"z", {1, 4}}});
  EXPECT_EQ(cache.Names().size(), 3u);
}

TEST_F(NNAdapterListedShapesTest, TheCacheIsOfTheList) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const TempDir cache;
  operators::SubgraphSettings settings = Listed("fake_device", {{"x", kShapes}});
  settings.cache_dir = cache.str();
  Start(kOneInput, settings);
  ExpectRuns({{"x", kShapes[0]}});
  {
    const ScopedVariable no_build("FAKE_DEVICE_FAIL_BUILD_AT", "1");
    Start(kOneInput, settings);
    for (const Shape& shape : kShapes) ExpectRuns({{"x", shape}});
  }
  for (const auto& shapes :
       {std::vector<Shape>{kShapes[0], kShapes[1]}, std::vector<Shape>{kShapes[1], kShapes[0]},
        std::vector<Shape>{kShapes[0]}}) {
    const size_t before = cache.Names().size();
    settings.listed_shapes["x"] = shapes;
    Start(kOneInput, settings);
    ExpectRuns({{"x", kShapes[0]}});
    EXPECT_EQ(cache.Names().size(), before + 1);
  }
}

// A device without dynamic shapes, and operators whose parameters do not follow from the input's
// shape: programs as without the list.
TEST_F(NNAdapterListedShapesTest, WhatCannotBeOneProgramIsOneForEachShape) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const TempDir cache;
  operators::SubgraphSettings settings = Listed("fake_device", {{"x", kShapes}});
  settings.context_properties = "FAKE_DEVICE_STATIC_SHAPE=1";
  settings.cache_dir = cache.str();
  testing::internal::CaptureStderr();
  Start(kOneInput, settings);
  for (const Shape& shape : kShapes) ExpectRuns({{"x", shape}});
  ExpectRuns({{"x", kShapes[0]}});
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("each set of shapes gets a program of its own"));
  EXPECT_THAT(log, HasSubstr("fake_device"));
  EXPECT_EQ(log.find(kPrefix), log.rfind(kPrefix)) << log;
  EXPECT_EQ(cache.Names().size(), kShapes.size());

  const TempDir again;
  settings = Listed("fake_device", {{"x", {{2, 4}, {4, 4}}}});
  settings.cache_dir = again.str();
  testing::internal::CaptureStderr();
  Start(
      "input %x: float[-1,4]\nslice(Input=%x) -> (Out=%s) {axes=[0], starts=[0], ends=[1]}\n"
      "expand_as_v2(X=%s, Y=%x) -> (Out=%y)\noutput %y\n",
      settings);
  for (const int64_t rows : {2, 4, 2}) ExpectRuns({{"x", {rows, 4}}});
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("expand_as_v2: TILE: input 1 is [2, 1] or [4, 1], and does not follow "
                        "from the shape [1, 4] or [1, 4]"));
  EXPECT_EQ(again.Names().size(), 2u);
}

TEST_F(NNAdapterListedShapesTest, WrongInformationIsNamed) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const struct {
    std::map<std::string, std::vector<Shape>> shapes;
    const char* text;
  } cases[] = {
      {{{"q", {{1, 4}, {2, 4}}}}, "'q' is not an input of a subgraph; inputs are [x, z]"},
      {{{"x", {{1, 4}, {2, 4}}}, {"z", {{1, 4}}}},
       "input 'z' has 1 shapes, input 'x' of the same subgraph has 2"},
      {{{"x", {{1, 4, 1}, {2, 4, 1}}}},
       "input 'x': the listed shape [1, 4, 1] has the rank 3, the value of shape [1, 4] has the "
       "rank 2"},
      {{{"x", {{1, 4}, {-2, 4}}}}, "input 'x': the listed shape [-2, 4] has a negative dimension"},
      // Shapes that the network refuses.
      {{{"x", {{1, 4}, {1, 5}}}}, "concat"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    testing::internal::CaptureStderr();
    Start(kTwoInputs, Listed("builtin_device", c.shapes));
    ExpectRuns({{"x", {1, 4}}, {"z", {1, 4}}});
    ExpectRuns({{"x", {2, 4}}, {"z", {1, 4}}});
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_THAT(log, HasSubstr(kPrefix));
    EXPECT_THAT(log, HasSubstr(c.text));
  }
}

// Both predictors. `folder` has a file for each program afterwards.
template <typename Config>
void SetDevice(const std::string& folder, const std::string& input,
               const std::vector<Shape>& shapes, Config* config) {
  config->set_nnadapter_device_names({"fake_device"});
  config->set_nnadapter_model_cache_dir(folder);
  config->set_nnadapter_dynamic_shape_info({{input, shapes}});
}

std::vector<float> RunPredictor(lite_api::PaddlePredictor* predictor, const Shape& shape) {
  auto input = predictor->GetInput(0);
  input->Resize(shape);
  const auto count = static_cast<size_t>(DDim::FromVector(shape)->production());
  const std::vector<float> values = FormulaFloats("x", count, 1.0f, 0.0f);
  std::memcpy(input->mutable_data<float>(), values.data(), count * sizeof(float));
  predictor->Run();
  const auto output = predictor->GetOutput(0);
  const float* const data = output->data<float>();
  return {data, data + DDim::FromVector(output->shape())->production()};
}

TEST_F(NNAdapterListedShapesTest, Predictors) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const auto net = LoadNetwork("squeezenet_p");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const std::string input = net->cases[0].inputs[0].name;
  const Shape one = net->cases[0].inputs[0].shape;
  Shape two = one;
  two[0] = 2;
  lite_api::CxxConfig cxx;
  cxx.set_model_buffer(net->model.data(), net->model.size(), net->params.data(),
                       net->params.size());
  cxx.set_valid_places({lite_api::Place{TargetType::kX86, PrecisionType::kFloat}});
  const auto cpu = lite_api::CreatePaddlePredictor(cxx);
  const std::vector<float> expected[] = {RunPredictor(cpu.get(), one),
                                         RunPredictor(cpu.get(), two)};
  const auto expect_same = [&](lite_api::PaddlePredictor* predictor, const TempDir& cache) {
    for (int round = 0; round < 2; ++round) {
      for (int i = 0; i < 2; ++i) {
        const std::vector<float> found = RunPredictor(predictor, i == 0 ? one : two);
        ASSERT_EQ(found.size(), expected[i].size());
        EXPECT_LT(Compare(found, expected[i]).rel_l2, 1e-5);
      }
    }
    EXPECT_EQ(cache.Names().size(), 1u);
  };
  const TempDir cxx_cache, light_cache, models;
  cxx.set_valid_places({lite_api::Place{TargetType::kNNAdapter},
                        lite_api::Place{TargetType::kX86, PrecisionType::kFloat}});
  SetDevice(cxx_cache.str(), input, {one, two}, &cxx);
  const auto full = lite_api::CreatePaddlePredictor(cxx);
  expect_same(full.get(), cxx_cache);
  full->SaveOptimizedModel(models / "net", lite_api::LiteModelType::kNaiveBuffer);
  lite_api::MobileConfig mobile;
  mobile.set_model_from_file(models / "net.nb");
  SetDevice(light_cache.str(), input, {one, two}, &mobile);
  const auto light = lite_api::CreatePaddlePredictor(mobile);
  expect_same(light.get(), light_cache);
}

}  // namespace
}  // namespace paddle::lite::test
