#include "lite/mir/report.h"

#include <gmock/gmock.h>

#include "lite/mir/infer.h"
#include "lite/mir/passes/legalise.h"
#include "lite/runtime/executable.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace report_test {

using ::testing::HasSubstr;

std::unique_ptr<Graph> Legalised(const std::string& text, std::ostream* explain = nullptr) {
  Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return nullptr;
  InferShapes(graph->get());
  const Status status = Legalise(graph->get(), OptimizeOptions(), explain);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return *std::move(graph);
}

constexpr char kNet[] = R"(
    const %w: float[4,4,3,3] = random(1, -1, 1)
    input %x: float[1,4,8,8]
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    relu(X=%a) -> (Out=%b)
    conv2d(Input=%b, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
    elementwise_add(X=%c, Y=%b) -> (Out=%d)
    pool2d(X=%d) -> (Out=%e) {ksize=[2, 2], strides=[2, 2], pooling_type="max"}
    reshape2(X=%e) -> (Out=%f) {shape=[1, -1]}
    softmax(X=%f) -> (Out=%y)
    output %y)";

TEST(MemoryPlanTest, CountsWhatIsAliveTogether) {
  const auto graph = Legalised(R"(
    const %k: float[256] = fill(1)
    input %x: float[1,4,8,8]
    relu(X=%x) -> (Out=%a)
    tanh(X=%a) -> (Out=%b)
    elementwise_add(X=%a, Y=%b) -> (Out=%c)
    reshape2(X=%c) -> (Out=%d) {shape=[1, 256]}
    elementwise_mul(X=%d, Y=%k) -> (Out=%y) {axis=1}
    output %y)");
  ASSERT_NE(graph, nullptr);
  const MemoryPlan plan = PlanMemory(*graph);
  EXPECT_EQ(plan.weights, 1024u);
  EXPECT_EQ(plan.io, 2048u);
  // a and b are alive together, the sum is written over a, and reshaping moves nothing.
  EXPECT_EQ(plan.activations, 2048u);
  EXPECT_EQ(plan.unshared, 4096u);
  EXPECT_EQ(plan.unknown, 0);
}

TEST(MemoryPlanTest, IsThatOfTheRuntime) {
  const auto graph = Legalised(kNet);
  ASSERT_NE(graph, nullptr);
  const MemoryPlan plan = PlanMemory(*graph);
  ExecutableOptions options;
  options.targets = {TargetType::kHost};
  auto executable = Executable::Create(graph->Export(), options);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  Tensor* input = (*executable)->input(0);
  input->Resize(DDim{1, 4, 8, 8});
  ASSERT_TRUE(input->Allocate(PrecisionType::kFloat).ok());
  const Status prepared = (*executable)->Prepare();
  ASSERT_TRUE(prepared.ok()) << prepared.ToString();
  EXPECT_EQ(plan.activations, (*executable)->memory_use().activations);
  EXPECT_EQ(plan.io, (*executable)->memory_use().io);
  EXPECT_LT(plan.activations, plan.unshared);
}

// A second block mentions variables of the main one: their values have places in the same plan.
TEST(MemoryPlanTest, CountsVariablesThatOtherBlocksMention) {
  const auto alone = Legalised(kNet);
  std::ostringstream out;
  const auto mentioned = Legalised(std::string(kNet) + R"(
block 1 parent 0 forward -1 {
    tanh(X=%b) -> (Out=%z)
    relu(X=%d) -> (Out=%a)
})",
                                   &out);
  ASSERT_NE(alone, nullptr);
  ASSERT_NE(mentioned, nullptr);
  ASSERT_EQ(mentioned->blocks().size(), 2u);
  const MemoryPlan expected = PlanMemory(*alone);
  const MemoryPlan plan = PlanMemory(*mentioned);
  EXPECT_GT(expected.activations, 0u);
  EXPECT_EQ(plan.activations, expected.activations);
  EXPECT_EQ(plan.unshared, expected.unshared);
  EXPECT_EQ(plan.io, expected.io);
  EXPECT_EQ(plan.unknown, 0);
  EXPECT_THAT(out.str(), HasSubstr("  of the main block only\n"));
}

TEST(ExplainTest, SaysWhyAndHowMuch) {
  std::ostringstream out;
  std::string text = kNet;
  text.replace(text.find("float[1,4,8,8]"), 14, "float[-1,4,8,8]");
  const auto graph = Legalised(text, &out);
  ASSERT_NE(graph, nullptr);
  const std::string said = out.str();
  EXPECT_THAT(said, HasSubstr("kernel: block 0 #1 conv2d: conv2d/def/1/1/1 host/float/NCHW, "
                              "estimated "));
  EXPECT_THAT(said, HasSubstr("\n  the only kernel that fits"));
  EXPECT_THAT(said, HasSubstr("Summary: 7 operators, estimated "));
  EXPECT_THAT(said, HasSubstr("\noperators on host: 7\n"));
  EXPECT_THAT(said, HasSubstr("\n#  operator "));
  EXPECT_THAT(said, HasSubstr("others that fit: elementwise_add/def/"));
  EXPECT_THAT(said, HasSubstr("target x86 not requested"));
  EXPECT_THAT(said, HasSubstr("layout conversions: 0\n"));
  EXPECT_THAT(said, HasSubstr("copies between memories (io_copy): 0\n"));
  EXPECT_THAT(said, HasSubstr("casts (calib): 0\n"));
  EXPECT_THAT(said, HasSubstr("memory plan: weights 0.58 KB, activations 4.10 KB at the peak ("));
  EXPECT_THAT(said, HasSubstr("  assuming x [2, 4, 8, 8] where dimensions are open\n"));
}

}  // namespace report_test
}  // namespace paddle::lite::mir
