// masked_select, put_along_axis, index_add, repeat_interleave, searchsorted, bincount,
// unique_consecutive, shard_index and broadcast_tensors: what they refuse, and forms
// that end Paddle's process. Values are compared in golden_test.cc.
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kSelectionsExact{0, 0, 0, 0};
constexpr int64_t kHuge = int64_t{1} << 40;

TEST(MaskedSelect, RefusesWhatDoesNotFit) {
  OpSuite suite("masked_select");
  OpCase c("mask");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"Mask", {TestTensor({2}, PrecisionType::kBool)}}};
  suite.ExpectError(c, "Mask: shapes [2, 3] of X and [2] cannot be broadcast");
  c.inputs["Mask"] = {TestTensor({3}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Mask: element type int32");
  c.inputs = {{"X", {TestTensor::ShapeOnly({kHuge, 1})}},
              {"Mask", {TestTensor::ShapeOnly({kHuge}, PrecisionType::kBool)}}};
  suite.ExpectError(c, "Mask: shapes");
}

TEST(IndexAdd, RefusesWhatDoesNotFit) {
  OpSuite suite("index_add");
  OpCase c("update");
  c.inputs = {{"X", {TestTensor({3, 4})}},
              {"Index", {TestTensor({2}, PrecisionType::kInt64)}},
              {"AddValue", {TestTensor({3, 2})}}};
  suite.ExpectError(c, "AddValue: expected shape [2, 4] for X [3, 4] and Index [2], found [3, 2]");
  c.attrs["axis"] = 2;
  suite.ExpectError(c, "attribute axis: axis 2 is outside of");
  c.attrs["axis"] = 1;
  c.inputs["AddValue"] = {TestTensor({3, 2}, PrecisionType::kFP64)};
  suite.ExpectError(c, "AddValue has element type");
  c.inputs["Index"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Index: expected rank 1, found shape [2, 1]");
  c.inputs["Index"] = {TestTensor({2})};
  suite.ExpectError(c, "Index: element type float");
}

TEST(RepeatInterleave, RefusesWhatDoesNotFit) {
  OpSuite suite("repeat_interleave");
  OpCase c("times");
  c.inputs["X"] = {TestTensor({3, 4})};
  for (const int times : {0, -1}) {
    c.attrs["Repeats"] = times;
    suite.ExpectError(c, "attribute Repeats: expected 1 or more");
  }
  c.attrs["Repeats"] = 2;
  c.attrs["dim"] = -3;
  suite.ExpectError(c, "attribute dim: axis -3 is outside of");
  c.attrs["dim"] = 0;
  c.inputs["RepeatsTensor"] = {MakeTensor<int64_t>({2}, {1, 2}).AsWeight()};
  suite.ExpectError(c, "RepeatsTensor: expected shape [3] for X [3, 4], found [2]");
  c.inputs["RepeatsTensor"] = {MakeTensor<int64_t>({3}, {1, -1, 2}).AsWeight()};
  suite.ExpectError(c, "RepeatsTensor: -1 at position 1 is not a count");
  c.inputs["RepeatsTensor"] = {MakeTensor<int64_t>({3}, {1, INT64_MAX, 2}).AsWeight()};
  suite.ExpectError(c, "RepeatsTensor: ");
  c.inputs["RepeatsTensor"] = {MakeTensor<int64_t>({3}, {1, INT64_MAX - 5, 2}).AsWeight()};
  suite.ExpectError(c, "Out");
  c.inputs.erase("RepeatsTensor");
  c.inputs["X"] = {TestTensor::ShapeOnly({kHuge, 1})};
  c.attrs["Repeats"] = INT32_MAX;
  suite.ExpectError(c, "attribute Repeats: 2147483647 is too large for X [1099511627776, 1]");
}

// A negative axis with the attribute, which ends Paddle's process.
TEST(RepeatInterleave, NegativeAxis) {
  OpCase c("last");
  c.attrs = {{"Repeats", 2}, {"dim", -1}};
  c.inputs["X"] = {MakeTensor<float>({2, 2}, {1, 2, 3, 4})};
  c.expected["Out"] = {MakeTensor<float>({2, 4}, {1, 1, 2, 2, 3, 3, 4, 4})};
  OpSuite("repeat_interleave", kSelectionsExact).Run(c);
}

TEST(Searchsorted, RefusesWhatDoesNotFit) {
  OpSuite suite("searchsorted");
  OpCase c("values");
  c.inputs = {{"SortedSequence", {TestTensor({2, 3})}}, {"Values", {TestTensor({2})}}};
  suite.ExpectError(c, "Values: expected the dimensions before the last one of SortedSequence");
  c.inputs["Values"] = {TestTensor({1, 3})};
  suite.ExpectError(c, "Values: expected the dimensions before the last one of SortedSequence");
  c.inputs["SortedSequence"] = {TestTensor(DDim{})};
  suite.ExpectError(c, "SortedSequence: expected rank 1 or more");
  c.inputs["SortedSequence"] = {TestTensor({3}, PrecisionType::kInt8)};
  suite.ExpectError(c, "SortedSequence: element type int8");
  c.attrs["out_int32"] = true;
  c.inputs["SortedSequence"] = {TestTensor::ShapeOnly({kHuge})};
  suite.ExpectError(c, "SortedSequence: positions in");
}

TEST(Bincount, RefusesWhatDoesNotFit) {
  OpSuite suite("bincount");
  OpCase c("weights");
  c.inputs = {{"X", {TestTensor({2}, PrecisionType::kInt64)}}, {"Weights", {TestTensor({3})}}};
  suite.ExpectError(c, "Weights: expected shape [2] of X, found [3]");
  c.inputs["Weights"] = {TestTensor({2}, PrecisionType::kInt8)};
  suite.ExpectError(c, "Weights: element type int8");
  c.inputs["X"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "X: expected rank 1, found shape [2, 1]");
  c.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(c, "X: element type float");
  c.attrs["minlength"] = -1;
  suite.ExpectError(c, "attribute minlength: expected 0 or more, found -1");
}

TEST(UniqueConsecutive, RefusesWhatDoesNotFit) {
  OpSuite suite("unique_consecutive");
  OpCase c("axis");
  c.inputs["X"] = {TestTensor({2, 3})};
  for (const int axis : {2, -3}) {
    c.attrs["axis"] = std::vector<int>{axis};
    suite.ExpectError(c, "attribute axis: axis ");
  }
  c.attrs.erase("axis");
  c.expected["Out"] = {TestTensor({6})};
  c.expected["Index"] = {TestTensor({6}, PrecisionType::kInt64)};
  suite.ExpectError(c, "attribute dtype: element type float");
}

TEST(ShardIndex, RefusesWhatDoesNotFit) {
  OpSuite suite("shard_index");
  OpCase c("attributes");
  c.inputs["X"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  c.attrs = {{"index_num", 20}, {"nshards", 2}, {"shard_id", 2}};
  suite.ExpectError(c, "attribute shard_id: expected one of [0, 2), found 2");
  c.attrs["shard_id"] = -1;
  suite.ExpectError(c, "attribute shard_id: expected one of [0, 2), found -1");
  c.attrs["nshards"] = 0;
  suite.ExpectError(c, "attribute nshards: expected 1 or more, found 0");
  c.attrs["index_num"] = 0;
  suite.ExpectError(c, "attribute index_num: expected 1 or more, found 0");
  c.attrs = {{"index_num", 20}, {"nshards", 2}, {"shard_id", 1}};
  for (const DDim& shape : {DDim{}, DDim{2}, DDim{1, 2}}) {
    c.inputs["X"] = {TestTensor(shape, PrecisionType::kInt64)};
    suite.ExpectError(c, "X: expected shape [.., 1] of rank 2 or more, found");
  }
  c.inputs["X"] = {TestTensor({2, 1})};
  suite.ExpectError(c, "X: element type float");
}

TEST(BroadcastTensors, RefusesWhatDoesNotFit) {
  OpSuite suite("broadcast_tensors");
  OpCase c("shapes");
  c.inputs["X"] = {TestTensor({2, 3}), TestTensor({2, 2})};
  c.expected["Out"] = {TestTensor({2, 3}), TestTensor({2, 3})};
  suite.ExpectError(c, "X[1]: shape [2, 2] cannot be broadcast to [2, 3]");
  c.inputs["X"] = {TestTensor({2, 3}), TestTensor({3}, PrecisionType::kInt32)};
  suite.ExpectError(c, "X[1]: expected element type float");
  c.inputs["X"] = {TestTensor({2, 3}), TestTensor({3})};
  c.expected["Out"] = {TestTensor({2, 3})};
  suite.ExpectError(c, "Out: expected 2 tensors as in X, found 1");
}

// One tensor, and more dimensions than Paddle takes.
TEST(BroadcastTensors, MoreThanPaddle) {
  OpSuite suite("broadcast_tensors", kSelectionsExact);
  OpCase one("one");
  one.inputs["X"] = {MakeTensor<float>({2}, {1, 2})};
  one.expected["Out"] = one.inputs["X"];
  suite.Run(one);
  OpCase ranks("ranks");
  ranks.inputs["X"] = {MakeTensor<float>({1, 1, 1, 1, 1, 1, 1, 2}, {1, 2}),
                       MakeTensor<float>({2, 1}, {3, 4})};
  ranks.expected["Out"] = {MakeTensor<float>({1, 1, 1, 1, 1, 1, 2, 2}, {1, 2, 1, 2}),
                           MakeTensor<float>({1, 1, 1, 1, 1, 1, 2, 2}, {3, 3, 4, 4})};
  suite.Run(ranks);
}

TEST(PutAlongAxis, RefusesWhatDoesNotFit) {
  OpSuite suite("put_along_axis");
  OpCase c("index");
  c.inputs = {{"Input", {TestTensor({3, 4})}},
              {"Index", {TestTensor({1, 2}, PrecisionType::kInt64)}},
              {"Value", {TestTensor({2})}}};
  suite.ExpectError(c, "Value: expected shape [1, 2] of Index, found [2]");
  c.inputs["Value"] = {TestTensor({1, 2}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Value has element type");
  c.attrs["Axis"] = 2;
  suite.ExpectError(c, "attribute Axis: axis 2 is outside of");
  c.attrs = {{"Axis", 0}, {"Reduce", std::string("max")}};
  suite.ExpectError(c, "attribute Reduce: expected assign, add, mul");
  c.attrs.erase("Reduce");
  for (const DDim& shape : {DDim{2}, DDim{1, 5}}) {
    c.inputs["Index"] = {TestTensor(shape, PrecisionType::kInt64)};
    suite.ExpectError(c, "Index: expected the rank of Input [3, 4] and at most its dimensions");
  }
  c.inputs["Index"] = {TestTensor({1, 2})};
  c.inputs["Value"] = {TestTensor({1, 2})};
  suite.ExpectError(c, "Index: element type float");
}

// A negative axis, which Paddle ignores or which ends its process.
TEST(PutAlongAxis, NegativeAxis) {
  OpCase c("last");
  c.attrs["Axis"] = -1;
  c.inputs = {{"Input", {MakeTensor<float>({2, 2}, {1, 2, 3, 4})}},
              {"Index", {MakeTensor<int64_t>({2, 1}, {1, 0})}},
              {"Value", {MakeTensor<float>({2, 1}, {5, 6})}}};
  c.expected["Result"] = {MakeTensor<float>({2, 2}, {1, 5, 6, 4})};
  OpSuite("put_along_axis", kSelectionsExact).Run(c);
}

// 256 is 0 as a byte.
TEST(PutAlongAxis, MeanOfManyBytes) {
  OpCase c("bytes");
  c.attrs["Reduce"] = std::string("mean");
  c.inputs = {{"Input", {MakeTensor<uint8_t>({1}, {1})}},
              {"Index", {MakeTensor<int64_t>({255}, std::vector<int64_t>(255, 0))}},
              {"Value", {MakeTensor<uint8_t>({255}, std::vector<uint8_t>(255, 1))}}};
  c.expected["Result"] = {MakeTensor<uint8_t>({1}, {0})};
  OpSuite("put_along_axis", kSelectionsExact).Run(c);
}

}  // namespace
}  // namespace paddle::lite::test
