#include "lite/mir/verify.h"

#include <gtest/gtest.h>

#include "lite/mir/text.h"

namespace paddle::lite::mir {
namespace verify_test {

class VerifyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Graph>> graph = ParseGraph(R"(
      const %w: float[2] = [1.0, 2.0]
      input %x: float[-1,2]
      elementwise_add(X=%x, Y=%w) -> (Out=%y)
      tanh(X=%y) -> (Out=%z)
      output %z)");
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    graph_ = std::move(*graph);
    add_ = graph_->root()->ops()[1];
    tanh_ = graph_->root()->ops()[2];
    ASSERT_TRUE(Verify(*graph_).ok()) << Verify(*graph_).ToString();
  }

  void ExpectProblem(const std::string& text) {
    const Status status = Verify(*graph_);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.code(), StatusCode::kInternal);
    EXPECT_NE(status.message().find(text), std::string::npos) << status.message();
  }

  std::unique_ptr<Graph> graph_;
  OpNode* add_ = nullptr;
  OpNode* tanh_ = nullptr;
};

TEST_F(VerifyTest, ReadBeforeWritten) {
  OpNode* relu = graph_->InsertOp("relu", graph_->root(), add_);
  graph_->SetInput(relu, "X", {add_->Output("Out")});
  graph_->SetOutput(relu, "Out", {graph_->NewArg(graph_->root(), "r")});
  ExpectProblem("reads %y before it is written");
}

TEST_F(VerifyTest, TwoProducers) {
  OpNode* relu = graph_->InsertOpAfter("relu", add_);
  graph_->SetInput(relu, "X", {add_->Input("X")});
  graph_->SetOutput(relu, "Out", {add_->Output("Out")});
  ExpectProblem("%y is written twice");
}

TEST_F(VerifyTest, WrittenConstant) {
  graph_->SetOutput(tanh_, "Out", {add_->Input("Y")});
  ExpectProblem("writes the constant %w");
}

TEST_F(VerifyTest, RequiredSlots) {
  graph_->SetInput(tanh_, "X", {});
  ExpectProblem("lacks slot X");
}

TEST_F(VerifyTest, TypesOfAttributes) {
  add_->attrs["axis"] = std::string("one");
  ExpectProblem("attribute axis: expected INT, found STRING");
}

TEST_F(VerifyTest, ConstantsWithoutData) {
  Tensor empty;
  empty.Resize(DDim({2}));
  empty.set_precision(PrecisionType::kFloat);
  graph_->SetInput(add_, "Y", {graph_->NewConstant("empty", empty)});
  ExpectProblem("constant %empty has no data");
}

TEST_F(VerifyTest, AllProblemsAreListed) {
  graph_->SetInput(tanh_, "X", {});
  graph_->SetInput(add_, "Y", {});
  ExpectProblem("tanh (#2, %z) lacks slot X");
  ExpectProblem("elementwise_add (#1, %y) lacks slot Y");
}

// A value of a pinned variable is lost once the variable is written again.
TEST(VerifyPinnedTest, OverwrittenValue) {
  Result<std::unique_ptr<Graph>> graph = ParseGraph(R"(
    block 0 {
      input %x: float[1]
      relu(X=%x) -> (Out=%i)
      tanh(X=%i) -> (Out=%a)
      sqrt(X=%x) -> (Out=%i)
      conditional_block(Input=%i) {sub_block=^1}
      output %a
    }
    block 1 parent 0 {
      tanh(X=%i) -> (Out=%i)
    })");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  ASSERT_TRUE(Verify(**graph).ok());
  OpNode* tanh = (*graph)->root()->ops()[2];
  OpNode* late = (*graph)->InsertOp("square", (*graph)->root(), nullptr);
  (*graph)->SetInput(late, "X", {tanh->Input("X")});
  (*graph)->SetOutput(late, "Out", {(*graph)->NewArg((*graph)->root(), "s")});
  const Status status = Verify(**graph);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.message().find("overwritten value of %i"), std::string::npos)
      << status.message();
}

}  // namespace verify_test
}  // namespace paddle::lite::mir
