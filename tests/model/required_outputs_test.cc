// Outputs required by Paddle's operators are written, although no pass keeps unused results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lite/mir/text.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kOps[] = R"(
    const %s: float[4] = fill(1)
    input %x: float[-1,4,8,8]
    batch_norm(X=%x, Scale=%s, Bias=%s, Mean=%s, Variance=%s) -> (Y=%a) {is_test=true}
    layer_norm(X=%a) -> (Y=%b, Mean=%m)
    transpose2(X=%b) -> (Out=%b.Variance) {axis=[0, 2, 3, 1]}
    reshape2(X=%b.Variance) -> (Out=%y) {shape=[0, -1]}
    output %y)";

Program Written(const std::string& header) {
  const Result<Model> model = mir::ParseModel(header + kOps);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  const Result<std::string> bytes = EncodePaddleProgram(model->program);
  EXPECT_TRUE(bytes.ok());
  Result<Program> program = DecodePaddleProgram(*bytes);
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  return *std::move(program);
}

TEST(RequiredOutputs, AreAdded) {
  const Program program = Written("version 2006002\n");
  const BlockDesc& block = program.blocks[0];
  const OpDesc& batch_norm = block.ops.at(1);
  EXPECT_THAT(batch_norm.Output("MeanOut"), ElementsAre("s"));
  EXPECT_THAT(batch_norm.Output("VarianceOut"), ElementsAre("s"));
  EXPECT_THAT(batch_norm.Output("SavedMean"), ElementsAre("a.SavedMean"));
  EXPECT_THAT(batch_norm.Output("SavedVariance"), ElementsAre("a.SavedVariance"));
  ASSERT_NE(block.FindVar("a.SavedMean"), nullptr);
  EXPECT_EQ(block.FindVar("a.SavedMean")->data_type, VarType::kFP32);
  EXPECT_FALSE(block.FindVar("a.SavedMean")->persistable);
  // Existing outputs are kept, and no name is used twice.
  const OpDesc& layer_norm = block.ops.at(2);
  EXPECT_THAT(layer_norm.Output("Mean"), ElementsAre("m"));
  EXPECT_THAT(layer_norm.Output("Variance"), ElementsAre("m.Variance"));
  EXPECT_THAT(block.ops.at(4).Output("XShape"), ElementsAre("y.XShape"));
  // Optional in newer versions.
  EXPECT_THAT(block.ops.at(3).Output("XShape"), IsEmpty());
}

TEST(RequiredOutputs, Fluid) {
  const Program program = Written("version 1008005\n");
  EXPECT_THAT(program.blocks[0].ops.at(3).Output("XShape"), ElementsAre("b.Variance.XShape"));
}

TEST(RequiredOutputs, TheProgramItselfStaysAsItIs) {
  const Program once = Written("version 1008005\n");
  const Result<std::string> again = EncodePaddleProgram(once);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, *EncodePaddleProgram(*DecodePaddleProgram(*again)));
}

}  // namespace
}  // namespace paddle::lite::model
