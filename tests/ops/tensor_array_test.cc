#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(TensorArray, Write) {
  OpSuite suite("write_to_array");
  for (const int64_t index : {0, 3}) {
    OpCase c("write");
    c.inputs["X"] = {MakeTensor<float>({2, 1}, {1, 2})};
    c.inputs["X"][0].lod = {{0, 1, 2}};
    c.inputs["I"] = {MakeTensor<int64_t>({1}, {index})};
    c.check = [index](const SlotTensors& outputs) -> std::string {
      const auto& elements = outputs.at("Out");
      if (elements.size() != static_cast<size_t>(index) + 1) return "length";
      const TestTensor& written = elements.back();
      if (written.dims != DDim({2, 1}) || written.lod != LoD{{0, 1, 2}}) return "shape";
      return written.At(0) == 1 && written.At(1) == 2 ? "" : "values";
    };
    suite.Run(c);
  }
  OpCase two("two indices");
  two.inputs["X"] = {TestTensor({2})};
  two.inputs["I"] = {TestTensor({2}, PrecisionType::kInt64)};
  suite.ExpectError(two, "I: expected one value");
}

TEST(TensorArray, Read) {
  OpSuite suite("read_from_array");
  for (const int64_t index : {0, 1}) {
    OpCase c("read");
    c.input_arrays["X"] = {MakeTensor<float>({2, 1}, {1, 2}), MakeTensor<int64_t>({3}, {4, 5, 6})};
    c.input_arrays["X"][0].lod = {{0, 1, 2}};
    c.inputs["I"] = {MakeTensor<int64_t>({1}, {index})};
    c.expected["Out"] = {c.input_arrays["X"][static_cast<size_t>(index)]};
    suite.Run(c);
  }
}

TEST(TensorArray, Length) {
  OpSuite suite("lod_array_length");
  for (const size_t count : {1, 4}) {
    OpCase c("length");
    c.input_arrays["X"] = std::vector<TestTensor>(count, TestTensor({2}));
    c.expected["Out"] = {MakeTensor<int64_t>({1}, {static_cast<int64_t>(count)})};
    suite.Run(c);
  }
}

TEST(TensorArray, ToTensor) {
  OpSuite suite("tensor_array_to_tensor");
  OpCase c("concat");
  c.input_arrays["X"] = {MakeTensor<float>({2, 1}, {1, 2}),
                         MakeTensor<float>({2, 2}, {3, 4, 5, 6})};
  c.attrs["axis"] = 1;
  c.expected["Out"] = {MakeTensor<float>({2, 3}, {1, 3, 4, 2, 5, 6})};
  c.expected["OutIndex"] = {MakeTensor<int32_t>({2}, {1, 2})};
  suite.Run(c);
  c.attrs["axis"] = -2;
  suite.ExpectError(c, "X: element 1 float[2, 2] does not fit element 0 float[2, 1] along axis 0");
  for (const int axis : {0, 1, -1}) {
    OpCase stack("stack");
    stack.input_arrays["X"] = {MakeTensor<int64_t>({2}, {1, 2}), MakeTensor<int64_t>({2}, {3, 4}),
                               MakeTensor<int64_t>({2}, {5, 6})};
    stack.attrs["axis"] = axis;
    stack.attrs["use_stack"] = true;
    stack.expected["Out"] = {axis == 0 ? MakeTensor<int64_t>({3, 2}, {1, 2, 3, 4, 5, 6})
                                       : MakeTensor<int64_t>({2, 3}, {1, 3, 5, 2, 4, 6})};
    stack.expected["OutIndex"] = {MakeTensor<int32_t>({3}, {1, 1, 1})};
    suite.Run(stack);
  }
}

TEST(TensorArray, WriteBack) {
  OpSuite suite("write_back");
  OpCase c("copies");
  c.input_arrays["Src_LoDTensorArray"] = {MakeTensor<float>({2}, {1, 2}),
                                          MakeTensor<int64_t>({3}, {4, 5, 6})};
  c.check = [](const SlotTensors& outputs) -> std::string {
    const auto& elements = outputs.at("Dst_LoDTensorArray");
    if (elements.size() != 2) return "length";
    return elements[0].At(1) == 2 && elements[1].At(2) == 6 ? "" : "values";
  };
  suite.Run(c);
}

TEST(SelectInput, Branch) {
  OpSuite suite("select_input");
  for (const int branch : {0, 1}) {
    OpCase c("branch");
    c.inputs["X"] = {MakeTensor<float>({2, 1}, {1, 2}), MakeTensor<float>({3}, {4, 5, 6})};
    c.inputs["Mask"] = {MakeTensor<int32_t>({1}, {branch})};
    c.expected["Out"] = {c.inputs["X"][static_cast<size_t>(branch)]};
    suite.Run(c);
  }
}

}  // namespace
}  // namespace paddle::lite::test
