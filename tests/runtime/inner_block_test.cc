// Loops and conditions: operators that run blocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "lite/runtime/executable.h"
#include "lite/runtime/profile_observer.h"
#include "tests/support/create_executable.h"
#include "tests/support/environment.h"
#include "tests/support/loop_programs.h"
#include "tests/support/plan_free.h"

namespace paddle::lite::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr PrecisionType kFloat = PrecisionType::kFloat;
constexpr PrecisionType kInt64 = PrecisionType::kInt64;

Status Refusal(model::Model model) {
  const auto executable = Executable::Create(std::move(model), {});
  return executable.status();
}

template <typename T>
void Set(Tensor* tensor, const std::vector<int64_t>& shape, PrecisionType precision,
         const std::vector<T>& values) {
  tensor->Resize(shape);
  ASSERT_TRUE(tensor->Allocate(precision).ok());
  std::copy(values.begin(), values.end(), tensor->mutable_data<T>());
}

void SetFloats(Executable* exe, int input, const std::vector<float>& values) {
  Set(exe->input(static_cast<size_t>(input)), {static_cast<int64_t>(values.size())}, kFloat,
      values);
}
void SetNumber(Executable* exe, int input, int64_t value) {
  Set<int64_t>(exe->input(static_cast<size_t>(input)), {1}, kInt64, {value});
}

std::vector<float> Floats(const Executable& exe, int output) {
  const Tensor& tensor = *exe.output(static_cast<size_t>(output));
  EXPECT_EQ(tensor.precision(), kFloat);
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

// x, n -> while (i < n) { x = 2 x + 1 } -> x, i. The body writes a temporary first, as Paddle does.
LoopBuilder DoublingLoop() {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Scale("x", 2, 1, "next");
  b.Increment("i");
  b.Less("i", "n", "go");
  b.Assign("next", "x");
  b.End();
  return b;
}

TEST(InnerBlock, LoopsAsOftenAsTheConditionSays) {
  const auto exe = CreateExecutable(DoublingLoop().Finish({"x", "i"}));
  ASSERT_NE(exe, nullptr);
  for (const int64_t rounds : {3, 0, 1, 5, 5}) {
    SetFloats(exe.get(), 0, {1, -2});
    SetNumber(exe.get(), 1, rounds);
    const Status status = exe->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    const float scale = static_cast<float>(1 << rounds);
    EXPECT_THAT(Floats(*exe, 0), ElementsAre(2 * scale - 1, -scale - 1));
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), rounds);
    EXPECT_THAT(*exe->input(0)->data<float>(), 1) << "the program must not write its input";
  }
  SetFloats(exe.get(), 0, {1, 1, 1});
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_THAT(Floats(*exe, 0), Each(63));
}

TEST(InnerBlock, ShapesMayGrowInEveryIteration) {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Scale("x", 1, 0, "all");
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Scale("all", 1, 1, "more");
  b.Op("concat", {{"X", {"all", "more"}}}, {{"Out", {"all"}}}, {{"axis", int32_t{0}}});
  b.Increment("i");
  b.Less("i", "n", "go");
  b.End();
  const auto exe = CreateExecutable(b.Finish({"all"}));
  ASSERT_NE(exe, nullptr);
  for (const int64_t rounds : {2, 0, 3, 1, 3}) {
    SetFloats(exe.get(), 0, {0});
    SetNumber(exe.get(), 1, rounds);
    ASSERT_TRUE(exe->Run().ok());
    const std::vector<float> found = Floats(*exe, 0);
    ASSERT_EQ(found.size(), size_t{1} << rounds);
    // The number of ones in the position's binary digits.
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i], static_cast<float>(__builtin_popcount(static_cast<unsigned>(i))));
    }
  }
}

// One round leaves the shapes of the block as the next run finds them, so that its plan stays.
TEST(InnerBlock, AGrowingResultHasMemoryInTheNextRun) {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Scale("x", 1, 0, "all");
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Op("concat", {{"X", {"all", "x"}}}, {{"Out", {"all"}}}, {{"axis", int32_t{0}}});
  b.Increment("i");
  b.Less("i", "n", "go");
  b.End();
  const auto exe = CreateExecutable(b.Finish({"all"}));
  ASSERT_NE(exe, nullptr);
  SetNumber(exe.get(), 1, 1);
  for (const float value : {1.0f, 2.0f, 3.0f}) {
    // So large that a write beyond it does not hit other memory of the process.
    SetFloats(exe.get(), 0, std::vector<float>(size_t{1} << 20, value));
    ASSERT_TRUE(exe->Run().ok());
    const std::vector<float> result = Floats(*exe, 0);
    EXPECT_EQ(result.size(), size_t{1} << 21);
    EXPECT_EQ(std::count(result.begin(), result.end(), value), int64_t{1} << 21);
  }
}

TEST(InnerBlock, ValuesAreExchangedBetweenIterations) {
  LoopBuilder b;  // Fibonacci numbers: (x, y) = (y, x + y)
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Scale("x", 1, 1, "y");
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Add("x", "y", "sum");
  b.Assign("y", "x");
  b.Assign("sum", "y");
  b.Increment("i");
  b.Less("i", "n", "go");
  b.End();
  const auto exe = CreateExecutable(b.Finish({"x", "y"}));
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {0});
  SetNumber(exe.get(), 1, 10);
  for (int run = 0; run < 2; ++run) {
    ASSERT_TRUE(exe->Run().ok());
    EXPECT_THAT(Floats(*exe, 0), ElementsAre(55));
    EXPECT_THAT(Floats(*exe, 1), ElementsAre(89));
  }
}

// x + 1 where t < n, x - 1 elsewhere, as Paddle's Switch writes it: two conditions write y.
TEST(InnerBlock, AConditionThatIsFalseKeepsTheValue) {
  for (const bool has_value : {true, false}) {
    LoopBuilder b;
    b.Feed("x", kFloat, {-1});
    b.Feed("n", kInt64, {1});
    b.Fill("t", kInt64, 1);
    b.Less("t", "n", "is_less");
    if (has_value) b.Scale("x", 10, 0, "y");
    b.BeginIf("is_less");
    b.Scale("x", 1, 1, "y");
    b.End();
    b.Scale("y", 1, 0, "out");
    const auto exe = CreateExecutable(b.Finish({"out"}));
    ASSERT_NE(exe, nullptr);
    SetFloats(exe.get(), 0, {3});
    for (const int64_t n : {5, 0, 5}) {
      SetNumber(exe.get(), 1, n);
      const Status status = exe->Run();
      if (n == 0 && !has_value) {
        EXPECT_EQ(status.message(),
                  "op scale (#5): input 'X' has no value, because the block that writes it did not "
                  "run");
        continue;
      }
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_THAT(Floats(*exe, 0), ElementsAre(n == 0 ? 30 : 4));
    }
  }
}

TEST(InnerBlock, BranchesJoin) {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("t", kInt64, 1);
  b.Less("t", "n", "yes");
  b.Op("logical_not", {{"X", {"yes"}}}, {{"Out", {"no"}}});
  b.BeginIf("yes");
  b.Scale("x", 2, 0, "if_true");
  b.End();
  b.BeginIf("no");
  b.Scale("x", -1, 0, "if_false");
  b.End();
  b.Op("cast", {{"X", {"yes"}}}, {{"Out", {"mask"}}},
       {{"in_dtype", int32_t{0}}, {"out_dtype", int32_t{2}}});
  b.Op("select_input", {{"X", {"if_false", "if_true"}}, {"Mask", {"mask"}}}, {{"Out", {"out"}}});
  const auto exe = CreateExecutable(b.Finish({"out"}));
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {3});
  for (const int64_t n : {5, 0, 0, 5}) {
    SetNumber(exe.get(), 1, n);
    const Status status = exe->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(Floats(*exe, 0), ElementsAre(n == 0 ? -3 : 6));
  }
}

TEST(InnerBlock, ArraysOfTheBlockAreEmptyInEveryIteration) {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Array("kept");
  b.Array("local");
  b.Fill("i", kInt64, 0);
  b.Op("write_to_array", {{"X", {"x"}}, {"I", {"i"}}}, {{"Out", {"kept"}}});
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Op("write_to_array", {{"X", {"x"}}, {"I", {"i"}}}, {{"Out", {"local"}}});
  b.Op("lod_array_length", {{"X", {"local"}}}, {{"Out", {"local_length"}}});
  b.Increment("i");
  b.Op("write_to_array", {{"X", {"x"}}, {"I", {"i"}}}, {{"Out", {"kept"}}});
  b.Less("i", "n", "go");
  b.End();
  b.Op("lod_array_length", {{"X", {"kept"}}}, {{"Out", {"kept_length"}}});
  model::Model model = b.Finish({"kept_length", "local_length"});
  // The main block does not mention the local array; its length has a start value there.
  for (auto& slot : model.program.blocks[0].ops[5].outputs) {
    auto& names = slot.second;
    names.erase(std::remove(names.begin(), names.end(), "local"), names.end());
  }
  const auto exe = CreateExecutable(std::move(model));
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {3});
  SetNumber(exe.get(), 1, 4);
  for (int run = 0; run < 2; ++run) {
    const Status status = exe->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(*exe->output(0)->data<int64_t>(), 5);
    EXPECT_EQ(*exe->output(1)->data<int64_t>(), 4) << "as long as the last index needs";
  }
}

TEST(InnerBlock, ALoopThatDoesNotEndIsStopped) {
  ExecutableOptions options;
  options.max_loop_iterations = 20;
  const auto exe = CreateExecutable(DoublingLoop().Finish({"x"}), options);
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {0});
  SetNumber(exe.get(), 1, 21);
  const Status status = exe->Run();
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_THAT(status.message(), HasSubstr("op while (#4) on while/def/1/4/2: block 1 has run 20 "
                                          "times and 'go' is still true"));
  SetNumber(exe.get(), 1, 20);
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_THAT(Floats(*exe, 0), ElementsAre((1 << 20) - 1));
}

// x, n -> while (i < n) { j = 0; while (j < n) { x = x + 1; ++j; } ++i; } -> x
model::Model NestedLoops() {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Scale("x", 1, 0, "sum");
  b.Fill("j", kInt64, 0);
  b.Less("i", "n", "go");
  b.Less("j", "n", "on");
  b.BeginWhile("go");
  b.Fill("j", kInt64, 0);
  b.Less("j", "n", "on");
  b.BeginWhile("on");
  b.Scale("sum", 1, 1, "sum");
  b.Increment("j");
  b.Less("j", "n", "on");
  b.End();
  b.Increment("i");
  b.Less("i", "n", "go");
  b.End();
  return b.Finish({"sum"});
}

TEST(InnerBlock, AllLoopsOfARunShareTheLimit) {
  ExecutableOptions options;
  options.max_loop_iterations = 4 + 4 * 4;
  const auto exe = CreateExecutable(NestedLoops(), options);
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {0});
  for (const int64_t rounds : {4, 5, 4, 1000000, 4}) {
    SetNumber(exe.get(), 1, rounds);
    const Status status = exe->Run();
    if (rounds == 4) {
      ASSERT_TRUE(status.ok()) << "every run begins anew: " << status.ToString();
      EXPECT_THAT(Floats(*exe, 0), ElementsAre(16));
      continue;
    }
    EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
    EXPECT_THAT(status.message(), HasSubstr("have made the 20 iterations"));
  }
}

TEST(InnerBlock, TheEnvironmentLimitsLoops) {
  SetVariable("LITE_MAX_LOOP_ITERATIONS", "7");
  const auto exe = CreateExecutable(DoublingLoop().Finish({"x"}));
  SetVariable("LITE_MAX_LOOP_ITERATIONS", "many");
  const Status refused = Refusal(DoublingLoop().Finish({"x"}));
  RemoveVariable("LITE_MAX_LOOP_ITERATIONS");
  EXPECT_EQ(refused.message(),
            "LITE_MAX_LOOP_ITERATIONS is 'many', expected a number of at least 1");
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {0});
  SetNumber(exe.get(), 1, 8);
  EXPECT_EQ(exe->Run().code(), StatusCode::kOutOfRange);
  SetNumber(exe.get(), 1, 7);
  EXPECT_TRUE(exe->Run().ok());
}

TEST(InnerBlock, AConditionThatTheBlockDoesNotWriteIsRefused) {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Scale("x", 2, 0, "x");
  b.End();
  const auto exe = CreateExecutable(b.Finish({"x"}));
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {1});
  SetNumber(exe.get(), 1, 0);
  EXPECT_TRUE(exe->Run().ok()) << "no iteration";
  SetNumber(exe.get(), 1, 1);
  EXPECT_THAT(exe->Run().message(), HasSubstr("Condition: block 1 does not write the condition"));
}

TEST(InnerBlock, ConditionsAreOneBool) {
  struct Case {
    std::vector<int64_t> shape;
    PrecisionType precision;
    const char* refusal;
  };
  for (const Case& c :
       {Case{{1}, PrecisionType::kBool, nullptr}, Case{{}, PrecisionType::kBool, nullptr},
        Case{{1, 1}, PrecisionType::kBool, nullptr},
        Case{{2}, PrecisionType::kBool, "expected one bool, found bool of shape [2]"},
        Case{{0}, PrecisionType::kBool, "expected one bool"},
        Case{{1}, kInt64, "expected one bool, found int64_t of shape [1]"}}) {
    LoopBuilder b;
    b.Feed("x", kFloat, {-1});
    b.Feed("go", c.precision, {-1});
    b.BeginIf("go");
    b.Scale("x", 2, 0, "x");
    b.End();
    const auto exe = CreateExecutable(b.Finish({"x"}));
    ASSERT_NE(exe, nullptr);
    SetFloats(exe.get(), 0, {1});
    exe->input(1)->Resize(c.shape);
    ASSERT_TRUE(exe->input(1)->Allocate(c.precision).ok());
    if (exe->input(1)->numel() > 0) *exe->input(1)->mutable_data<bool>() = true;
    const Status status = exe->Run();
    if (c.refusal == nullptr) {
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_THAT(Floats(*exe, 0), ElementsAre(2));
    } else {
      EXPECT_THAT(status.message(), HasSubstr(StrCat("Cond: ", c.refusal)));
    }
  }
}

TEST(InnerBlock, AnErrorInTheBlockNamesItAndLeavesTheExecutableUsable) {
  LoopBuilder b;
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Array("list");
  b.Fill("i", kInt64, 0);
  b.Op("write_to_array", {{"X", {"x"}}, {"I", {"i"}}}, {{"Out", {"list"}}});
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Scale("x", 2, 0, "x");
  b.Op("read_from_array", {{"X", {"list"}}, {"I", {"i"}}}, {{"Out", {"element"}}});
  b.Increment("i");
  b.Less("i", "n", "go");
  b.End();
  const auto exe = CreateExecutable(b.Finish({"x"}));
  ASSERT_NE(exe, nullptr);
  for (const int64_t n : {1, 3, 1, 3, 0}) {
    SetFloats(exe.get(), 0, {5});
    SetNumber(exe.get(), 1, n);
    const Status status = exe->Run();
    if (n == 3) {
      EXPECT_EQ(status.message(),
                "op while (#5) on while/def/1/4/2: op read_from_array (#1 of block 1): I: index 1 "
                "of a list of 1 tensors");
    } else {
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_THAT(Floats(*exe, 0), ElementsAre(n == 0 ? 5 : 10));
    }
  }
}

TEST(InnerBlock, WeightsMayBeReadAndWritten) {
  LoopBuilder b;  // "w" changes in the loop, "v" does not
  b.Feed("x", kFloat, {-1});
  b.Feed("n", kInt64, {1});
  b.Fill("i", kInt64, 0);
  b.Less("i", "n", "go");
  b.BeginWhile("go");
  b.Add("x", "w", "x");
  b.Add("w", "v", "w");
  b.Increment("i");
  b.Less("i", "n", "go");
  b.End();
  model::Model model = b.Finish({"x", "w"});
  for (const char* name : {"w", "v"}) {
    Tensor& param = model.params[name];
    Set<float>(&param, {1}, kFloat, {name[0] == 'w' ? 1.0f : 10.0f});
    param.set_persistable(true);
  }
  const auto exe = CreateExecutable(std::move(model));
  ASSERT_NE(exe, nullptr);
  SetFloats(exe.get(), 0, {0, 5});
  struct {
    int64_t n;
    float sum, w;
  } runs[] = {{3, 33, 31}, {3, 123, 61}, {0, 0, 61}};
  for (const auto& run : runs) {
    SetNumber(exe.get(), 1, run.n);
    const Status status = exe->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(Floats(*exe, 0), ElementsAre(run.sum, run.sum + 5));
    EXPECT_THAT(Floats(*exe, 1), ElementsAre(run.w));
  }
}

class PositionObserver final : public Observer {
 public:
  void BeginRun() override { ++runs; }
  void BeforeOp(OpPosition at, const Op& op, const KernelDef&) override {
    log.push_back(StrCat(op.type(), " ", at.ToString()));
  }
  int runs = 0;
  std::vector<std::string> log;
};

TEST(InnerBlock, ObserversAndReportsCoverInnerOperators) {
  const auto exe = CreateExecutable(DoublingLoop().Finish({"x"}));
  ASSERT_NE(exe, nullptr);
  PositionObserver positions;
  exe->set_observer(&positions);
  SetFloats(exe.get(), 0, {1});
  SetNumber(exe.get(), 1, 2);
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_EQ(positions.runs, 1);
  EXPECT_THAT(positions.log,
              ElementsAre("fill_constant #2", "less_than #3", "while #4", "scale #0 of block 1",
                          "increment #1 of block 1", "less_than #2 of block 1",
                          "assign #3 of block 1", "scale #0 of block 1", "increment #1 of block 1",
                          "less_than #2 of block 1", "assign #3 of block 1"));
  ProfileObserver profile(0, &exe->program());
  exe->set_observer(&profile);
  ASSERT_TRUE(exe->Run().ok());
  exe->set_observer(nullptr);
  ASSERT_EQ(profile.records().size(), 7u);
  for (const ProfileObserver::OpRecord& record : profile.records()) {
    EXPECT_EQ(record.count, record.block == 1 ? 2 : 1) << record.type;
    if (record.type == "scale") {
      EXPECT_EQ(record.name, "next");
    }
  }
  const std::vector<std::string> report = exe->KernelReport();
  ASSERT_EQ(report.size(), 7u);
  EXPECT_EQ(report[2], "#4 while: while/def/1/4/2");
  EXPECT_THAT(report[3], HasSubstr("#0 of block 1 scale: scale/def/"));
  int kernels = 0;
  for (const auto& entry : exe->KernelCounts()) kernels += entry.second;
  EXPECT_EQ(kernels, 7);
}

TEST(InnerBlock, TheTimeOfALoopIsWithoutItsOperators) {
  ProfileObserver profile;
  const auto loop = CreateOp("while");
  const auto condition = CreateOp("conditional_block");
  KernelDef kernel;
  profile.BeginRun();
  profile.BeforeOp({0, 0}, *loop, kernel);
  for (int i = 0; i < 2; ++i) {
    profile.BeforeOp({1, 0}, *condition, kernel);
    profile.AfterOp({1, 0}, *condition, kernel, 40);
  }
  profile.AfterOp({0, 0}, *loop, kernel, 100);
  profile.EndRun();
  EXPECT_EQ(profile.total_ns(), 100);
  EXPECT_EQ(profile.records()[0].total_ns, 80);
  EXPECT_EQ(profile.records()[1].total_ns, 20);
}

TEST(InnerBlock, ClonesThreadsAndReleasedMemory) {
  const auto exe = CreateExecutable(DoublingLoop().Finish({"x"}));
  ASSERT_NE(exe, nullptr);
  const auto run = [](Executable* one, int64_t n) {
    SetFloats(one, 0, {0, 0});
    SetNumber(one, 1, n);
    const Status status = one->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(Floats(*one, 0), Each(static_cast<float>((1 << n) - 1)));
  };
  run(exe.get(), 2);
  exe->set_threads(3);
  run(exe.get(), 3);
  exe->ReleaseMemory();
  run(exe.get(), 4);
  std::vector<std::thread> threads;
  for (int64_t n = 1; n <= 4; ++n) {
    auto clone = exe->Clone();
    ASSERT_TRUE(clone.ok()) << clone.status().ToString();
    threads.emplace_back([&run, n, one = std::move(*clone)]() {
      for (int i = 0; i < 20; ++i) run(one.get(), n);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(InnerBlock, ProgramsThatCannotRunAreRefusedByName) {
  model::Model shared = DoublingLoop().Finish({"x"});
  shared.program.blocks[0].ops.push_back(shared.program.blocks[0].ops[4]);
  EXPECT_EQ(Refusal(shared).message(),
            "block 1 is run by op while (#4) and by op while (#6); expected one operator for each "
            "block");
  model::Model fed = DoublingLoop().Finish({"x"});
  fed.program.blocks[1].ops.push_back(fed.program.blocks[0].ops[0]);
  EXPECT_EQ(Refusal(fed).message(), "op feed (#4 of block 1): expected in the main block only");
  model::Model missing = DoublingLoop().Finish({"x"});
  missing.program.blocks[1].ops[0].inputs["X"] = {"nothing"};
  EXPECT_THAT(Refusal(missing).message(),
              HasSubstr("op while (#4): op scale (#0 of block 1): input X: the program has no "
                        "variable \"nothing\""));
  model::Model no_block = DoublingLoop().Finish({"x"});
  no_block.program.blocks[0].ops[4].attrs.erase("sub_block");
  EXPECT_THAT(Refusal(no_block).message(),
              HasSubstr("op while (#4): attribute sub_block: expected a block of the program"));
  model::Model no_kernel = DoublingLoop().Finish({"x"});
  no_kernel.program.blocks[1].ops[0].attrs[model::kKernelTypeAttr] = std::string("relu/def/1/1/1");
  EXPECT_THAT(Refusal(no_kernel).message(),
              HasSubstr("op scale (#0 of block 1): names kernel 'relu/def/1/1/1'"));
}

// Slots that miss what the block reads and writes: names decide.
void DropSlots(model::Model* model) {
  for (model::BlockDesc& block : model->program.blocks) {
    for (model::OpDesc& op : block.ops) {
      if (op.type != "while" && op.type != "conditional_block") continue;
      op.inputs.erase("X");
      op.inputs.erase("Input");
      op.outputs.erase("Out");
    }
  }
}

TEST(InnerBlock, RandomProgramsComputeWhatTheySay) {
  const char* wanted = std::getenv("LITE_RANDOM_GRAPHS");
  const uint32_t count = wanted == nullptr ? 60 : static_cast<uint32_t>(std::atoi(wanted));
  int compared = 0;
  for (uint32_t seed = 0; compared < static_cast<int>(count); ++seed) {
    ASSERT_LT(seed, 20 * count + 100) << "too few programs end";
    RandomLoops loops = MakeRandomLoops(seed);
    for (const bool has_slots : {true, false}) {
      model::Model model = loops.model;
      if (!has_slots) DropSlots(&model);
      const auto exe = CreateExecutable(model);
      ASSERT_NE(exe, nullptr) << "seed " << seed;
      std::vector<std::vector<Tensor>> runs;
      for (const int64_t n : {2, 0, 4}) {
        const std::vector<double> a = {0.5, -1, 2, -0.25, 1, 3};
        LoopInterpreter reference(loops.model.program);
        constexpr int kMaxSteps = 20000;
        if (!reference.Run({{"a", a}, {"n", {static_cast<double>(n)}}}, kMaxSteps)) continue;
        runs.emplace_back(2);
        Set<float>(&runs.back()[0], {2, 3}, kFloat, {a.begin(), a.end()});
        Set<int64_t>(&runs.back()[1], {1}, kInt64, {n});
        for (int i = 0; i < 2; ++i) ASSERT_TRUE(exe->input(i)->CopyFrom(runs.back()[i]).ok());
        const Status status = exe->Run();
        ASSERT_TRUE(status.ok()) << "seed " << seed << ": " << status.ToString();
        for (size_t i = 0; i + 1 < loops.fetches.size(); ++i) {
          const std::vector<double>& expected = reference.Value(loops.fetches[i]);
          const std::vector<float> found = Floats(*exe, static_cast<int>(i));
          ASSERT_EQ(found.size(), expected.size());
          for (size_t j = 0; j < found.size(); ++j) {
            ASSERT_NEAR(found[j], expected[j], 1e-3 * (1 + std::abs(expected[j])))
                << "seed " << seed << ", n " << n << ", " << loops.fetches[i];
          }
        }
        ++compared;
      }
      const Status same = ComparePlanned(model, runs, 2);
      ASSERT_TRUE(same.ok()) << "seed " << seed << ": " << same.ToString();
    }
  }
}

}  // namespace
}  // namespace paddle::lite::test
