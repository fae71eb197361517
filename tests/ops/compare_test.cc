#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct Comparison {
  const char* op;
  std::function<bool(double, double)> f;
};

std::vector<Comparison> Comparisons() {
  return {
      {"equal", [](double a, double b) { return a == b; }},
      {"not_equal", [](double a, double b) { return a != b; }},
      {"less_than", [](double a, double b) { return a < b; }},
      {"less_equal", [](double a, double b) { return a <= b; }},
      {"greater_than", [](double a, double b) { return a > b; }},
      {"greater_equal", [](double a, double b) { return a >= b; }},
      {"logical_and", [](double a, double b) { return a != 0 && b != 0; }},
      {"logical_or", [](double a, double b) { return a != 0 || b != 0; }},
      {"logical_xor", [](double a, double b) { return (a != 0) != (b != 0); }},
  };
}

TEST(Compare, TypesAndBroadcasts) {
  for (const Comparison& comparison : Comparisons()) {
    OpSuite suite(comparison.op);
    Random random(comparison.op);
    for (const PrecisionType type :
         {PrecisionType::kFloat, PrecisionType::kFP64, PrecisionType::kInt32, PrecisionType::kInt64,
          PrecisionType::kBool, PrecisionType::kUInt8, PrecisionType::kInt8,
          PrecisionType::kInt16}) {
      // Y is repeated for every row of X, or vice versa.
      for (const bool x_is_row : {false, true}) {
        OpCase c("rows");
        const TestTensor matrix = random.Ints({3, 5}, 0, 2, type);
        const TestTensor row = random.Ints({5}, 0, 2, type);
        c.inputs["X"] = {x_is_row ? row : matrix};
        c.inputs["Y"] = {x_is_row ? matrix : row};
        TestTensor out({3, 5}, PrecisionType::kBool);
        for (int64_t i = 0; i < 15; ++i) {
          const double a = x_is_row ? row.At(i % 5) : matrix.At(i);
          const double b = x_is_row ? matrix.At(i) : row.At(i % 5);
          out.SetInt(i, comparison.f(a, b));
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
    OpCase scalar("one value");
    scalar.inputs["X"] = {MakeTensor<int64_t>({1}, {3})};
    scalar.inputs["Y"] = {MakeTensor<int64_t>({1}, {4})};
    scalar.expected["Out"] = {MakeTensor<bool>({1}, {comparison.f(3, 4)})};
    suite.Run(scalar);
  }
}

TEST(Compare, LargeIntegersAreExact) {
  OpSuite suite("less_than");
  OpCase c("int64");
  c.inputs["X"] = {MakeTensor<int64_t>({2}, {9007199254740992, 9007199254740993})};
  c.inputs["Y"] = {MakeTensor<int64_t>({2}, {9007199254740993, 9007199254740992})};
  c.expected["Out"] = {MakeTensor<bool>({2}, {true, false})};
  suite.Run(c);
}

TEST(Compare, RefusesDifferentTypes) {
  OpSuite suite("less_than");
  OpCase c("types");
  c.inputs["X"] = {TestTensor({2})};
  c.inputs["Y"] = {TestTensor({2}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Y has element type int64");
}

TEST(LogicalNot, Types) {
  OpSuite suite("logical_not");
  Random random("not");
  for (const PrecisionType type : {PrecisionType::kBool, PrecisionType::kInt32,
                                   PrecisionType::kInt64, PrecisionType::kFloat}) {
    OpCase c("types");
    c.inputs["X"] = {random.Ints({3, 4}, 0, 1, type)};
    TestTensor out({3, 4}, PrecisionType::kBool);
    for (int64_t i = 0; i < 12; ++i) out.SetInt(i, c.In("X").At(i) == 0);
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

}  // namespace
}  // namespace paddle::lite::test
