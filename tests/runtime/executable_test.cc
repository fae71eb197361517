#include "lite/runtime/executable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lite/base/logging.h"
#include "tests/support/create_executable.h"

namespace paddle::lite {
namespace {

using test::CreateExecutable;

using ::testing::ElementsAre;
using ::testing::HasSubstr;

model::OpDesc MakeOp(const std::string& type, model::SlotMap inputs, model::SlotMap outputs,
                     std::map<std::string, model::AttrValue> attrs = {}) {
  model::OpDesc op;
  op.type = type;
  op.inputs = std::move(inputs);
  op.outputs = std::move(outputs);
  op.attrs = std::move(attrs);
  return op;
}

// feed x -> the operators -> fetch y.
model::Model MakeModel(std::vector<model::OpDesc> ops, const std::string& output = "y") {
  model::Model model;
  model.program.blocks.emplace_back();
  auto& block = model.program.blocks[0];
  model::VarDesc x;
  x.name = "x";
  x.has_tensor_desc = true;
  x.shape = {-1, 4};
  block.vars.push_back(x);
  block.ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}));
  for (auto& op : ops) block.ops.push_back(std::move(op));
  block.ops.push_back(
      MakeOp("fetch", {{"X", {output}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
  return model;
}

void Fill(Tensor* tensor, const std::vector<int64_t>& shape, const std::vector<float>& values) {
  tensor->Resize(shape);
  ASSERT_TRUE(tensor->Allocate(PrecisionType::kFloat).ok());
  std::copy(values.begin(), values.end(), tensor->mutable_data<float>());
}

std::vector<float> Values(const Tensor& tensor) {
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

TEST(Executable, RunsAndFollowsTheInputShape) {
  auto exe = CreateExecutable(MakeModel({MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"t"}}}),
                                         MakeOp("relu", {{"X", {"t"}}}, {{"Out", {"y"}}})}));
  ASSERT_NE(exe, nullptr);
  EXPECT_THAT(exe->input_names(), ElementsAre("x"));
  EXPECT_THAT(exe->output_names(), ElementsAre("y"));
  Fill(exe->input(0), {1, 4}, {-1, 2, -3, 4});
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_THAT(Values(*exe->output(0)), ElementsAre(0, 2, 0, 4));
  Fill(exe->input(0), {2, 1}, {5, -6});
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_EQ(exe->output(0)->dims(), DDim({2, 1}));
  EXPECT_THAT(Values(*exe->output(0)), ElementsAre(5, 0));
  Fill(exe->input(0), {0, 4}, {});
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_EQ(exe->output(0)->dims(), DDim({0, 4}));
}

TEST(Executable, OneNameMayHoldSeveralValues) {
  // t is written twice with different meanings, as memory reuse by renaming does.
  auto exe = CreateExecutable(MakeModel({MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"t"}}}),
                                         MakeOp("relu", {{"X", {"t"}}}, {{"Out", {"t"}}}),
                                         MakeOp("relu", {{"X", {"t"}}}, {{"Out", {"x"}}}),
                                         MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}})}));
  ASSERT_NE(exe, nullptr);
  for (int round = 0; round < 2; ++round) {
    Fill(exe->input(0), {1, 2}, {-1, 3});
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_THAT(Values(*exe->output(0)), ElementsAre(0, 3));
    EXPECT_THAT(Values(*exe->input(0)), ElementsAre(-1, 3))
        << "the program must not write its input";
  }
}

TEST(Executable, MemoryOfAChainIsReused) {
  std::vector<model::OpDesc> ops;
  std::string previous = "x";
  for (int i = 0; i < 50; ++i) {
    const std::string next = i == 49 ? "y" : StrCat("t", i);
    ops.push_back(MakeOp("relu", {{"X", {previous}}}, {{"Out", {next}}}));
    previous = next;
  }
  auto exe = CreateExecutable(MakeModel(std::move(ops)));
  ASSERT_NE(exe, nullptr);
  Fill(exe->input(0), {16, 64}, std::vector<float>(1024, 1.0f));
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_LE(exe->memory_use().activations, 2u * 1024 * sizeof(float));
  EXPECT_THAT(Values(*exe->output(0)), testing::Each(1.0f));
}

// The second input of an operator that may work in place is a piece of the first one, or the first
// one is made of it.
TEST(Executable, AnInputInsideOfAnotherOneIsNotOverwritten) {
  const std::vector<model::OpDesc> cut = {
      MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"a"}}}),
      MakeOp("split", {{"X", {"a"}}}, {{"Out", {"p", "q"}}},
             {{"axis", int32_t{1}}, {"sections", std::vector<int32_t>{1, 3}}})};
  const std::vector<model::OpDesc> joined = {
      MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"p"}}}),
      MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"q"}}}),
      MakeOp("concat", {{"X", {"p", "q"}}}, {{"Out", {"a"}}}, {{"axis", int32_t{1}}})};
  for (const bool is_cut : {true, false}) {
    for (const std::string operation : {"add", "sub", "mul", "div"}) {
      for (const int64_t batch : {1, 2}) {
        SCOPED_TRACE(StrCat(is_cut ? "split " : "concat ", operation, ", batch ", batch));
        std::vector<model::OpDesc> ops = is_cut ? cut : joined;
        ops.push_back(MakeOp("elementwise_" + operation, {{"X", {"a"}}, {"Y", {"p"}}},
                             {{"Out", {"z"}}}, {{"axis", int32_t{-1}}}));
        ops.push_back(MakeOp("relu", {{"X", {"z"}}}, {{"Out", {"y"}}}));
        auto exe = CreateExecutable(MakeModel(std::move(ops)));
        ASSERT_NE(exe, nullptr);
        // What a holds repeats what p holds.
        const int64_t channels = is_cut ? 4 : 1;
        constexpr int64_t kPixels = 35;
        std::vector<float> in(static_cast<size_t>(batch * channels * kPixels));
        for (size_t i = 0; i < in.size(); ++i) in[i] = 1.0f + static_cast<float>(i * 7 % 64) / 8;
        Fill(exe->input(0), {batch, channels, 5, 7}, in);
        for (int run = 0; run < 2; ++run) {
          ASSERT_TRUE(exe->Run().ok());
          const std::vector<float> found = Values(*exe->output(0));
          const int64_t wide = is_cut ? 4 : 2;
          ASSERT_EQ(found.size(), static_cast<size_t>(batch * wide * kPixels));
          for (int64_t i = 0; i < batch * wide * kPixels; ++i) {
            const int64_t image = i / (wide * kPixels);
            const int64_t channel = i / kPixels % wide;
            const int64_t pixel = i % kPixels;
            const int64_t of_a = is_cut ? channel : 0;
            const float a = in[static_cast<size_t>((image * channels + of_a) * kPixels + pixel)];
            const float p = in[static_cast<size_t>(image * channels * kPixels + pixel)];
            const float z = operation == "add"   ? a + p
                            : operation == "sub" ? a - p
                            : operation == "mul" ? a * p
                                                 : a / p;
            ASSERT_EQ(found[static_cast<size_t>(i)], std::max(z, 0.0f)) << "element " << i;
          }
        }
      }
    }
  }
}

TEST(Executable, ErrorsNameWhatIsWrong) {
  auto unknown =
      Executable::Create(MakeModel({MakeOp("no_such_op", {{"X", {"x"}}}, {{"Out", {"t"}}}),
                                    MakeOp("nor_this", {{"X", {"t"}}}, {{"Out", {"y"}}})}),
                         {});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.status().code(), StatusCode::kUnsupported);
  EXPECT_THAT(unknown.status().message(), HasSubstr("no_such_op (#1), nor_this (#2)"));

  auto missing =
      Executable::Create(MakeModel({MakeOp("relu", {{"X", {"w"}}}, {{"Out", {"y"}}})}), {});
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.status().message(), HasSubstr("relu (#1)"));
  EXPECT_THAT(missing.status().message(), HasSubstr("\"w\""));

  auto fetch = Executable::Create(MakeModel({}, "nothing"), {});
  ASSERT_FALSE(fetch.ok());
  EXPECT_THAT(fetch.status().message(), HasSubstr("'nothing'"));

  auto exe = CreateExecutable(MakeModel({MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}})}));
  const Status unset = exe->Run();
  EXPECT_EQ(unset.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(unset.message(), HasSubstr("'x'"));
  Fill(exe->input(0), {1, 4}, {1, 2, 3, 4});
  exe->input(0)->Resize(DDim{100, 400});
  EXPECT_THAT(exe->Run().message(), HasSubstr("mutable_data"));
  exe->input(0)->Resize(DDim{1, 4});
  ASSERT_TRUE(exe->input(0)->Allocate(PrecisionType::kInt64).ok());
  EXPECT_THAT(exe->Run().message(), HasSubstr("int64_t"));
}

TEST(Executable, BlockReferencesAreChecked) {
  auto out_of_range = MakeModel(
      {MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}, {{"sub_block", model::BlockRef{7}}})});
  EXPECT_THAT(Executable::Create(out_of_range, {}).status().message(), HasSubstr("block 7"));
  auto main_block =
      MakeModel({MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}, {{"sub_block", int32_t{0}}})});
  EXPECT_THAT(Executable::Create(main_block, {}).status().message(),
              HasSubstr("op relu (#1 of block 0): attribute sub_block refers to block 0"));
}

TEST(Executable, ClonesShareWeightsAndRunAlone) {
  auto exe = CreateExecutable(MakeModel({MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}})}));
  auto clone = exe->Clone();
  ASSERT_TRUE(clone.ok());
  Fill(exe->input(0), {1, 2}, {1, -1});
  Fill((*clone)->input(0), {1, 2}, {-2, 2});
  ASSERT_TRUE(exe->Run().ok());
  ASSERT_TRUE((*clone)->Run().ok());
  EXPECT_THAT(Values(*exe->output(0)), ElementsAre(1, 0));
  EXPECT_THAT(Values(*(*clone)->output(0)), ElementsAre(0, 2));
  exe->ReleaseMemory();
  EXPECT_FALSE(exe->Run().ok());
  Fill(exe->input(0), {1, 2}, {3, -1});
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_THAT(Values(*exe->output(0)), ElementsAre(3, 0));
}

// Paddle 1.x has no tensors of rank 0: a declared shape [1] stays [1].
TEST(Executable, FluidProgramsKeepTheirDeclaredScalars) {
  for (const int64_t version : {1008005, 2006002}) {
    auto model =
        MakeModel({MakeOp("reduce_sum", {{"X", {"x"}}}, {{"Out", {"y"}}}, {{"reduce_all", true}})});
    model.program.version = version;
    model::VarDesc y;
    y.name = "y";
    y.has_tensor_desc = true;
    y.shape = {1};
    model.program.blocks[0].vars.push_back(y);
    auto exe = CreateExecutable(std::move(model));
    ASSERT_NE(exe, nullptr);
    Fill(exe->input(0), {1, 2}, {3, 4});
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_EQ(exe->output(0)->dims(), version < 2000000 ? DDim({1}) : DDim());
    EXPECT_THAT(Values(*exe->output(0)), ElementsAre(7));
  }
}

// The declared shape is that of the last operator that writes the variable.
TEST(Executable, FluidScalarsMayBeOverwritten) {
  auto model = MakeModel(
      {MakeOp("reduce_sum", {{"X", {"x"}}}, {{"Out", {"y"}}}, {{"reduce_all", true}}),
       MakeOp("shape", {{"Input", {"y"}}}, {{"Out", {"s"}}}),
       MakeOp("assign", {{"X", {"x"}}}, {{"Out", {"y"}}}),
       MakeOp("cast", {{"X", {"s"}}}, {{"Out", {"y"}}}, {{"in_dtype", 2}, {"out_dtype", 5}})});
  model.program.version = 1008005;
  model::VarDesc y;
  y.name = "y";
  y.has_tensor_desc = true;
  y.shape = {1, 2};
  model.program.blocks[0].vars.push_back(y);
  auto exe = CreateExecutable(std::move(model));
  ASSERT_NE(exe, nullptr);
  Fill(exe->input(0), {1, 2}, {3, 4});
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_THAT(Values(*exe->output(0)), ElementsAre(1));
}

class CountingObserver final : public Observer {
 public:
  void BeforeOp(OpPosition at, const Op& op, const KernelDef&) override {
    log.push_back(StrCat(op.type(), at.index));
  }
  void AfterOp(OpPosition, const Op&, const KernelDef&, int64_t nanoseconds) override {
    EXPECT_GE(nanoseconds, 0);
  }
  std::vector<std::string> log;
};

TEST(Executable, ObserversSeeEveryOperator) {
  auto exe = CreateExecutable(MakeModel({MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}})}));
  CountingObserver observer;
  exe->set_observer(&observer);
  Fill(exe->input(0), {1, 2}, {1, -1});
  ASSERT_TRUE(exe->Run().ok());
  exe->set_observer(nullptr);
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_THAT(observer.log, ElementsAre("relu1"));
}

constexpr char kAtPlan[] = "when the plan is made";

TEST(Executable, ValuesThatFollowFromShapesAreComputedWithThePlan) {
  auto exe = CreateExecutable(MakeModel(
      {MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"r"}}}),
       MakeOp("shape", {{"Input", {"r"}}}, {{"Out", {"s"}}}),
       MakeOp("slice", {{"Input", {"s"}}}, {{"Out", {"rows"}}},
              {{"axes", std::vector<int32_t>{0}},
               {"starts", std::vector<int32_t>{0}},
               {"ends", std::vector<int32_t>{1}}}),
       MakeOp("slice", {{"Input", {"s"}}}, {{"Out", {"columns"}}},
              {{"axes", std::vector<int32_t>{0}},
               {"starts", std::vector<int32_t>{1}},
               {"ends", std::vector<int32_t>{2}}}),
       MakeOp("reshape2", {{"X", {"r"}}, {"ShapeTensor", {"columns", "rows"}}},
              {{"Out", {"t"}}, {"XShape", {"unread"}}}, {{"shape", std::vector<int32_t>{-1, -1}}}),
       MakeOp("scale", {{"X", {"t"}}}, {{"Out", {"y"}}}, {{"scale", 2.0f}})}));
  ASSERT_NE(exe, nullptr);
  CountingObserver observer;
  for (const int64_t rows : {2, 3, 2}) {
    Fill(exe->input(0), {rows, 4}, std::vector<float>(static_cast<size_t>(rows) * 4, 1.5f));
    for (Observer* watching : {static_cast<Observer*>(nullptr), static_cast<Observer*>(&observer),
                               static_cast<Observer*>(nullptr)}) {
      observer.log.clear();
      exe->set_observer(watching);
      const Status status = exe->Run();
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_EQ(exe->output(0)->dims(), DDim({4, rows}));
      EXPECT_THAT(Values(*exe->output(0)), testing::Each(3.0f));
      EXPECT_EQ(observer.log.size(), watching == nullptr ? 0u : 6u);
    }
  }
  const std::vector<std::string> report = exe->KernelReport();
  for (const size_t i : {1, 2, 3}) EXPECT_THAT(report[i], HasSubstr(kAtPlan));
  for (const size_t i : {0, 4, 5}) EXPECT_THAT(report[i], testing::Not(HasSubstr(kAtPlan)));
  EXPECT_GT(exe->memory_use().settled, 0u);
  // The operators after the shape are part of the plan: one value, of which the reshape is a view.
  EXPECT_EQ(exe->memory_use().activations, 64u);
}

TEST(Executable, LargeValuesThatFollowFromShapesAreComputedInTheRun) {
  auto exe = CreateExecutable(MakeModel({MakeOp("fill_any_like", {{"X", {"x"}}}, {{"Out", {"t"}}},
                                                {{"value", 3.0f}, {"dtype", int32_t{-1}}}),
                                         MakeOp("elementwise_add", {{"X", {"t"}}, {"Y", {"x"}}},
                                                {{"Out", {"y"}}}, {{"axis", int32_t{-1}}})}));
  ASSERT_NE(exe, nullptr);
  for (const int64_t rows : {4, 20000, 4, 20000}) {
    Fill(exe->input(0), {rows, 4}, std::vector<float>(static_cast<size_t>(rows) * 4, 1.0f));
    for (int run = 0; run < 2; ++run) {
      ASSERT_TRUE(exe->Run().ok());
      EXPECT_THAT(Values(*exe->output(0)), testing::Each(4.0f));
    }
    EXPECT_EQ(exe->KernelReport()[0].find(kAtPlan) != std::string::npos, rows == 4);
    EXPECT_EQ(exe->memory_use().settled > 0, rows == 4);
  }
}

// Constants, and tensors without elements, are printed as often as others.
TEST(Executable, PrintWorksInEveryRun) {
  auto exe = CreateExecutable(MakeModel(
      {MakeOp("fill_constant", {}, {{"Out", {"c"}}},
              {{"shape", std::vector<int64_t>{2}}, {"value", 3.0f}}),
       MakeOp("print", {{"In", {"c"}}}, {{"Out", {"p"}}}, {{"message", std::string("constant")}}),
       MakeOp("print", {{"In", {"x"}}}, {{"Out", {"y"}}}, {{"message", std::string("x")}})}));
  ASSERT_NE(exe, nullptr);
  std::vector<std::string> texts;
  lite_api::SetLogCallback([&](const lite_api::LogMessage& m) { texts.push_back(m.text); });
  for (const int64_t rows : {1, 0, 0}) {
    texts.clear();
    Fill(exe->input(0), {rows, 4}, std::vector<float>(static_cast<size_t>(rows) * 4, 1.0f));
    const Status status = exe->Run();
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(texts, ElementsAre("constant float [2] 3 3",
                                   rows == 1 ? "x float [1, 4] 1 1 1 1" : "x float [0, 4]"));
  }
  lite_api::SetLogCallback(nullptr);
}

TEST(Executable, RandomNumbersAreDrawnInEveryRun) {
  for (const char* type : {"uniform_random", "gaussian_random"}) {
    for (const int32_t seed : {0, 4}) {
      auto exe = CreateExecutable(
          MakeModel({MakeOp(type, {}, {{"Out", {"t"}}},
                            {{"shape", std::vector<int64_t>{1, 4}}, {"seed", seed}}),
                     MakeOp("elementwise_add", {{"X", {"x"}}, {"Y", {"t"}}}, {{"Out", {"y"}}})}));
      ASSERT_NE(exe, nullptr);
      std::vector<float> results[2];
      for (std::vector<float>& values : results) {
        Fill(exe->input(0), {1, 4}, {0, 0, 0, 0});
        const Status status = exe->Run();
        ASSERT_TRUE(status.ok()) << status.ToString();
        values = Values(*exe->output(0));
      }
      EXPECT_EQ(results[0] == results[1], seed != 0) << type << " with seed " << seed;
    }
  }
}

// As a kernel does whose micro-kernels a library for other models lacks.
class LackingKernel final : public Kernel {
 public:
  Status Prepare(const Op&, PrepareContext*) override { return Unsupported("it lacks something"); }
  Status Run(const Op&, const RunContext&) override { return OkStatus(); }
};

TEST(Executable, AllOperatorsThatLackSomethingAreNamed) {
  KernelDef kernel;
  kernel.op_type = "sign";
  kernel.alias = "lacking";
  kernel.target = TargetType::kHost;
  kernel.precision = PrecisionType::kFloat;
  kernel.layout = DataLayoutType::kAny;
  kernel.create = []() -> std::unique_ptr<Kernel> { return std::make_unique<LackingKernel>(); };
  ExecutableOptions options;
  options.more_kernels = {&kernel};
  options.targets = {TargetType::kHost};
  auto exe = CreateExecutable(MakeModel({MakeOp("sign", {{"X", {"x"}}}, {{"Out", {"t"}}}),
                                         MakeOp("relu", {{"X", {"t"}}}, {{"Out", {"u"}}}),
                                         MakeOp("sign", {{"X", {"u"}}}, {{"Out", {"y"}}})}),
                              options);
  ASSERT_NE(exe, nullptr);
  Fill(exe->input(0), {1, 4}, {-1, 2, -3, 4});
  const Status status = exe->Run();
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(status.message(),
            "op sign (#1) on sign/lacking/1/1/2: it lacks something; also op sign (#3)");
}

#if defined(__x86_64__)
// A file may fetch what a kernel made with the channels last.
TEST(Executable, FetchedValuesAreInNchwOrRefused) {
  auto exe = CreateExecutable(
      MakeModel({MakeOp("layout", {{"Input", {"x"}}}, {{"Out", {"y"}}},
                        {{model::kKernelTypeAttr, std::string("layout/nchw2nhwc/2/1/1")}})}));
  ASSERT_NE(exe, nullptr);
  Fill(exe->input(0), {1, 2, 2, 1}, {1, 2, 3, 4});
  const Status status = exe->Run();
  EXPECT_EQ(status.code(), StatusCode::kUnsupported) << status.ToString();
  EXPECT_THAT(status.message(), HasSubstr("output 'y' would be in layout NHWC"));
  // The same order either way.
  Fill(exe->input(0), {1, 1, 2, 2}, {1, 2, 3, 4});
  EXPECT_TRUE(exe->Run().ok());
}
#endif

}  // namespace
}  // namespace paddle::lite
