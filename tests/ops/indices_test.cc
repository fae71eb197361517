// gather and its relatives, lod_reset, range, meshgrid, assign_value and fill_any_like: exact in
// every element type.
#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kIndicesExact{0, 0, 0, 0};
const std::vector<PrecisionType> kIndicesTypes = {PrecisionType::kFloat, PrecisionType::kFP64,
                                                  PrecisionType::kInt32, PrecisionType::kInt64,
                                                  PrecisionType::kInt8};

TEST(Gather, AxesAndTypes) {
  OpSuite suite("gather", kIndicesExact);
  Random random("gather");
  const std::vector<int64_t> rows = {2, 0, 2, 1};
  for (const PrecisionType type : kIndicesTypes) {
    for (const int axis : {0, 1, -1}) {
      for (const bool column : {false, true}) {
        for (const PrecisionType index_type : {PrecisionType::kInt32, PrecisionType::kInt64}) {
          OpCase c("axis");
          c.attrs["axis"] = axis;
          c.inputs["X"] = {random.Ints({3, 4, 5}, -99, 99, type)};
          TestTensor index(column ? DDim{4, 1} : DDim{4}, index_type);
          for (int64_t i = 0; i < 4; ++i) index.SetInt(i, rows[static_cast<size_t>(i)]);
          c.inputs["Index"] = {index};
          c.resized = c.inputs;
          const int along = axis < 0 ? 2 : axis;
          DDim shape{3, 4, 5};
          shape[along] = 4;
          TestTensor out(shape, type);
          for (int64_t i = 0; i < out.numel(); ++i) {
            int64_t at[3] = {i / shape[2] / shape[1], i / shape[2] % shape[1], i % shape[2]};
            at[along] = rows[static_cast<size_t>(at[along])];
            out.Set(i, c.In("X").At((at[0] * 4 + at[1]) * 5 + at[2]));
          }
          c.expected["Out"] = {out};
          suite.Run(c);
        }
      }
    }
  }
}

// A result without rows, which image networks produce if nothing was found.
TEST(Gather, NoRows) {
  OpSuite suite("gather", kIndicesExact);
  OpCase c("none");
  c.inputs["X"] = {TestTensor({3, 4})};
  c.inputs["Index"] = {TestTensor({0, 1}, PrecisionType::kInt32)};
  c.expected["Out"] = {TestTensor({0, 4})};
  suite.Run(c);
}

TEST(TakeAlongAxis, RefusesWhatDoesNotFit) {
  OpSuite suite("take_along_axis");
  OpCase c("index");
  c.attrs["Axis"] = 1;
  c.inputs["Input"] = {TestTensor({2, 3})};
  for (const DDim& shape : {DDim{2}, DDim{2, 3, 1}, DDim()}) {
    c.inputs["Index"] = {TestTensor(shape, PrecisionType::kInt64)};
    suite.ExpectError(c, "Index: expected rank 2 of Input, found");
  }
  c.inputs["Index"] = {TestTensor({2, 9}, PrecisionType::kInt16)};
  suite.ExpectError(c, "Index");
  c.attrs["Axis"] = 2;
  suite.ExpectError(c, "attribute Axis");
}

TEST(IndexSample, RefusesWhatDoesNotFit) {
  OpSuite suite("index_sample");
  OpCase c("index");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Index"] = {TestTensor({3, 3}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Index: expected rank 2 and 2 rows as in X, found [3, 3]");
  c.inputs["X"] = {TestTensor({2, 3, 1})};
  suite.ExpectError(c, "X: expected rank 2, found [2, 3, 1]");
}

TEST(Multiplex, RefusesWhatDoesNotFit) {
  OpSuite suite("multiplex");
  OpCase c("ids");
  c.inputs["X"] = {TestTensor({2, 3}), TestTensor({2, 3})};
  c.inputs["Ids"] = {TestTensor({2}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Ids: expected shape [n, 1], found [2]");
  c.inputs["Ids"] = {TestTensor({3, 1}, PrecisionType::kInt32)};
  suite.ExpectError(c, "X[0]: expected rank 2 or more and 3 rows or more as in Ids, found [2, 3]");
  c.inputs["Ids"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Ids");
  c.inputs["X"][1] = TestTensor({2, 4});
  suite.ExpectError(c, "X[1]: expected shape [2, 3] of X[0], found [2, 4]");
}

TEST(Gather, RefusesWhatDoesNotFit) {
  OpSuite suite("gather");
  OpCase c("index");
  c.inputs["X"] = {TestTensor({3, 4})};
  c.inputs["Index"] = {TestTensor({2, 2}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Index: expected shape [n] or [n, 1]");
  c.inputs["Index"] = {TestTensor({2})};
  suite.ExpectError(c, "Index: expected int32 or int64");
  c.inputs["Index"] = {TestTensor({2}, PrecisionType::kInt32)};
  c.attrs["axis"] = 2;
  suite.ExpectError(c, "axis 2 is outside of");
}

TEST(LodReset, WhereTheLevelComesFrom) {
  OpSuite suite("lod_reset", kIndicesExact);
  Random random("lod");
  const auto run = [&](const char* name, OpCase c, const LoD& expected) {
    c.name = name;
    c.expected["Out"] = c.inputs["X"];
    c.expected["Out"][0].lod = expected;
    c.resized = c.inputs;
    suite.Run(c);
  };
  for (const PrecisionType type : kIndicesTypes) {
    OpCase c("level");
    c.inputs["X"] = {random.Ints({5, 2}, -9, 9, type)};
    c.inputs["X"][0].lod = {{0, 1, 5}};
    c.attrs["target_lod"] = std::vector<int>{0, 2, 5};
    run("target", c, {{0, 2, 5}});
    c.inputs["Y"] = {MakeTensor<int32_t>({4}, {0, 1, 1, 5})};
    run("numbers", c, {{0, 1, 1, 5}});
    c.inputs["Y"] = {TestTensor({5, 1})};
    c.inputs["Y"][0].lod = {{0, 2}, {0, 3, 5}};
    run("level of Y", c, {{0, 2}, {0, 3, 5}});
    c.inputs.erase("Y");
    c.attrs["append"] = true;
    c.attrs["target_lod"] = std::vector<int>{0, 1, 2, 3, 4, 5};
    run("append", c, {{0, 1, 5}, {0, 1, 2, 3, 4, 5}});
  }
}

TEST(LodReset, RefusesWhatIsNoLevel) {
  OpSuite suite("lod_reset");
  OpCase c("level");
  c.inputs["X"] = {TestTensor({5, 2})};
  const std::string rows = "target_lod: expected a level of detail of the 5 rows of X, found ";
  suite.ExpectError(c, rows + "[]");
  c.attrs["target_lod"] = std::vector<int>{0, 4};
  suite.ExpectError(c, rows + "[0, 4]");
  c.attrs["target_lod"] = std::vector<int>{0, 4, 3, 5};
  suite.ExpectError(c, "target_lod: expected offsets that do not decrease, found [0, 4, 3, 5]");
  c.attrs["target_lod"] = std::vector<int>{0, -4, 5};
  suite.ExpectError(c, "target_lod: negative offset");
  c.inputs["Y"] = {TestTensor({2})};
  suite.ExpectError(c, "Y: expected int32 offsets");
}

OpCase RangeCase(double start, double end, double step, PrecisionType type) {
  OpCase c("range");
  const auto number = [&](double value) {
    TestTensor tensor({1}, type);
    tensor.Set(0, value);
    return std::vector<TestTensor>{tensor};
  };
  c.inputs = {{"Start", number(start)}, {"End", number(end)}, {"Step", number(step)}};
  c.resized = c.inputs;
  return c;
}

TEST(Range, DirectionsAndTypes) {
  OpSuite suite("range", {1e-12, 1e-12, 0, 0});
  struct Example {
    double start, end, step;
    int64_t count;
  };
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64,
                                   PrecisionType::kInt32, PrecisionType::kInt64}) {
    for (const Example& e : std::vector<Example>{
             {0, 10, 3, 4}, {0, 9, 3, 3}, {5, -6, -2, 6}, {7, 8, 100, 1}, {4, 4, 1, 0}}) {
      OpCase c = RangeCase(e.start, e.end, e.step, type);
      TestTensor out({e.count}, type);
      for (int64_t i = 0; i < e.count; ++i) out.Set(i, e.start + static_cast<double>(i) * e.step);
      c.expected["Out"] = {out};
      suite.Run(c);
    }
  }
  suite.ExpectError(RangeCase(0, 1, 0, PrecisionType::kFloat), "Step: expected a non-zero number");
  suite.ExpectError(RangeCase(0, 1, -1, PrecisionType::kInt64), "Step: its sign points away");
  suite.ExpectError(RangeCase(2, 1, 1, PrecisionType::kFP64), "Step: its sign points away");
  suite.ExpectError(RangeCase(0, 1, 1, PrecisionType::kInt8), "Start: element type int8");
}

TEST(Meshgrid, EveryVectorAlongItsDimension) {
  OpSuite suite("meshgrid", kIndicesExact);
  Random random("grid");
  for (const PrecisionType type : kIndicesTypes) {
    OpCase c("grid");
    const DDim shape{3, 1, 4};
    for (int i = 0; i < 3; ++i) {
      c.inputs["X"].push_back(random.Ints({shape[i]}, -99, 99, type));
      TestTensor out(shape, type);
      for (int64_t k = 0; k < out.numel(); ++k) {
        const int64_t at[3] = {k / 4, 0, k % 4};
        out.Set(k, c.inputs["X"].back().At(at[i]));
      }
      c.expected["Out"].push_back(out);
    }
    c.resized = c.inputs;
    suite.Run(c);
  }
  OpCase c("rank");
  c.inputs["X"] = {TestTensor({3, 2})};
  c.expected["Out"] = {TestTensor({3, 2})};
  suite.ExpectError(c, "X: tensor 0: expected rank 0 or 1");
}

TEST(AssignValue, ListsOfEveryType) {
  OpSuite suite("assign_value", kIndicesExact);
  const auto run = [&](int dtype, const char* list, model::AttrValue values,
                       const TestTensor& expected) {
    OpCase c(list);
    c.attrs = {{"shape", std::vector<int>{2, 2}}, {"dtype", dtype}, {list, std::move(values)}};
    c.expected["Out"] = {expected};
    suite.Run(c);
  };
  run(0, "bool_values", std::vector<int>{1, 0, 0, 1}, MakeTensor<bool>({2, 2}, {1, 0, 0, 1}));
  run(2, "int32_values", std::vector<int>{1, -2, 3, 4}, MakeTensor<int32_t>({2, 2}, {1, -2, 3, 4}));
  run(3, "int64_values", std::vector<int64_t>{1, -2, int64_t{1} << 40, 4},
      MakeTensor<int64_t>({2, 2}, {1, -2, int64_t{1} << 40, 4}));
  run(5, "fp32_values", std::vector<float>{1, -2, 0.1f, 4},
      MakeTensor<float>({2, 2}, {1, -2, 0.1f, 4}));
  run(6, "fp64_values", std::vector<double>{1, -2, 0.1, 4},
      MakeTensor<double>({2, 2}, {1, -2, 0.1, 4}));
  OpCase c("short");
  c.attrs = {{"shape", std::vector<int>{2}}, {"fp32_values", std::vector<float>{1}}};
  suite.ExpectError(c, "shape: expected 2 values for [2] and dtype 5, found 1");
  c.attrs["dtype"] = 1;
  suite.ExpectError(c, "attribute dtype: element type int16_t");
}

TEST(FillAnyLike, ShapesAndTypes) {
  OpSuite suite("fill_any_like", kIndicesExact);
  OpSuite zeros("fill_zeros_like", kIndicesExact);
  for (const auto& [code, type] :
       std::vector<std::pair<int, PrecisionType>>{{-1, PrecisionType::kFloat},
                                                  {2, PrecisionType::kInt32},
                                                  {3, PrecisionType::kInt64},
                                                  {6, PrecisionType::kFP64}}) {
    for (const DDim& shape : {DDim{4}, DDim{2, 3, 4, 5}}) {
      OpCase c("fill");
      c.attrs = {{"value", -3.0f}, {"dtype", code}};
      c.inputs["X"] = {TestTensor(shape)};
      TestTensor out(shape, type);
      for (int64_t i = 0; i < out.numel(); ++i) out.Set(i, -3);
      c.expected["Out"] = {out};
      suite.Run(c);
      OpCase zero("zeros");
      zero.inputs["X"] = {TestTensor(shape, type)};
      zero.expected["Out"] = {TestTensor(shape, type)};
      zeros.Run(zero);
    }
  }
}

}  // namespace
}  // namespace paddle::lite::test
