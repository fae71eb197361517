// Parameters that the program reads and writes: a run begins with what the last one wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "lite/mir/optimizer.h"
#include "lite/runtime/executable.h"
#include "tests/support/create_executable.h"
#include "tests/support/loop_programs.h"

namespace paddle::lite::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Makes the variable a parameter, of type `precision`, that begins with the value.
template <typename T>
void Begin(model::Model* model, const std::string& name, PrecisionType precision,
           const std::vector<int64_t>& shape, T value) {
  Tensor& tensor = model->params[name];
  tensor.Resize(shape);
  ASSERT_TRUE(tensor.Allocate(precision).ok());
  std::fill_n(tensor.mutable_data<T>(), tensor.numel(), value);
  std::vector<model::VarDesc>& vars = model->program.blocks[0].vars;
  auto desc = std::find_if(vars.begin(), vars.end(), [&](const auto& v) { return v.name == name; });
  if (desc == vars.end()) {
    vars.emplace_back();
    desc = vars.end() - 1;
    desc->name = name;
  }
  desc->persistable = true;
  desc->has_tensor_desc = true;
  desc->data_type = model::VarTypeOf(precision);
  desc->shape = shape;
}

void Feed(Executable* exe, const std::vector<float>& values) {
  Tensor* x = exe->input(0);
  x->Resize(DDim{static_cast<int64_t>(values.size())});
  ASSERT_TRUE(x->Allocate(PrecisionType::kFloat).ok());
  std::copy(values.begin(), values.end(), x->mutable_data<float>());
}

std::vector<float> Floats(const Tensor& tensor) {
  EXPECT_EQ(tensor.precision(), PrecisionType::kFloat);
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

// The same program as it is and optimised.
std::vector<std::unique_ptr<Executable>> BothForms(const model::Model& model) {
  std::vector<std::unique_ptr<Executable>> both;
  both.push_back(CreateExecutable(model));
  auto optimised = mir::Optimize(model, {});
  EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
  if (optimised.ok()) both.push_back(CreateExecutable(std::move(*optimised)));
  EXPECT_THAT(both, Each(::testing::NotNull()));
  return both;
}

// mean = (mean + x) / 2, count = count + 1
model::Model RunningMean() {
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {-1});
  b.Increment("count");
  b.Add("mean", "x", "sum");
  b.Scale("sum", 0.5f, 0, "mean");
  b.Scale("mean", 1, 0, "y");
  model::Model model = b.Finish({"y", "count"});
  Begin<float>(&model, "mean", PrecisionType::kFloat, {2}, 0);
  Begin<int64_t>(&model, "count", PrecisionType::kInt64, {1}, 10);
  return model;
}

TEST(States, ARunBeginsWithWhatTheLastOneWrote) {
  for (const auto& exe : BothForms(RunningMean())) {
    EXPECT_THAT(exe->input_names(), ElementsAre("x"));
    EXPECT_THAT(exe->output_names(), ElementsAre("y", "count"));
    Feed(exe.get(), {8, 16});
    for (const float share : {.5f, .75f, .875f}) {
      ASSERT_TRUE(exe->Run().ok());
      EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(8 * share, 16 * share));
    }
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 13);
    exe->ReleaseMemory();
    Feed(exe.get(), {1, 2});
    const Status status = exe->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(4, 8));
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 14);
  }
}

TEST(States, CallersReadAndSetThem) {
  for (const auto& exe : BothForms(RunningMean())) {
    auto count = exe->FindTensor("count");
    ASSERT_TRUE(count.ok()) << count.status().ToString();
    EXPECT_FALSE(exe->IsParameter(*count));
    EXPECT_EQ(*(*count)->data<int64_t>(), 10);
    Feed(exe.get(), {8, 16});
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_EQ(*(*count)->data<int64_t>(), 11);
    *(*count)->mutable_data<int64_t>() = 100;
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 101);
    EXPECT_EQ(*(*count)->data<int64_t>(), 101);
  }
}

TEST(States, ClonesBeginWithTheFileAndKeepTheirOwn) {
  for (const auto& exe : BothForms(RunningMean())) {
    Feed(exe.get(), {8, 16});
    ASSERT_TRUE(exe->Run().ok());
    for (const bool is_private : {false, true}) {
      auto clone =
          exe->Clone(is_private ? std::vector<std::string>{"count"} : std::vector<std::string>());
      ASSERT_TRUE(clone.ok()) << clone.status().ToString();
      Feed(clone->get(), {8, 16});
      for (const int64_t expected : {11, 12}) {
        ASSERT_TRUE((*clone)->Run().ok());
        EXPECT_EQ(*(*clone)->output(1)->data<int64_t>(), expected);
      }
    }
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 12);
  }
}

TEST(States, TheyCanBeginAnew) {
  for (const auto& exe : BothForms(RunningMean())) {
    Feed(exe.get(), {8, 16});
    ASSERT_TRUE(exe->Run().ok());
    ASSERT_TRUE(exe->ResetStates().ok());
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(4, 8));
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 11);
  }
}

TEST(States, AFailedRunLeavesThemAsTheyWere) {
  for (const auto& exe : BothForms(RunningMean())) {
    Feed(exe.get(), {8, 16});
    ASSERT_TRUE(exe->Run().ok());
    Feed(exe.get(), {1, 2, 3});
    EXPECT_FALSE(exe->Run().ok());
    Feed(exe.get(), {8, 16});
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(6, 12));
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 12);
  }
}

TEST(States, TheirShapesMayChange) {
  // seen = concat(seen, x), as a cache of keys grows
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {-1});
  b.Op("concat", {{"X", {"seen", "x"}}}, {{"Out", {"all"}}}, {{"axis", int32_t{0}}});
  b.Assign("all", "seen");
  b.Scale("seen", 2, 0, "y");
  model::Model model = b.Finish({"y"});
  Begin<float>(&model, "seen", PrecisionType::kFloat, {1}, 1);
  for (const auto& exe : BothForms(model)) {
    Feed(exe.get(), {2});
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(2, 4));
    Feed(exe.get(), {3, 4});
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(2, 4, 6, 8));
  }
}

TEST(States, BlocksWriteThem) {
  // if (go) { n = n + 1 }, on a parameter that the main block does not mention
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {1});
  b.Fill("limit", PrecisionType::kFloat, 0);
  b.Less("limit", "x", "go");
  b.BeginIf("go");
  b.Increment("n");
  b.End();
  b.Scale("x", 1, 0, "y");
  model::Model model = b.Finish({"y"});
  Begin<int64_t>(&model, "n", PrecisionType::kInt64, {1}, 5);
  for (const auto& exe : BothForms(model)) {
    auto n = exe->FindTensor("n");
    ASSERT_TRUE(n.ok()) << n.status().ToString();
    int64_t expected = 5;
    for (const float x : {1.f, -1.f, 1.f}) {
      Feed(exe.get(), {x});
      const Status status = exe->Run();
      ASSERT_TRUE(status.ok()) << status.ToString();
      expected += x > 0;
      EXPECT_EQ(*(*n)->data<int64_t>(), expected);
    }
  }
}

TEST(States, WhatIsOnlyWrittenBeginsAnew) {
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {-1});
  b.Scale("x", 2, 0, "w");
  b.Scale("w", 1, 1, "y");
  model::Model model = b.Finish({"y"});
  Begin<float>(&model, "w", PrecisionType::kFloat, {2}, 0);
  for (const auto& exe : BothForms(model)) {
    for (int run = 0; run < 2; ++run) {
      Feed(exe.get(), {1, 2});
      ASSERT_TRUE(exe->Run().ok());
      EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(3, 5));
    }
  }
}

// mean = 0.9 mean + 0.1 (the mean of X)
TEST(States, StatisticsThatAreTrained) {
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {-1, 1});
  b.Op("batch_norm",
       {{"X", {"x"}}, {"Scale", {"s"}}, {"Bias", {"b"}}, {"Mean", {"m"}}, {"Variance", {"v"}}},
       {{"Y", {"y"}},
        {"MeanOut", {"m"}},
        {"VarianceOut", {"v"}},
        {"SavedMean", {"sm"}},
        {"SavedVariance", {"sv"}}},
       {{"is_test", false}, {"momentum", 0.9f}, {"epsilon", 1e-5f}});
  model::Model model = b.Finish({"y"});
  for (const char* name : {"s", "b", "m", "v"}) {
    Begin<float>(&model, name, PrecisionType::kFloat, {1}, 1);
  }
  for (const auto& exe : BothForms(model)) {
    auto mean = exe->FindTensor("m");
    ASSERT_TRUE(mean.ok()) << mean.status().ToString();
    Feed(exe.get(), {1, 5});
    exe->input(0)->Resize(DDim{2, 1});
    for (const float expected : {1.2f, 1.38f}) {
      const Status status = exe->Run();
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_FLOAT_EQ(*(*mean)->data<float>(), expected);
      EXPECT_NEAR(exe->output(0)->data<float>()[1], 2, 1e-4);
    }
  }
}

// The numbers are those of Paddle 1.8.5 and 2.6.2.
TEST(States, AWindowOfMagnitudes) {
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {1, 3});
  b.Op("elementwise_mul", {{"X", {"share"}}, {"Y", {"share"}}}, {{"Out", {"share"}}},
       {{"axis", int32_t{-1}}});
  b.Op("elementwise_mul", {{"X", {"x"}}, {"Y", {"share"}}}, {{"Out", {"z"}}},
       {{"axis", int32_t{-1}}});
  b.Op("fake_quantize_range_abs_max", {{"X", {"z"}}, {"InScale", {"scale"}}, {"Iter", {"step"}}},
       {{"Out", {"y"}}, {"OutScale", {"scale"}}, {"OutScales", {"window"}}},
       {{"window_size", int32_t{2}}, {"bit_length", int32_t{8}}, {"is_test", false}});
  b.Increment("step");
  model::Model model = b.Finish({"y", "scale", "window"});
  Begin<float>(&model, "share", PrecisionType::kFloat, {1}, .5f);
  Begin<float>(&model, "scale", PrecisionType::kFloat, {1}, 1.25f);
  Begin<int64_t>(&model, "step", PrecisionType::kInt64, {1}, 0);
  Begin<float>(&model, "window", PrecisionType::kFloat, {2}, 1.25f);
  model.params["window"].mutable_data<float>()[0] = .25f;
  struct {
    std::vector<float> y;
    float scale;
    std::vector<float> window;
  } expected[] = {{{25, -102, 51}, 1.25f, {1, 1.25f}},
                  {{8, -32, 16}, 1, {1, .25f}},
                  {{2, -8, 4}, .25f, {.015625f, .25f}}};
  for (const auto& exe : BothForms(model)) {
    Feed(exe.get(), {1, -4, 2});
    exe->input(0)->Resize(DDim{1, 3});
    for (const auto& run : expected) {
      const Status status = exe->Run();
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_EQ(Floats(*exe->output(0)), run.y);
      EXPECT_EQ(*exe->output(1)->data<float>(), run.scale);
      EXPECT_EQ(Floats(*exe->output(2)), run.window);
    }
    auto step = exe->FindTensor("step");
    ASSERT_TRUE(step.ok()) << step.status().ToString();
    *(*step)->mutable_data<int64_t>() = -1;
    EXPECT_THAT(exe->Run().message(), HasSubstr("Iter: expected a number of at least 0, found -1"));
  }
}

// The numbers are those of Paddle 2.6.2.
TEST(States, ScalesThatAreOnlyListedAsAResult) {
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {2, 3});
  b.Op("fake_channel_wise_quantize_abs_max", {{"X", {"x"}}},
       {{"Out", {"y"}}, {"OutScale", {"scales"}}},
       {{"quant_axis", int32_t{0}}, {"bit_length", int32_t{8}}, {"is_test", true}});
  model::Model model = b.Finish({"y"});
  Begin<float>(&model, "scales", PrecisionType::kFloat, {2}, 1.25f);
  model.params["scales"].mutable_data<float>()[1] = 4;
  for (const auto& exe : BothForms(model)) {
    Feed(exe.get(), {.5f, -2, 1, .25f, 3, -.125f});
    exe->input(0)->Resize(DDim{2, 3});
    for (int run = 0; run < 2; ++run) {
      const Status status = exe->Run();
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_THAT(Floats(*exe->output(0)), ElementsAre(51, -127, 102, 8, 95, -4));
    }
  }
}

TEST(States, FetchesBeforeTheWriteAreRefused) {
  model::Model model = RunningMean();
  auto& ops = model.program.blocks[0].ops;
  const auto fetch = std::find_if(ops.begin(), ops.end(), [](const auto& op) {
    return op.type == "fetch" && op.Input("X")[0] == "count";
  });
  std::rotate(ops.begin() + 1, fetch, fetch + 1);
  const auto exe = Executable::Create(std::move(model), {});
  EXPECT_THAT(exe.status().ToString(), HasSubstr("fetch of parameter 'count' before"));
}

}  // namespace
}  // namespace paddle::lite::test
