#include "lite/model/array_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/tiny_models.h"

namespace paddle::lite::model {
namespace {

std::string KernelOf(const OpDesc& op) {
  const AttrValue* key = op.FindAttr(kKernelTypeAttr);
  return key == nullptr ? "" : std::get<std::string>(*key);
}

TEST(ArrayForms, TheFirstVariableDecides) {
  Program program;
  program.blocks.resize(2);
  VarDesc list;
  list.name = "list";
  list.type = VarType::kLoDTensorArray;
  program.blocks[0].vars = {list};
  const std::vector<std::string> in_list = {"list"};
  const std::vector<std::string> in_tensor = {"x"};
  // Arrays of an outer block are those of the inner block.
  program.blocks[1].ops = {
      test::MakeOp("assign", {{"X", in_list}}, {{"Out", {"list"}}},
                   {{kKernelTypeAttr, std::string("assign/def/1/4/2")}}),
      test::MakeOp("assign", {{"X", in_tensor}}, {{"Out", {"y"}}},
                   {{kKernelTypeAttr, std::string("assign/def/1/4/2")}}),
      test::MakeOp("sum", {{"X", in_list}}, {}),
      test::MakeOp("select_input", {{"X", in_list}, {"Mask", in_tensor}}, {}),
      test::MakeOp("slice", {{"Input", in_list}}, {}, {{"decrease_axis", std::vector<int>{}}}),
      test::MakeOp("slice", {{"Input", in_list}}, {}, {{"decrease_axis", std::vector<int>{0}}}),
      test::MakeOp("slice", {{"Input", in_tensor}}, {}, {{"decrease_axis", std::vector<int>{0}}}),
      test::MakeOp("lod_array_length", {{"X", in_list}}, {}),
      test::MakeOp("sum", {}, {}),
  };
  const Program stored = program;
  for (int times = 0; times < 2; ++times) {
    NameArrayForms(&program);
    std::vector<std::string> types;
    for (const OpDesc& op : program.blocks[1].ops) types.push_back(op.type);
    EXPECT_THAT(types, testing::ElementsAre(
                           "assign_array", "assign", "sum_array", "select_input_array",
                           "slice_array", "slice_array_dense", "slice", "lod_array_length", "sum"));
    EXPECT_EQ(KernelOf(program.blocks[1].ops[0]), "assign_array/def/1/4/2");
    EXPECT_EQ(KernelOf(program.blocks[1].ops[1]), "assign/def/1/4/2");
  }
  for (size_t i = 0; i < stored.blocks[1].ops.size(); ++i) {
    OpDesc* op = &program.blocks[1].ops[i];
    UsePaddleName(op);
    EXPECT_EQ(op->type, stored.blocks[1].ops[i].type);
    EXPECT_EQ(KernelOf(*op), KernelOf(stored.blocks[1].ops[i]));
  }
}

TEST(ArrayForms, CopiesBetweenMemorySpacesAreAssignments) {
  Program program;
  program.blocks.resize(1);
  VarDesc list;
  list.name = "list";
  list.type = VarType::kLoDTensorArray;
  program.blocks[0].vars = {list};
  program.blocks[0].ops = {
      test::MakeOp("io_copy", {{"InputArray", {"list"}}}, {{"OutArray", {"copy"}}},
                   {{kKernelTypeAttr, std::string("io_copy/host_to_device/9/4/2")}}),
      test::MakeOp("io_copy", {{"Input", {"x"}}}, {{"Out", {"y"}}}),
  };
  NameArrayForms(&program);
  const OpDesc& op = program.blocks[0].ops[0];
  EXPECT_EQ(op.type, "assign_array");
  EXPECT_THAT(op.Input("X"), testing::ElementsAre("list"));
  EXPECT_THAT(op.Output("Out"), testing::ElementsAre("copy"));
  EXPECT_EQ(KernelOf(op), "");
  EXPECT_EQ(program.blocks[0].ops[1].type, "io_copy");
}

}  // namespace
}  // namespace paddle::lite::model
