#include "lite/model/writes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/tiny_models.h"

namespace paddle::lite::model {
namespace {

using test::MakeOp;
using ::testing::ElementsAre;

TEST(ResolveWrites, StatisticsOfABatchNormAreNotWritten) {
  Program program;
  program.blocks.resize(2);
  program.blocks[1].ops = {MakeOp("batch_norm",
                                  {{"X", {"x"}}, {"Mean", {"m"}}, {"Variance", {"v"}}},
                                  {{"Y", {"y"}}, {"MeanOut", {"m"}}, {"VarianceOut", {"other"}}})};
  OpDesc& op = program.blocks[1].ops[0];
  ResolveWrites(&program);
  EXPECT_THAT(op.Output("MeanOut"), ElementsAre("m")) << "while it is trained";
  op.attrs["is_test"] = true;
  ResolveWrites(&program);
  EXPECT_FALSE(op.outputs.count("MeanOut"));
  EXPECT_THAT(op.Output("VarianceOut"), ElementsAre("other"));
}

TEST(ResolveWrites, ParametersThatAreOnlyListedAsResultsAreRead) {
  Program program;
  program.blocks.resize(1);
  program.blocks[0].ops = {
      MakeOp("fake_quantize_range_abs_max", {{"X", {"x"}}}, {{"OutScales", {"window"}}}),
      MakeOp("fake_channel_wise_quantize_abs_max", {{"X", {"x"}}}, {{"OutScale", {"scales"}}},
             {{"is_test", true}})};
  const std::vector<OpDesc>& ops = program.blocks[0].ops;
  ResolveWrites(&program);
  EXPECT_TRUE(ops[0].Input("InScales").empty()) << "it has no value";
  for (const char* name : {"window", "scales"}) {
    program.blocks[0].vars.emplace_back();
    program.blocks[0].vars.back().name = name;
    program.blocks[0].vars.back().persistable = true;
  }
  ResolveWrites(&program);
  EXPECT_THAT(ops[0].Input("InScales"), ElementsAre("window"));
  EXPECT_THAT(ops[1].Input("InScale"), ElementsAre("scales"));
}

TEST(ResolveWrites, WriteBackWrites) {
  Program program;
  program.blocks.resize(2);
  program.blocks[0].ops = {
      MakeOp("while", {}, {{"Out", {"link_1"}}}, {{"sub_block", BlockRef{1}}})};
  program.blocks[1].ops = {
      MakeOp("increment", {{"X", {"i"}}}, {{"Out", {"i_1"}}}),
      MakeOp("write_to_array", {{"X", {"x"}}, {"I", {"i_1"}}},
             {{"Out", {"list_1"}}, {"FakeAssociatedOut", {"link_1"}}}),
      MakeOp("write_back",
             {{"Src_LoDTensor", {"i_1"}}, {"Dst_LoDTensor", {"i"}}, {"Dep_LoDTensor", {"x"}}}, {}),
      MakeOp("write_back", {{"Src_LoDTensor", {"link_1"}}, {"Dst_LoDTensor", {"link"}}}, {}),
      MakeOp("write_back", {{"Src_LoDTensorArray", {"list_1"}}, {"Dst_LoDTensorArray", {"list"}}},
             {})};
  for (int times = 0; times < 2; ++times) {
    ResolveWrites(&program);
    const std::vector<OpDesc>& ops = program.blocks[1].ops;
    ASSERT_EQ(ops.size(), 4u) << "the placeholder is not copied";
    EXPECT_EQ(ops[2].type, "assign");
    EXPECT_THAT(ops[2].Input("X"), ElementsAre("i_1"));
    EXPECT_THAT(ops[2].Output("Out"), ElementsAre("i"));
    EXPECT_EQ(ops[3].type, "write_back");
    EXPECT_THAT(ops[3].Input("Src_LoDTensorArray"), ElementsAre("list_1"));
    EXPECT_THAT(ops[3].Output("Dst_LoDTensorArray"), ElementsAre("list"));
  }
}

}  // namespace
}  // namespace paddle::lite::model
