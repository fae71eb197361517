#include "lite/tools/model_io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lite/tools/verification.h"

namespace paddle::lite::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Shapes = std::vector<std::vector<int64_t>>;

// The shapes of a text without names.
Shapes Parsed(const std::string& text) {
  Shapes shapes;
  const auto parsed = ParseShapes(text);
  for (const GivenShape& shape : *parsed) {
    EXPECT_EQ(shape.input, "") << text;
    shapes.push_back(shape.dims);
  }
  return shapes;
}

TEST(ParseShapesTest, Accepts) {
  EXPECT_EQ(Parsed("1,3,224,224"), (Shapes{{1, 3, 224, 224}}));
  EXPECT_EQ(Parsed("1x3x224x224"), (Shapes{{1, 3, 224, 224}}));
  EXPECT_EQ(Parsed(" 1, 2 :3"), (Shapes{{1, 2}, {3}}));
  EXPECT_EQ(Parsed("0,4"), (Shapes{{0, 4}}));
  EXPECT_EQ(Parsed("1::2"), (Shapes{{1}, {}, {2}}));
  EXPECT_TRUE(ParseShapes("")->empty());
}

TEST(ParseShapesTest, Names) {
  const GivenShapes shapes = *ParseShapes("image:1,3,8,8: x :2x2");
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[0].input, "image");
  EXPECT_THAT(shapes[0].dims, ElementsAre(1, 3, 8, 8));
  EXPECT_EQ(shapes[1].input, "x");
  EXPECT_THAT(shapes[1].dims, ElementsAre(2, 2));
}

TEST(ParseShapesTest, Refuses) {
  for (const char* text :
       {"1,x", "1x", "x", "a:b", "a:1:2", "1:a:2", "1x-3", "-1,3", "1,,3", "1.5",
        "99999999999999999999", "1,2,3,4,5,6,7,8,9,10", "4294967296,4294967296"}) {
    EXPECT_FALSE(ParseShapes(text).ok()) << text;
  }
}

TEST(ParseShapeRowsTest, NamesTheSameInputs) {
  const auto rows = ParseShapeRows("x:1,4:z:2; z:3:x:2,4");
  ASSERT_TRUE(rows.ok()) << rows.status().ToString();
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[1][0].input, "z");
  EXPECT_THAT((*rows)[1][1].dims, ElementsAre(2, 4));
  EXPECT_TRUE(ParseShapeRows("")->empty());
  for (const char* text :
       {"1,4;2,4", "x:1,4;2,4", "x:1,4;z:2,4", "x:1;x:2:z:1", "x:1:x:2", "x:1;", "x:1;x:-2"}) {
    EXPECT_FALSE(ParseShapeRows(text).ok()) << text;
  }
  EXPECT_THAT(ParseShapeRows("x:1,4;z:2,4").status().message(), HasSubstr("found 'z:2,4'"));
}

TEST(SettleShapesTest, DeclaredShapesCompleteTheBatch) {
  const std::vector<InputInfo> inputs = {{"x", PrecisionType::kFloat, {-1, 3, 8, 8}}};
  EXPECT_EQ(*SettleShapes(inputs, {}), (Shapes{{1, 3, 8, 8}}));
  EXPECT_EQ(*SettleShapes(inputs, {{2, 3, 4, 4}}), (Shapes{{2, 3, 4, 4}}));
  EXPECT_FALSE(SettleShapes(inputs, {{1}, {2}}).ok());
}

TEST(SettleShapesTest, ShapesByName) {
  const std::vector<InputInfo> inputs = {{"a", PrecisionType::kFloat, {-1, 3}},
                                         {"b", PrecisionType::kFloat, {-1, -1}}};
  EXPECT_EQ(*SettleShapes(inputs, *ParseShapes("b:2,5:a:4,3")), (Shapes{{4, 3}, {2, 5}}));
  EXPECT_EQ(*SettleShapes(inputs, *ParseShapes("b:2,5")), (Shapes{{1, 3}, {2, 5}}));
  EXPECT_THAT(SettleShapes(inputs, *ParseShapes("a:4,3")).status().message(),
              HasSubstr("leaves shapes open"));
  EXPECT_THAT(SettleShapes(inputs, *ParseShapes("c:4,3")).status().message(),
              HasSubstr("'c' is not an input, the model has 2 inputs: a [-1,3], b [-1,-1]"));
  EXPECT_THAT(SettleShapes(inputs, *ParseShapes("b:1,1:b:2,2")).status().message(),
              HasSubstr("'b' has two shapes"));
}

TEST(SettleShapesTest, OpenShapesNameTheInputs) {
  const std::vector<InputInfo> inputs = {{"image", PrecisionType::kFloat, {-1, 3, -1, -1}}};
  EXPECT_THAT(SettleShapes(inputs, {}).status().message(), HasSubstr("image [-1,3,-1,-1]"));
}

TEST(WholeSequenceTest, LevelsLeadToTheRows) {
  EXPECT_TRUE(WholeSequence(0, {5, 2}).empty());
  EXPECT_EQ(WholeSequence(1, {5, 2}), (LoD{{0, 5}}));
  EXPECT_EQ(WholeSequence(2, {5, 2}), (LoD{{0, 1}, {0, 5}}));
  EXPECT_EQ(WholeSequence(1 << 30, {1}).size(), 8u);
}

TEST(ElementTest, EveryTypeKeepsItsValue) {
  for (const PrecisionType precision :
       {PrecisionType::kFloat, PrecisionType::kFP64, PrecisionType::kFP16, PrecisionType::kInt8,
        PrecisionType::kUInt8, PrecisionType::kInt16, PrecisionType::kInt32,
        PrecisionType::kInt64}) {
    alignas(8) char memory[16] = {};
    StoreElement(memory, precision, 1, 42);
    EXPECT_EQ(ElementAt(memory, precision, 1), 42) << PrecisionToStr(precision);
    EXPECT_EQ(ElementAt(memory, precision, 0), 0) << PrecisionToStr(precision);
  }
  EXPECT_TRUE(std::isnan(ElementAt(nullptr, PrecisionType::kUnk, 0)));
}

// x -> scale -> y, a program that the runtime can execute unchanged.
model::Model ScaleModel(float factor, model::VarType type = model::VarType::kFP32) {
  model::Model model;
  model.program.blocks.resize(1);
  model::BlockDesc& block = model.program.blocks[0];
  for (const char* name : {"x", "y"}) {
    model::VarDesc var;
    var.name = name;
    var.shape = {-1, 4};
    var.has_tensor_desc = true;
    var.data_type = type;
    block.vars.push_back(var);
  }
  model::OpDesc feed, scale, fetch;
  feed.type = "feed";
  feed.outputs["Out"] = {"x"};
  feed.attrs["col"] = int32_t{0};
  scale.type = "scale";
  scale.inputs["X"] = {"x"};
  scale.outputs["Out"] = {"y"};
  scale.attrs["scale"] = factor;
  fetch.type = "fetch";
  fetch.inputs["X"] = {"y"};
  fetch.attrs["col"] = int32_t{0};
  block.ops = {feed, scale, fetch};
  return model;
}

TEST(VerificationTest, EqualProgramsAgree) {
  const auto compared = CompareModels(ScaleModel(2), ScaleModel(2), {});
  ASSERT_TRUE(compared.ok()) << compared.status().message();
  ASSERT_EQ(compared->size(), 1u);
  EXPECT_EQ((*compared)[0].name, "y");
  EXPECT_THAT((*compared)[0].shape, ElementsAre(1, 4));
  EXPECT_EQ((*compared)[0].difference, 0);
}

TEST(VerificationTest, ADifferenceIsMeasuredRelativeToTheOriginal) {
  const auto compared = CompareModels(ScaleModel(2), ScaleModel(2.5f), {});
  ASSERT_TRUE(compared.ok()) << compared.status().message();
  EXPECT_NEAR((*compared)[0].difference, 0.25, 1e-6);
}

TEST(VerificationTest, IntegersThatDifferAreCounted) {
  const auto compared = CompareModels(ScaleModel(2, model::VarType::kInt64),
                                      ScaleModel(9, model::VarType::kInt64), {});
  ASSERT_TRUE(compared.ok()) << compared.status().message();
  const OutputComparison& output = (*compared)[0];
  EXPECT_TRUE(output.is_share);
  EXPECT_EQ(output.max_absolute, 7);  // of inputs 0 and 1
  EXPECT_GT(output.difference, 0);
  EXPECT_LE(output.difference, 1);
  EXPECT_EQ(output.difference * 4, std::round(output.difference * 4));
}

TEST(VerificationTest, InfinityAndNanNeverPass) {
  for (const float odd : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    const auto compared = CompareModels(ScaleModel(1), ScaleModel(odd), {});
    ASSERT_TRUE(compared.ok()) << compared.status().message();
    EXPECT_FALSE((*compared)[0].difference <= 1e30);
  }
  const auto from_zero = CompareModels(ScaleModel(0), ScaleModel(1), {});
  ASSERT_TRUE(from_zero.ok()) << from_zero.status().message();
  EXPECT_FALSE((*from_zero)[0].difference <= 1e30);
}

TEST(VerificationTest, AnUnknownOperatorIsAnError) {
  model::Model odd = ScaleModel(1);
  odd.program.blocks[0].ops[1].type = "scalar_magic";
  EXPECT_THAT(CompareModels(odd, ScaleModel(1), {}).status().message(),
              HasSubstr("original program"));
}

}  // namespace
}  // namespace paddle::lite::tools
