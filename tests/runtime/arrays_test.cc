// Operators whose operands are arrays of tensors, in whole programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lite/runtime/executable.h"
#include "tests/support/create_executable.h"
#include "tests/support/loop_programs.h"

namespace paddle::lite::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// a = [x, 2x], b = [3x]; i = 0, j = 1.
LoopBuilder TwoArrays() {
  LoopBuilder b;
  b.Feed("x", PrecisionType::kFloat, {-1});
  for (const char* array : {"a", "b", "c"}) b.Array(array);
  b.Fill("i", PrecisionType::kInt64, 0);
  b.Fill("j", PrecisionType::kInt64, 1);
  b.Scale("x", 2, 0, "x2");
  b.Scale("x", 3, 0, "x3");
  b.Op("write_to_array", {{"X", {"x"}}, {"I", {"i"}}}, {{"Out", {"a"}}});
  b.Op("write_to_array", {{"X", {"x2"}}, {"I", {"j"}}}, {{"Out", {"a"}}});
  b.Op("write_to_array", {{"X", {"x3"}}, {"I", {"i"}}}, {{"Out", {"b"}}});
  return b;
}

// The elements of `array` at i and j, for x = [1, -2].
std::vector<std::vector<float>> Elements(LoopBuilder b, const std::string& array) {
  b.Op("read_from_array", {{"X", {array}}, {"I", {"i"}}}, {{"Out", {"first"}}});
  b.Op("read_from_array", {{"X", {array}}, {"I", {"j"}}}, {{"Out", {"second"}}});
  const auto exe = CreateExecutable(b.Finish({"first", "second"}));
  if (exe == nullptr) return {};
  std::vector<std::vector<float>> elements;
  for (int run = 0; run < 2; ++run) {  // arrays begin empty
    elements.clear();
    Tensor* input = exe->input(0);
    input->Resize(DDim{2});
    EXPECT_TRUE(input->Allocate(PrecisionType::kFloat).ok());
    input->mutable_data<float>()[0] = 1;
    input->mutable_data<float>()[1] = -2;
    const Status status = exe->Run();
    EXPECT_TRUE(status.ok()) << status.ToString();
    if (!status.ok()) return {};
    for (size_t i = 0; i < 2; ++i) {
      const Tensor& tensor = *exe->output(i);
      elements.emplace_back(tensor.data<float>(), tensor.data<float>() + tensor.numel());
    }
  }
  return elements;
}

// As Paddle 2.6.2: elements that only some arrays have are copied.
TEST(Arrays, SumAddsElementByElement) {
  LoopBuilder b = TwoArrays();
  b.Op("sum", {{"X", {"a", "b", "a"}}}, {{"Out", {"c"}}});
  EXPECT_THAT(Elements(b, "c"), ElementsAre(ElementsAre(5, -10), ElementsAre(4, -8)));
}

// The first operand is not added to itself; another one that is the result is, with what was added
// before. Paddle 2.6.2 computes the same.
TEST(Arrays, SumMayBeAnOperand) {
  LoopBuilder first = TwoArrays();
  first.Op("sum", {{"X", {"a", "b"}}}, {{"Out", {"a"}}});
  EXPECT_THAT(Elements(first, "a"), ElementsAre(ElementsAre(4, -8), ElementsAre(2, -4)));
  LoopBuilder second = TwoArrays();
  second.Op("sum", {{"X", {"b", "a"}}}, {{"Out", {"a"}}});
  EXPECT_THAT(Elements(second, "a"), ElementsAre(ElementsAre(8, -16), ElementsAre(4, -8)));
}

TEST(Arrays, SumRefusesOtherShapes) {
  LoopBuilder b = TwoArrays();
  b.Op("write_to_array", {{"X", {"i"}}, {"I", {"i"}}}, {{"Out", {"c"}}});
  b.Op("sum", {{"X", {"a", "c"}}}, {{"Out", {"b"}}});
  const auto exe = CreateExecutable(b.Finish({"x"}));
  ASSERT_NE(exe, nullptr);
  exe->input(0)->Resize(DDim{2});
  ASSERT_TRUE(exe->input(0)->Allocate(PrecisionType::kFloat).ok());
  EXPECT_THAT(exe->Run().message(), HasSubstr("X[1], element 0: expected type, shape"));
}

TEST(Arrays, AnAssignedArrayHasItsOwnElements) {
  LoopBuilder b = TwoArrays();
  b.Op("assign", {{"X", {"a"}}}, {{"Out", {"c"}}});
  b.Op("write_to_array", {{"X", {"x3"}}, {"I", {"j"}}}, {{"Out", {"a"}}});
  EXPECT_THAT(Elements(b, "c"), ElementsAre(ElementsAre(1, -2), ElementsAre(2, -4)));
}

TEST(Arrays, ASliceMayReplaceItsArray) {
  LoopBuilder b = TwoArrays();
  b.Op("write_to_array", {{"X", {"x3"}}, {"I", {"j"}}}, {{"Out", {"b"}}});
  b.Op("sum", {{"X", {"b"}}}, {{"Out", {"c"}}});
  b.Op("slice", {{"Input", {"c"}}}, {{"Out", {"c"}}},
       {{"starts", std::vector<int>{-2}}, {"ends", std::vector<int>{5}}});
  EXPECT_THAT(Elements(b, "c"), ElementsAre(ElementsAre(3, -6), ElementsAre(3, -6)));
}

TEST(Arrays, PositionsOutsideAreRefused) {
  const auto refusal = [](LoopBuilder b) {
    const auto exe = CreateExecutable(b.Finish({"x"}));
    if (exe == nullptr) return std::string();
    exe->input(0)->Resize(DDim{2});
    EXPECT_TRUE(exe->input(0)->Allocate(PrecisionType::kFloat).ok());
    return exe->Run().message();
  };
  const auto slice = [&](std::vector<int> starts, std::vector<int> ends) {
    LoopBuilder b = TwoArrays();
    b.Op("slice", {{"Input", {"a"}}}, {{"Out", {"c"}}}, {{"starts", starts}, {"ends", ends}});
    return refusal(std::move(b));
  };
  EXPECT_THAT(slice({1}, {1}),
              HasSubstr("ends: position 1 of an array of 2 tensors, expected one"));
  EXPECT_THAT(slice({0}, {-5}), HasSubstr("ends: position -5"));
  EXPECT_THAT(slice({2}, {3}), HasSubstr("starts: position 2 of an array of 2 tensors"));
  EXPECT_THAT(slice({2, 0}, {3, 1}), HasSubstr("starts: position 2 of an array of 2 tensors"));
  EXPECT_THAT(slice({}, {}), HasSubstr("starts: expected a position in the array, found none"));
  LoopBuilder select = TwoArrays();
  select.Fill("mask", PrecisionType::kInt64, 2);
  select.Op("select_input", {{"X", {"a", "b"}}, {"Mask", {"mask"}}}, {{"Out", {"c"}}});
  EXPECT_THAT(refusal(std::move(select)), HasSubstr("Mask: branch 2 of 2"));
}

// Copies keep what was never written, and only reading it is an error. (Paddle 2.6.2: slice and
// select_input; assign does so for arrays that sum has made.)
TEST(Arrays, CopiesOfUnwrittenElements) {
  for (const std::string way : {"assign", "slice", "select_input"}) {
    SCOPED_TRACE(way);
    for (const bool written : {true, false}) {
      LoopBuilder b = TwoArrays();
      b.Fill("mask", PrecisionType::kInt64, 0);
      b.Op("write_to_array", {{"X", {"x"}}, {"I", {"j"}}}, {{"Out", {"c"}}});
      if (way == "assign") {
        b.Op(way, {{"X", {"c"}}}, {{"Out", {"b"}}});
      } else if (way == "slice") {
        b.Op(way, {{"Input", {"c"}}}, {{"Out", {"b"}}},
             {{"starts", std::vector<int>{0}}, {"ends", std::vector<int>{2}}});
      } else {
        b.Op(way, {{"X", {"c", "a"}}, {"Mask", {"mask"}}}, {{"Out", {"b"}}});
      }
      b.Op("read_from_array", {{"X", {"b"}}, {"I", {written ? "j" : "i"}}}, {{"Out", {"y"}}});
      const auto exe = CreateExecutable(b.Finish({"y"}));
      ASSERT_NE(exe, nullptr);
      exe->input(0)->Resize(DDim{2});
      ASSERT_TRUE(exe->input(0)->Allocate(PrecisionType::kFloat).ok());
      const Status status = exe->Run();
      EXPECT_EQ(status.ok(), written) << status.ToString();
      if (!written) EXPECT_THAT(status.message(), HasSubstr("element 0 was never written"));
    }
  }
}

TEST(Arrays, TensorsAndArraysAreToldApart) {
  const auto refusal = [](const std::string& type, model::SlotMap inputs, model::SlotMap outputs) {
    LoopBuilder b = TwoArrays();
    b.Op(type, std::move(inputs), std::move(outputs));
    return Executable::Create(b.Finish({"x"}), {}).status().message();
  };
  EXPECT_THAT(
      refusal("relu", {{"X", {"a"}}}, {{"Out", {"y"}}}),
      HasSubstr("input X: the program has no variable \"a\" of the expected kind, a tensor"));
  EXPECT_THAT(refusal("relu", {{"X", {"x"}}}, {{"Out", {"a"}}}),
              HasSubstr("output Out: the program has no variable \"a\" of the expected kind"));
  EXPECT_THAT(Executable::Create(TwoArrays().Finish({"a"}), {}).status().message(),
              HasSubstr("fetch: variable 'a' is an array of tensors"));
}

}  // namespace
}  // namespace paddle::lite::test
