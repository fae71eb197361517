// Operators that run blocks decide when; what a block computes is tested in tests/runtime.
#include <gtest/gtest.h>

#include <algorithm>

#include "lite/kernels/kernel.h"
#include "lite/model/op_fields.h"
#include "lite/operators/conditional_block.h"
#include "lite/operators/subgraph.h"
#include "lite/operators/while.h"

namespace paddle::lite::test {
namespace {

// Notes how it was run.
class NotingBlock final : public operators::SubBlock {
 public:
  Status RunOnce() override { return Note("once"); }
  Status RunWhile(const char* slot, const Tensor& condition) override {
    EXPECT_TRUE(condition.IsInitialized());
    return Note(StrCat("while ", slot));
  }
  Status Skip() override { return Note("skip"); }

  std::string log;

 private:
  Status Note(const std::string& what) {
    log += what + ";";
    return OkStatus();
  }
};

Tensor MakeBool(bool value) {
  Tensor tensor;
  tensor.Resize(DDim{1});
  EXPECT_TRUE(tensor.Allocate(PrecisionType::kBool).ok());
  *tensor.mutable_data<bool>() = value;
  return tensor;
}

Status RunKernel(const Op& op) {
  const auto kernels = KernelsOf(op.type());
  const auto host = std::find_if(kernels.begin(), kernels.end(), [](const KernelDef* kernel) {
    return kernel->target == TargetType::kHost;
  });
  if (host == kernels.end()) return NotFound("no host kernel");
  const std::unique_ptr<Kernel> kernel = (*host)->create();
  PrepareContext prepare;
  LITE_RETURN_IF_ERROR(kernel->Prepare(op, &prepare));
  return kernel->Run(op, RunContext());
}

// The runtime takes an operator with such a field for a BlockOp.
TEST(BlockOp, IsTheBaseOfAllOperatorsThatDeclareABlock) {
  int found = 0;
  for (const std::string& type : KnownOpTypes()) {
    const std::unique_ptr<Op> op = CreateOp(type);
    const auto fields = model::DescribeFields([&op](FieldVisitor& v) { op->Fields(v); });
    const bool declares = std::any_of(fields.begin(), fields.end(), [](const auto& field) {
      return field.kind == model::FieldKind::kBlock;
    });
    EXPECT_EQ(declares, dynamic_cast<operators::BlockOp*>(op.get()) != nullptr) << type;
    EXPECT_TRUE(!declares || op->KernelAllocatesOutput()) << type;
    found += declares;
  }
  EXPECT_GE(found, 4);
}

TEST(Subgraph, RunsItsBlockOnce) {
  operators::Subgraph op;
  op.set_type("subgraph");
  op.sub_block = 2;
  EXPECT_EQ(RunKernel(op).message(), "sub_block: block 2 is not bound to the operator");
  NotingBlock block;
  op.block = &block;
  ASSERT_TRUE(RunKernel(op).ok());
  EXPECT_EQ(block.log, "once;");
}

TEST(While, RunsTheBlockWithItsCondition) {
  operators::While op;
  op.set_type("while");
  const Tensor condition = MakeBool(true);
  op.condition = &condition;
  op.sub_block = 3;
  EXPECT_EQ(RunKernel(op).message(), "sub_block: block 3 is not bound to the operator");
  NotingBlock block;
  op.block = &block;
  ASSERT_TRUE(RunKernel(op).ok());
  EXPECT_EQ(block.log, "while Condition;");
}

TEST(ConditionalBlock, RunsTheBlockIfItsConditionIsTrue) {
  for (const char* type : {"conditional_block", "conditional_block_infer"}) {
    operators::ConditionalBlock op;
    op.set_type(type);
    NotingBlock block;
    op.block = &block;
    Tensor yes = MakeBool(true), no = MakeBool(false), empty;
    empty.Resize(DDim{0, 4});
    op.is_scalar_condition = true;
    op.cond = {&no};
    ASSERT_TRUE(RunKernel(op).ok());
    op.cond = {&yes};
    ASSERT_TRUE(RunKernel(op).ok());
    EXPECT_EQ(block.log, "skip;once;");
    op.cond = {&yes, &yes};
    EXPECT_EQ(RunKernel(op).message(), "Cond: expected one variable, found 2");
    op.cond = {&empty};
    EXPECT_EQ(RunKernel(op).message(), "Cond: the condition has no value");

    block.log.clear();
    op.is_scalar_condition = false;
    op.input = {&yes, &no};
    ASSERT_TRUE(RunKernel(op).ok());
    op.input = {&yes, &empty};
    ASSERT_TRUE(RunKernel(op).ok());
    EXPECT_EQ(block.log, "once;skip;");
  }
}

}  // namespace
}  // namespace paddle::lite::test
