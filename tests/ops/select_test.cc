// Operators that select, move and replace elements: what they refuse, and sizes that Paddle's cases
// do not have. Values are compared in golden_test.cc.
#include <gtest/gtest.h>

#include <set>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kSelectExact{0, 0, 0, 0};

TestTensor Number(int64_t value, PrecisionType type = PrecisionType::kInt32) {
  TestTensor tensor({1}, type);
  tensor.SetInt(0, value);
  return tensor;
}

TEST(Where, RefusesWhatDoesNotFit) {
  OpSuite suite("where");
  OpCase c("shape");
  c.inputs = {{"Condition", {TestTensor({2}, PrecisionType::kBool)}},
              {"X", {TestTensor({2, 2})}},
              {"Y", {TestTensor({2})}}};
  suite.ExpectError(c, "X: expected shape [2] of Condition, found [2, 2]");
  c.inputs["X"] = {TestTensor({2})};
  c.inputs["Y"] = {TestTensor({2}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Y has element type");
  c.inputs["Y"] = {TestTensor({2})};
  c.inputs["Condition"] = {TestTensor({2})};
  suite.ExpectError(c, "Condition: element type float");
}

TEST(Tile, RefusesWhatIsNotACount) {
  OpSuite suite("tile");
  OpCase c("times");
  c.inputs["X"] = {TestTensor({2, 3})};
  for (const int times : {0, -1}) {
    c.attrs["repeat_times"] = std::vector<int>{times, 2};
    suite.ExpectError(c, "repeat_times: ");
  }
  c.attrs["repeat_times"] = std::vector<int>{2147483647, 2147483647};
  suite.ExpectError(c, "Out");
  c.attrs["repeat_times"] = std::vector<int>(10, 1);
  suite.ExpectError(c, "rank");
  c.attrs.erase("repeat_times");
  c.inputs["RepeatTimes"] = {MakeTensor<int64_t>({2}, {INT64_MAX, 2})};
  suite.ExpectError(c, "repeat_times: ");
}

// Rows of every size, so that the copies inside a row are of every length.
TEST(Tile, Rows) {
  OpSuite suite("tile", kSelectExact);
  Random random("tile");
  for (const int64_t width : {1, 3, 17}) {
    for (const int times : {1, 2, 7, 64}) {
      for (const PrecisionType type : {PrecisionType::kInt8, PrecisionType::kFP16,
                                       PrecisionType::kFloat, PrecisionType::kInt64}) {
        OpCase c("rows");
        c.inputs["X"] = {random.Ints({2, width, 2}, -9, 9, type)};
        c.attrs["repeat_times"] = std::vector<int>{3, times, 1};
        TestTensor out({6, width * times, 2}, type);
        for (int64_t i = 0; i < out.numel(); ++i) {
          const int64_t row = i / out.dims[2] / out.dims[1] % 2;
          const int64_t column = i / 2 % out.dims[1] % width;
          out.Set(i, c.In("X").At((row * width + column) * 2 + i % 2));
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}

TEST(ExpandAs, RefusesWhatDoesNotFit) {
  OpCase c("shape");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"target_tensor", {TestTensor({4, 4})}}};
  OpSuite("expand_as").ExpectError(c, "target_tensor: X [2, 3] cannot be repeated to [4, 4]");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"Y", {TestTensor({4, 3})}}};
  OpSuite("expand_as_v2").ExpectError(c, "target_shape: X [2, 3] cannot be expanded to [4, 3]");
  c.inputs.erase("Y");
  OpSuite("expand_as_v2").ExpectError(c, "target_shape: X [2, 3] cannot be expanded to []");
}

TEST(IndexSelect, RefusesWhatDoesNotFit) {
  OpSuite suite("index_select");
  OpCase c("index");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"Index", {TestTensor({2, 2}, PrecisionType::kInt32)}}};
  suite.ExpectError(c, "Index: expected shape [n] or [n, 1]");
  c.inputs["Index"] = {TestTensor({2}, PrecisionType::kInt32)};
  c.attrs["dim"] = 2;
  suite.ExpectError(c, "axis 2 is outside of");
}

TEST(GatherNd, RefusesWhatDoesNotFit) {
  OpSuite suite("gather_nd");
  OpCase c("index");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"Index", {TestTensor({4, 3}, PrecisionType::kInt64)}}};
  suite.ExpectError(c, "have more than 2 positions for X [2, 3]");
  c.inputs["Index"] = {TestTensor({}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Index: expected rank 1 or more");
  c.inputs["Index"] = {TestTensor({4, 2})};
  suite.ExpectError(c, "Index: element type float");
  c.inputs["X"] = {TestTensor::ShapeOnly({2, INT64_MAX / 64})};
  c.inputs["Index"] = {TestTensor::ShapeOnly({INT64_MAX / 64, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Out");
}

TEST(ScatterNdAdd, RefusesWhatDoesNotFit) {
  OpSuite suite("scatter_nd_add");
  OpCase c("updates");
  c.inputs = {{"X", {TestTensor({2, 3})}},
              {"Index", {TestTensor({4, 1}, PrecisionType::kInt64)}},
              {"Updates", {TestTensor({4, 2})}}};
  suite.ExpectError(c, "Updates: expected shape [4, 3]");
  c.inputs["Updates"] = {TestTensor({4, 3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Updates has element type");
}

TEST(Scatter, RefusesWhatDoesNotFit) {
  OpSuite suite("scatter");
  OpCase c("updates");
  c.inputs = {{"X", {TestTensor({2, 3})}},
              {"Ids", {TestTensor({4}, PrecisionType::kInt64)}},
              {"Updates", {TestTensor({3, 3})}}};
  suite.ExpectError(c, "Updates: expected shape [4, 3]");
  c.inputs["Ids"] = {TestTensor({4, 2}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Ids: expected shape [n] or [n, 1]");
  c.inputs["X"] = {TestTensor(DDim{})};
  suite.ExpectError(c, "X: expected rank 1 or more");
}

// More elements than one thread takes. Rows that are selected twice keep the last update, or the
// sum.
TEST(Scatter, ManyRows) {
  OpSuite suite("scatter", kSumTolerance);
  Random random("scatter");
  for (const bool overwrite : {true, false}) {
    constexpr int64_t kRows = 400, kUpdates = 500, kColumns = 90;
    OpCase c(overwrite ? "overwrite" : "add");
    c.attrs["overwrite"] = overwrite;
    c.inputs["X"] = {random.Floats({kRows, kColumns})};
    c.inputs["Ids"] = {random.Ints({kUpdates}, 0, kRows - 1, PrecisionType::kInt64)};
    c.inputs["Updates"] = {random.Floats({kUpdates, kColumns})};
    TestTensor out = c.In("X");
    std::set<int64_t> written;
    for (int64_t i = 0; i < kUpdates; ++i) {
      const int64_t row = c.In("Ids").IntAt(i);
      const bool adds = !written.insert(row).second && !overwrite;
      for (int64_t e = 0; e < kColumns; ++e) {
        const int64_t at = row * kColumns + e;
        out.Set(at, (adds ? out.At(at) : 0) + c.In("Updates").At(i * kColumns + e));
      }
    }
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

TEST(StridedSlice, RefusesWhatDoesNotFit) {
  OpSuite suite("strided_slice");
  OpCase c("slice");
  c.inputs["Input"] = {TestTensor({3, 4})};
  const auto set = [&](int axis, int stride) {
    c.attrs["axes"] = std::vector<int>{axis};
    c.attrs["starts"] = std::vector<int>{0};
    c.attrs["ends"] = std::vector<int>{3};
    c.attrs["strides"] = std::vector<int>{stride};
  };
  set(0, 0);
  suite.ExpectError(c, "strides: expected numbers other than 0");
  set(2, 1);
  suite.ExpectError(c, "axis 2 is outside of");
  set(0, 1);
  c.attrs["decrease_axis"] = std::vector<int>{0};
  suite.ExpectError(c, "dimension 0 of the slice [3, 4] must have size 1");
  c.attrs["decrease_axis"] = std::vector<int>{-3};
  suite.ExpectError(c, "axis -3 is outside of");
  c.attrs.erase("decrease_axis");
  c.attrs["starts"] = std::vector<int>{0, 1};
  suite.ExpectError(c, "2 starts, 1 ends and 1 strides");
}

// Positions and strides at the limits of their type.
TEST(StridedSlice, ExtremePositions) {
  OpSuite suite("strided_slice", kSelectExact);
  Random random("strided");
  for (const int64_t stride : {INT64_MAX, INT64_MIN, int64_t{-2}}) {
    OpCase c("extreme");
    c.inputs["Input"] = {random.Floats({4})};
    c.attrs["axes"] = std::vector<int>{0};
    const bool up = stride > 0;
    c.inputs["StartsTensor"] = {MakeTensor<int64_t>({1}, {up ? INT64_MIN : INT64_MAX}).AsWeight()};
    c.inputs["EndsTensor"] = {MakeTensor<int64_t>({1}, {up ? INT64_MAX : -1}).AsWeight()};
    c.inputs["StridesTensor"] = {MakeTensor<int64_t>({1}, {stride}).AsWeight()};
    TestTensor out({stride == -2 ? 2 : 1});
    for (int64_t i = 0; i < out.numel(); ++i) out.Set(i, c.In("Input").At(up ? 0 : 3 - 2 * i));
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

TEST(SetValue, RefusesWhatDoesNotFit) {
  OpSuite suite("set_value");
  OpCase c("window");
  c.inputs["Input"] = {TestTensor({3, 4})};
  c.attrs["axes"] = std::vector<int64_t>{0};
  c.attrs["starts"] = std::vector<int64_t>{0};
  c.attrs["ends"] = std::vector<int64_t>{2};
  c.attrs["steps"] = std::vector<int64_t>{0};
  c.attrs["values"] = std::vector<double>{1};
  c.attrs["shape"] = std::vector<int64_t>{1};
  suite.ExpectError(c, "steps: expected numbers other than 0");
  c.attrs["steps"] = std::vector<int64_t>{1};
  c.attrs["ends"] = std::vector<int64_t>{};
  suite.ExpectError(c, "1 starts, 0 ends and 1 steps");
  c.attrs["ends"] = std::vector<int64_t>{2};
  c.attrs["shape"] = std::vector<int64_t>{2};
  suite.ExpectError(c, "values: expected 2 values");
  c.attrs["shape"] = std::vector<int64_t>{-1};
  suite.ExpectError(c, "-1");
  c.inputs["ValueTensor"] = {TestTensor({3})};
  suite.ExpectError(c, "ValueTensor: values of shape [3] do not fit the window [2, 4]");
  c.inputs["ValueTensor"] = {TestTensor({2, 2, 4})};
  suite.ExpectError(c, "do not fit the window");
  c.inputs["ValueTensor"] = {TestTensor({4}, PrecisionType::kInt32)};
  suite.ExpectError(c, "ValueTensor has element type");
  c.attrs["axes"] = std::vector<int64_t>{5};
  suite.ExpectError(c, "axis 5 is outside of");
}

// Programs before Paddle 2.5 have a list per element type.
TEST(SetValue, ListsOfOlderPrograms) {
  OpSuite suite("set_value", kSelectExact);
  const auto run = [&](const char* attr, const model::AttrValue& values, PrecisionType type) {
    OpCase c(attr);
    c.inputs["Input"] = {TestTensor({3, 2}, type)};
    c.attrs = {{"axes", std::vector<int64_t>{0}},  {"starts", std::vector<int64_t>{-1}},
               {"ends", std::vector<int64_t>{9}},  {"steps", std::vector<int64_t>{1}},
               {"shape", std::vector<int64_t>{2}}, {attr, values}};
    TestTensor out({3, 2}, type);
    out.Set(4, 1);
    out.Set(5, 0);
    c.expected["Out"] = {out};
    suite.Run(c);
  };
  run("bool_values", std::vector<int>{1, 0}, PrecisionType::kBool);
  run("int32_values", std::vector<int>{1, 0}, PrecisionType::kInt32);
  run("int64_values", std::vector<int64_t>{1, 0}, PrecisionType::kInt64);
  run("fp32_values", std::vector<float>{1, 0}, PrecisionType::kFloat);
  run("fp64_values", std::vector<double>{1, 0}, PrecisionType::kFP64);
  run("values", std::vector<double>{1, 0}, PrecisionType::kFP16);
}

TEST(OneHot, RefusesWhatIsNotADepth) {
  for (const char* op : {"one_hot", "one_hot_v2"}) {
    OpSuite suite(op);
    OpCase c("depth");
    c.inputs["X"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
    for (const int depth : {0, -3}) {
      c.attrs["depth"] = depth;
      suite.ExpectError(c, "depth: expected a positive number");
    }
    c.inputs["depth_tensor"] = {Number(INT64_MAX, PrecisionType::kInt64)};
    suite.ExpectError(c, "Out");
    c.inputs.erase("depth_tensor");
    c.attrs["depth"] = 3;
    c.attrs["dtype"] = 99;
    suite.ExpectError(c, "attribute dtype: data type 99 is not supported");
  }
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({2}, PrecisionType::kInt64)};
  c.attrs["depth"] = 3;
  OpSuite("one_hot").ExpectError(c, "X: expected a last dimension of 1");
}

TEST(Unstack, RefusesWhatDoesNotFit) {
  for (const char* op : {"unstack", "unbind"}) {
    OpSuite suite(op);
    OpCase c("outputs");
    c.inputs["X"] = {TestTensor({2, 3})};
    c.expected[op == std::string("unbind") ? "Out" : "Y"] = {TestTensor({3})};
    suite.ExpectError(c, "expected 2 outputs for X [2, 3], found 1");
    c.attrs["axis"] = 2;
    suite.ExpectError(c, "axis 2 is outside of");
    c.inputs["X"] = {TestTensor(DDim{})};
    suite.ExpectError(c, "is outside of");
  }
}

TEST(TrilTriu, RefusesVectors) {
  OpCase c("vector");
  c.inputs["X"] = {TestTensor({3})};
  OpSuite("tril_triu").ExpectError(c, "X: expected rank 2 or more, found shape [3]");
}

TEST(Linspace, RefusesWhatIsNotACount) {
  OpSuite suite("linspace");
  OpCase c("count");
  c.inputs = {{"Start", {TestTensor({1})}}, {"Stop", {TestTensor({1})}}, {"Num", {Number(0)}}};
  c.attrs["dtype"] = 5;
  suite.ExpectError(c, "Num: expected a positive number, found 0");
  c.inputs["Num"] = {Number(INT64_MAX, PrecisionType::kInt64)};
  suite.ExpectError(c, "Num");
  c.inputs["Num"] = {Number(3)};
  c.inputs["Stop"] = {TestTensor({2})};
  suite.ExpectError(c, "Stop: expected one number, found shape [2]");
  c.inputs["Stop"] = {TestTensor({1})};
  c.attrs["dtype"] = 0;
  suite.ExpectError(c, "Out: element type bool");
}

}  // namespace
}  // namespace paddle::lite::test
