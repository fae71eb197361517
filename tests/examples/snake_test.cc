// An operator suite. It names no target: every kernel of the operator runs every case.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// The definition, in double.
TestTensor Reference(const OpCase& c) {
  const double alpha = c.Float("alpha", 1.0f);
  return Map(c.In("X"),
             [alpha](double x) { return x + std::sin(alpha * x) * std::sin(alpha * x) / alpha; });
}

TEST(Snake, Grid) {
  OpSuite suite("snake");
  Random random("snake");
  for (const DDim& dims : {DDim({}), DDim({1}), DDim({7}), DDim({3, 5}), DDim({1, 3, 4, 4}),
                           DDim({2, 9001}), DDim({0, 4})}) {
    for (const float alpha : {0.25f, 1.0f, 3.0f}) {
      OpCase c("grid");
      c.attrs["alpha"] = alpha;
      c.inputs["X"] = {random.Floats(dims, -8, 8)};
      c.expected["Out"] = {Reference(c)};
      suite.Run(c);
    }
  }
}

TEST(Snake, DefaultOfAlpha) {
  OpSuite suite("snake");
  OpCase c("default");
  c.inputs["X"] = {Random("default").Floats({4, 4})};
  c.expected["Out"] = {Reference(c)};
  suite.Run(c);
}

TEST(Snake, Refuses) {
  OpSuite suite("snake");
  for (const float alpha : {0.0f, -1.0f, NAN}) {
    OpCase c("refused");
    c.attrs["alpha"] = alpha;
    c.inputs["X"] = {Random("refused").Floats({2, 2})};
    suite.ExpectError(c, "alpha");
  }
}

}  // namespace
}  // namespace paddle::lite::test
