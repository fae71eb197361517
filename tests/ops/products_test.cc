// dot, mv, addmm, kron and cross: what is refused. Results are golden cases.
#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(Dot, RefusesWhatDoesNotFit) {
  OpSuite suite("dot");
  OpCase c("bad");
  c.inputs["X"] = {TestTensor({2, 3})};
  for (const DDim& shape : {DDim{3}, DDim{1, 3}, DDim{2, 4}, DDim{3, 2}}) {
    c.inputs["Y"] = {TestTensor(shape)};
    suite.ExpectError(c, "Y: expected shape [2, 3] of X, found [");
  }
  c.inputs["Y"] = {TestTensor({2, 3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Y: expected element type");
  for (const DDim& shape : {DDim{}, DDim{2, 2, 3}}) {
    c.inputs["X"] = c.inputs["Y"] = {TestTensor(shape)};
    suite.ExpectError(c, "X: expected rank 1 or 2");
  }
}

TEST(Mv, RefusesWhatDoesNotFit) {
  OpSuite suite("mv");
  OpCase c("bad");
  c.inputs["X"] = {TestTensor({2, 3})};
  for (const DDim& shape : {DDim{2}, DDim{3, 1}, DDim{}}) {
    c.inputs["Vec"] = {TestTensor(shape)};
    suite.ExpectError(c, "Vec: expected shape [3], found");
  }
  c.inputs["Vec"] = {TestTensor({3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Vec: expected element type");
  c.inputs["X"] = {TestTensor({3})};
  suite.ExpectError(c, "X: expected rank 2");
}

TEST(Addmm, RefusesWhatDoesNotFit) {
  OpSuite suite("addmm");
  OpCase c("bad");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Y"] = {TestTensor({3, 4})};
  for (const DDim& shape : {DDim{}, DDim{2}, DDim{3, 4}, DDim{4, 2}, DDim{0, 4}, DDim{1, 2, 4}}) {
    c.inputs["Input"] = {TestTensor(shape)};
    suite.ExpectError(c, "does not broadcast to [2, 4]");
  }
  c.inputs["Input"] = {TestTensor({2, 4}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Input: expected element type");
  for (const DDim& shape : {DDim{3}, DDim{2, 4}, DDim{1, 3, 4}}) {
    c.inputs["Y"] = {TestTensor(shape)};
    suite.ExpectError(c, "Y: expected rank 2 and 3 rows");
  }
  c.inputs["X"] = {TestTensor({3})};
  suite.ExpectError(c, "X: expected rank 2");
}

TEST(Kron, RefusesWhatDoesNotFit) {
  OpSuite suite("kron");
  OpCase c("bad");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Y"] = {TestTensor({2, 3}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Y: expected element type");
}

TEST(Cross, RefusesWhatDoesNotFit) {
  OpSuite suite("cross");
  OpCase c("bad");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Y"] = {TestTensor({1, 3})};
  suite.ExpectError(c, "Y: expected shape [2, 3] of X, found [1, 3]");
  c.inputs["Y"] = {TestTensor({2, 3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Y: expected element type");
  c.inputs["Y"] = c.inputs["X"];
  for (const int dim : {2, -3, -9}) {
    c.attrs["dim"] = dim;
    suite.ExpectError(c, "attribute dim: axis");
  }
  c.attrs["dim"] = 0;
  suite.ExpectError(c, "X: expected 3 elements in dimension 0");
  c.attrs["dim"] = 9;
  c.inputs["X"] = c.inputs["Y"] = {TestTensor({2, 2})};
  suite.ExpectError(c, "X: expected a dimension of 3");
}

}  // namespace
}  // namespace paddle::lite::test
