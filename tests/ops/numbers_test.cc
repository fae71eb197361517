// Mathematical operators: what they refuse, and cases that Paddle does not have. Values are
// compared in golden_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// Ties and NaN in long lines, which are sorted by another algorithm than short ones.
TEST(Argsort, KeepsTheOrderOfEqualValues) {
  Random random("argsort");
  for (const bool descending : {false, true}) {
    for (const int axis : {0, 1}) {
      OpSuite suite("argsort", {0, 0, 0, 0});
      OpCase c("ties");
      c.inputs["X"] = {random.Ints({70, 65}, -3, 3, PrecisionType::kFloat)};
      for (int64_t i = 0; i < 70 * 65; i += 11) c.inputs["X"][0].Set(i, std::nan(""));
      c.attrs = {{"axis", axis}, {"descending", descending}};
      const TestTensor& x = c.In("X");
      TestTensor out(x.dims), indices(x.dims, PrecisionType::kInt64);
      const int64_t step = axis == 0 ? 65 : 1;
      const int64_t line_step = axis == 0 ? 1 : 65;
      const double high = descending ? -1 : 1;
      // NaN as the greatest number.
      const auto key = [&](double value) { return high * (std::isnan(value) ? 1e9 : value); };
      for (int64_t line = 0; line < x.dims[1 - axis]; ++line) {
        std::vector<int64_t> order;
        for (int64_t i = 0; i < x.dims[axis]; ++i) order.push_back(i);
        const auto at = [&](int64_t i) { return x.At(line * line_step + i * step); };
        std::stable_sort(order.begin(), order.end(),
                         [&](int64_t a, int64_t b) { return key(at(a)) < key(at(b)); });
        for (int64_t i = 0; i < x.dims[axis]; ++i) {
          out.Set(line * line_step + i * step, at(order[static_cast<size_t>(i)]));
          indices.SetInt(line * line_step + i * step, order[static_cast<size_t>(i)]);
        }
      }
      c.expected = {{"Out", {out}}, {"Indices", {indices}}};
      suite.Run(c);
    }
  }
}

TEST(Argsort, RefusesAxes) {
  for (const char* op : {"argsort", "cumsum", "p_norm"}) {
    OpCase c("axis");
    c.inputs["X"] = {TestTensor({2, 3})};
    for (const int axis : {2, -3}) {
      c.attrs["axis"] = axis;
      OpSuite(op).ExpectError(c, "is outside of [-2, 2)");
    }
  }
}

TEST(Cumsum, LongLinesAndManyColumns) {
  OpSuite suite("cumsum", {0, 0, 0, 0});
  Random random("cumsum");
  for (const PrecisionType type : {PrecisionType::kInt8, PrecisionType::kFP64}) {
    for (const bool reverse : {false, true}) {
      for (const bool exclusive : {false, true}) {
        OpCase c("columns");
        c.inputs["X"] = {random.Ints({3, 7, 600}, -3, 3, type)};
        c.attrs = {{"axis", 1}, {"reverse", reverse}, {"exclusive", exclusive}};
        TestTensor out({3, 7, 600}, type);
        for (int64_t i = 0; i < out.numel(); ++i) {
          const int64_t row = i / 600 % 7;
          double sum = 0;
          for (int64_t r = 0; r < 7; ++r) {
            const bool before = reverse ? r > row : r < row;
            if (before || (r == row && !exclusive)) sum += c.In("X").At(i + (r - row) * 600);
          }
          out.Set(i, sum);
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}

TEST(Atan2, RefusesWhatDoesNotFit) {
  OpSuite suite("atan2");
  OpCase c("shape");
  c.inputs = {{"X1", {TestTensor({2, 3})}}, {"X2", {TestTensor({3})}}};
  suite.ExpectError(c, "X2: expected shape [2, 3] of X1, or more elements, found [3]");
  c.inputs["X2"] = {TestTensor({2, 1})};
  suite.ExpectError(c, "X2: expected shape [2, 3] of X1, or more elements, found [2, 1]");
  c.inputs["X2"] = {TestTensor({2, 3}, PrecisionType::kInt32)};
  suite.ExpectError(c, "X2 has element type");
}

TEST(Bitwise, RefusesWhatDoesNotFit) {
  OpSuite suite("bitwise_and");
  OpCase c("shape");
  c.inputs = {{"X", {TestTensor({2, 3}, PrecisionType::kInt32)}},
              {"Y", {TestTensor({2}, PrecisionType::kInt32)}}};
  suite.ExpectError(c, "cannot be broadcast");
  c.inputs["Y"] = {TestTensor({3}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Y has element type");
}

TEST(Bmm, RefusesWhatDoesNotFit) {
  OpSuite suite("bmm");
  OpCase c("shape");
  c.inputs = {{"X", {TestTensor({2, 3, 4})}}, {"Y", {TestTensor({1, 4, 5})}}};
  suite.ExpectError(c, "Y: expected rank 3 and 2 matrices as in X, found shape [1, 4, 5]");
  c.inputs["Y"] = {TestTensor({2, 3, 5})};
  suite.ExpectError(c, "Y: expected 4 rows");
  c.inputs["X"] = {TestTensor({3, 4})};
  suite.ExpectError(c, "X: expected rank 3, found shape [3, 4]");
}

TEST(Inverse, RefusesWhatIsNotSquare) {
  OpSuite suite("inverse");
  OpCase c("shape");
  for (const DDim& dims : {DDim{2, 3}, DDim{4}, DDim{}}) {
    c.inputs["Input"] = {TestTensor(dims)};
    suite.ExpectError(c, "Input: expected square matrices");
  }
}

TEST(PNorm, RefusesEmptyTensors) {
  OpCase c("empty");
  c.inputs["X"] = {TestTensor({0, 3})};
  c.attrs["axis"] = 0;
  OpSuite("p_norm").ExpectError(c, "X: shape [0, 3] has no elements");
}

TEST(Unique, RefusesWhatDoesNotFit) {
  OpCase c("matrix");
  c.inputs["X"] = {TestTensor({2, 3})};
  for (const char* op : {"unique", "unique_with_counts"}) {
    OpSuite(op).ExpectError(c, "X: expected a vector, found shape [2, 3]");
  }
  c.attrs = {{"is_sorted", true}, {"axis", std::vector<int>{2}}};
  OpSuite("unique").ExpectError(c, "axis 2 is outside of");
  c.attrs = {{"is_sorted", true}, {"dtype", 5}};
  OpSuite("unique").ExpectError(c, "attribute dtype: element type float");
}

TEST(Axpy, FactorPerChannel) {
  OpSuite suite("axpy");
  Random random("axpy");
  for (const DDim& dims : {DDim{2, 3}, DDim{2, 3, 1, 5}, DDim{1, 5, 7, 9}, DDim{2, 3, 0, 4}}) {
    for (const bool wide : {false, true}) {
      OpCase c("channels");
      c.inputs["X"] = {random.Floats(dims)};
      c.inputs["Bias"] = {random.Floats(dims)};
      c.inputs["Scale"] = {
          random.Floats(wide ? DDim{dims[0], dims[1], 1, 1} : DDim{dims[0], dims[1]})};
      TestTensor out(dims);
      const int64_t size = dims.Count(2, dims.rank());
      for (int64_t i = 0; i < out.numel(); ++i) {
        out.Set(i, c.In("Scale").At(i / size) * c.In("X").At(i) + c.In("Bias").At(i));
      }
      c.expected["Out"] = {out};
      suite.Run(c);
    }
  }
}

TEST(Axpy, RefusesWhatDoesNotFit) {
  OpSuite suite("axpy");
  OpCase c("shape");
  c.inputs = {{"Scale", {TestTensor({2, 3})}},
              {"X", {TestTensor({2, 4, 5})}},
              {"Bias", {TestTensor({2, 4, 5})}}};
  suite.ExpectError(c, "Scale: expected shape [2, 4] for X [2, 4, 5], found [2, 3]");
  c.inputs["Scale"] = {TestTensor({2, 4, 1, 1})};
  c.inputs["Bias"] = {TestTensor({4, 5})};
  suite.ExpectError(c, "Bias: expected shape [2, 4, 5] of X, found [4, 5]");
  c.inputs["Bias"] = {TestTensor({2, 4, 5}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Bias has element type");
  c.inputs["X"] = {TestTensor({4})};
  suite.ExpectError(c, "X: expected rank 2 or more");
}

}  // namespace
}  // namespace paddle::lite::test
