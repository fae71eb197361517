#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

std::vector<TestTensor> ThreeTensors() {
  std::vector<TestTensor> elements = {MakeTensor<float>({2, 1}, {1, 2}),
                                      MakeTensor<int64_t>({3}, {4, 5, 6}),
                                      MakeTensor<float>({1, 2}, {7, 8})};
  elements[0].lod = {{0, 1, 2}};
  return elements;
}

TEST(AssignArray, Copies) {
  OpSuite suite("assign_array");
  OpCase c("copies");
  c.input_arrays["X"] = c.output_arrays["Out"] = ThreeTensors();
  suite.Run(c);
}

TEST(SelectInputArray, OfOneBranch) {
  OpSuite suite("select_input_array");
  OpCase c("branch");
  c.input_arrays["X"] = c.output_arrays["Out"] = ThreeTensors();
  c.inputs["Mask"] = {MakeTensor<int32_t>({1}, {0})};
  suite.Run(c);
}

// One array is as it was: that Out grows and adds is in the tests of whole programs.
TEST(SumArray, OfOneArray) {
  OpSuite suite("sum_array");
  OpCase c("one");
  c.input_arrays["X"] = c.output_arrays["Out"] = ThreeTensors();
  suite.Run(c);
}

// All positions by Paddle 2.6.2.
TEST(SliceArray, Positions) {
  OpSuite suite("slice_array");
  const std::vector<TestTensor> all = ThreeTensors();
  const struct {
    int start, end, first, last;
  } kCases[] = {
      {0, 2, 0, 2},   {1, 100, 1, 3}, {-1, 0, 2, 3},
      {-2, -1, 1, 2}, {-5, 2, 0, 2},  {-1, std::numeric_limits<int>::max(), 2, 3},
  };
  for (const auto& positions : kCases) {
    OpCase c("positions");
    c.input_arrays["Input"] = all;
    c.attrs["axes"] = std::vector<int>{0};
    c.attrs["starts"] = std::vector<int>{positions.start};
    c.attrs["ends"] = std::vector<int>{positions.end};
    c.output_arrays["Out"] = {all.begin() + positions.first, all.begin() + positions.last};
    suite.Run(c);
  }
}

TEST(SliceArrayDense, OneElement) {
  OpSuite suite("slice_array_dense");
  const std::vector<TestTensor> all = ThreeTensors();
  for (const auto& [start, end, element] :
       {std::tuple(0, 1, 0), {1, 3, 1}, {-1, 0, 2}, {-5, 1, 0}, {1, 0, 1}}) {
    OpCase c("element");
    c.input_arrays["Input"] = all;
    c.attrs["starts"] = std::vector<int>{start};
    c.attrs["ends"] = std::vector<int>{end};
    c.attrs["decrease_axis"] = std::vector<int>{0};
    c.expected["Out"] = {all[static_cast<size_t>(element)]};
    suite.Run(c);
  }
  OpCase c("position of a tensor");
  c.input_arrays["Input"] = all;
  c.inputs["StartsTensor"] = {MakeTensor<int32_t>({1}, {2})};
  c.attrs["ends"] = std::vector<int>{1};
  c.expected["Out"] = {all[2]};
  suite.Run(c);
  c.inputs["StartsTensor"] = {MakeTensor<int32_t>({1}, {3})};
  suite.ExpectError(c, "starts: position 3 of an array of 3 tensors");
}

}  // namespace
}  // namespace paddle::lite::test
