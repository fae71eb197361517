#include <gtest/gtest.h>

#include <limits>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Longs = std::vector<int64_t>;

TestTensor Filled(const DDim& shape, PrecisionType type, double value) {
  TestTensor out(shape, type);
  for (int64_t i = 0; i < out.numel(); ++i) out.Set(i, value);
  return out;
}

TEST(FillConstant, TypesAndShapes) {
  OpSuite suite("fill_constant", {0, 0, 0, 0});
  struct Type {
    int code;
    PrecisionType precision;
    double value;
  };
  for (const Type& type :
       {Type{0, PrecisionType::kBool, 1}, Type{1, PrecisionType::kInt16, -2},
        Type{2, PrecisionType::kInt32, -2}, Type{3, PrecisionType::kInt64, -2},
        Type{4, PrecisionType::kFP16, -2.5}, Type{5, PrecisionType::kFloat, -2.5},
        Type{6, PrecisionType::kFP64, -2.5}, Type{20, PrecisionType::kUInt8, 254},
        Type{21, PrecisionType::kInt8, -2}}) {
    for (const DDim& shape : {DDim{}, DDim{1}, DDim{0, 2}, DDim{2, 3, 4, 5}}) {
      OpCase c("type");
      c.attrs = {{"shape", shape.Vectorize()}, {"dtype", type.code}, {"value", -2.5f}};
      c.expected["Out"] = {Filled(shape, type.precision, type.value)};
      suite.Run(c);
    }
  }
}

TEST(FillConstant, TextHoldsWhatAFloatCannot) {
  OpSuite suite("fill_constant", {0, 0, 0, 0});
  OpCase exact("int64");
  exact.attrs = {{"shape", Longs{2}}, {"dtype", 3}, {"str_value", std::string("9007199254740993")}};
  exact.expected["Out"] = {MakeTensor<int64_t>({2}, {9007199254740993, 9007199254740993})};
  suite.Run(exact);
  const double inf = std::numeric_limits<double>::infinity();
  for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{
           {"inf", inf},
           {"-inf", -inf},
           {"nan", std::numeric_limits<double>::quiet_NaN()},
           {"0.1", 0.1}}) {
    OpCase c(text);
    c.attrs = {{"shape", Longs{2}}, {"dtype", 6}, {"str_value", text}};
    c.expected["Out"] = {Filled({2}, PrecisionType::kFP64, value)};
    suite.Run(c);
  }
}

TEST(FillConstant, ShapeAndValueFromData) {
  OpSuite suite("fill_constant");
  OpCase tensor("ShapeTensor beats the list");
  tensor.attrs = {{"shape", Longs{1}}, {"dtype", 2}, {"value", 3.0f}};
  tensor.inputs["ShapeTensor"] = {MakeTensor<int64_t>({2}, {2, 3})};
  tensor.inputs["ShapeTensorList"] = {MakeTensor<int32_t>({1}, {7})};
  tensor.expected["Out"] = {Filled({2, 3}, PrecisionType::kInt32, 3)};
  suite.Run(tensor);
  OpCase list("ShapeTensorList beats the attribute");
  list.attrs = {{"shape", Longs{1}}, {"dtype", 2}, {"value", 3.0f}};
  list.inputs["ShapeTensorList"] = {MakeTensor<int32_t>({1}, {2}), MakeTensor<int32_t>({1}, {4})};
  list.expected["Out"] = {Filled({2, 4}, PrecisionType::kInt32, 3)};
  suite.Run(list);
  OpCase value("ValueTensor beats all values");
  value.attrs = {
      {"shape", Longs{2}}, {"dtype", 5}, {"value", 3.0f}, {"str_value", std::string("4")}};
  value.inputs["ValueTensor"] = {MakeTensor<float>({1}, {5.5f})};
  value.expected["Out"] = {Filled({2}, PrecisionType::kFloat, 5.5)};
  suite.Run(value);
}

TEST(FillConstant, RefusesWhatIsNoShape) {
  OpSuite suite("fill_constant");
  const auto refuse = [&](const Longs& shape, int dtype, const char* text) {
    OpCase c("shape");
    c.attrs = {{"shape", shape}, {"dtype", dtype}};
    suite.ExpectError(c, text);
  };
  refuse({-1, 2}, 5, "negative dimension");
  refuse({INT64_MAX, 2}, 5, "too many elements");
  refuse(Longs(10, 1), 5, "rank 10");
  refuse({2}, 99, "attribute dtype: data type 99");
}

TEST(FillConstantBatchSizeLike, BatchOfRowsOrSequences) {
  OpSuite suite("fill_constant_batch_size_like");
  for (const bool sequences : {false, true}) {
    OpCase c("batch");
    c.attrs = {{"shape", Longs{-1, 3}}, {"dtype", 5}, {"value", 1.5f}};
    c.inputs["Input"] = {TestTensor({5, 2})};
    if (sequences) c.inputs["Input"][0].lod = {{0, 2, 5}};
    c.expected["Out"] = {Filled({sequences ? 2 : 5, 3}, PrecisionType::kFloat, 1.5)};
    suite.Run(c);
  }
  OpCase other("other dimensions");
  other.attrs = {{"shape", Longs{3, -1}},
                 {"dtype", 3},
                 {"value", 7.0f},
                 {"input_dim_idx", 1},
                 {"output_dim_idx", 1}};
  other.inputs["Input"] = {TestTensor({5, 2})};
  other.expected["Out"] = {Filled({3, 2}, PrecisionType::kInt64, 7)};
  suite.Run(other);
  OpCase outside("outside");
  outside.attrs = {{"shape", Longs{3}}, {"output_dim_idx", 1}};
  outside.inputs["Input"] = {TestTensor({5, 2})};
  suite.ExpectError(outside, "output_dim_idx: 1");
}

TEST(Shape, OfEveryRank) {
  OpSuite suite("shape");
  for (const DDim& shape : {DDim{}, DDim{7}, DDim{0, 3}, DDim{2, 3, 4, 5}}) {
    OpCase c("rank");
    c.inputs["Input"] = {TestTensor(shape)};
    TestTensor out(DDim{shape.rank()}, PrecisionType::kInt32);
    for (int i = 0; i < shape.rank(); ++i) out.SetInt(i, shape[i]);
    c.expected["Out"] = {out};
    suite.Run(c);
  }
  OpCase wide("wide");
  wide.inputs["Input"] = {TestTensor::ShapeOnly({int64_t{1} << 40})};
  suite.ExpectError(wide, "is not an int32");
}

TEST(Copies, KeepEverything) {
  Random random("copies");
  for (const auto& [op, slot] : std::vector<std::pair<const char*, const char*>>{
           {"assign", "X"}, {"share_data", "X"}, {"io_copy", "Input"}, {"io_copy_once", "Input"}}) {
    OpSuite suite(op);
    for (const PrecisionType type :
         {PrecisionType::kBool, PrecisionType::kInt8, PrecisionType::kFP16, PrecisionType::kInt32,
          PrecisionType::kInt64, PrecisionType::kFloat, PrecisionType::kFP64}) {
      for (const DDim& shape : {DDim{}, DDim{0, 3}, DDim{5, 2}, DDim{2, 3, 4, 5}}) {
        OpCase c("copy");
        c.inputs[slot] = {random.Ints(shape, 0, 1, type)};
        if (shape.rank() == 2 && shape[0] == 5) c.inputs[slot][0].lod = {{0, 2, 5}};
        c.expected["Out"] = {c.In(slot)};
        suite.Run(c);
      }
    }
  }
}

}  // namespace
}  // namespace paddle::lite::test
