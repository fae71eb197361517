// Operators that work element by element or along an axis: what they refuse, and cases that Paddle
// does not have. Values are compared in golden_test.cc.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(IsClose, RefusesWhatDoesNotFit) {
  for (const char* op : {"isclose", "allclose"}) {
    OpSuite suite(op);
    OpCase c("shape");
    c.inputs = {{"Input", {TestTensor({2, 3})}}, {"Other", {TestTensor({3})}}};
    suite.ExpectError(c, "Other: expected shape [2, 3] of Input, found [3]");
    c.inputs["Other"] = {TestTensor({2, 3}, PrecisionType::kFP64)};
    suite.ExpectError(c, "Other has element type");
    c.inputs["Other"] = {TestTensor({2, 3})};
    c.inputs["Rtol"] = {TestTensor({2}, PrecisionType::kFP64)};
    suite.ExpectError(c, "Rtol: expected one value, found shape [2]");
    c.inputs["Rtol"] = {TestTensor({1}, PrecisionType::kInt32)};
    suite.ExpectError(c, "Rtol: element type int32");
    c.inputs.erase("Rtol");
    c.inputs["Atol"] = {TestTensor({0}, PrecisionType::kFP64)};
    suite.ExpectError(c, "Atol: expected one value, found shape [0]");
  }
}

TEST(EqualAll, RefusesWhatDoesNotFit) {
  OpSuite suite("equal_all");
  OpCase c("rank");
  c.inputs = {{"X", {TestTensor({3})}}, {"Y", {TestTensor({1, 3})}}};
  suite.ExpectError(c, "Y: expected at most the rank of X [3], found shape [1, 3]");
  c.inputs["Y"] = {TestTensor({3}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Y has element type");
}

TEST(AlignedElementwise, RefusesWhatDoesNotFit) {
  for (const char* op : {"elementwise_fmax", "elementwise_fmin", "elementwise_heaviside"}) {
    OpSuite suite(op);
    OpCase c("shape");
    c.inputs = {{"X", {TestTensor({2, 3})}}, {"Y", {TestTensor({2})}}};
    suite.ExpectError(c, "cannot be broadcast");
    c.inputs["Y"] = {TestTensor({3}, PrecisionType::kFP64)};
    suite.ExpectError(c, "Y has element type");
  }
}

TEST(Lerp, RefusesWhatDoesNotFit) {
  OpSuite suite("lerp");
  OpCase c("shape");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"Y", {TestTensor({3})}}, {"Weight", {TestTensor({2})}}};
  suite.ExpectError(c, "Weight: shape [2] cannot be broadcast with [2, 3] of X and Y");
  c.inputs["Weight"] = {TestTensor({3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Weight has element type");
  c.inputs["Weight"] = {TestTensor({3})};
  c.inputs["Y"] = {TestTensor({2})};
  suite.ExpectError(c, "cannot be broadcast");
  c.inputs["Y"] = {TestTensor({3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Y has element type");
}

TEST(Dist, RefusesWhatDoesNotFit) {
  OpSuite suite("dist");
  OpCase c("shape");
  c.inputs = {{"X", {TestTensor({2, 3})}}, {"Y", {TestTensor({2})}}};
  suite.ExpectError(c, "cannot be broadcast");
  c.inputs["Y"] = {TestTensor({0, 3})};
  suite.ExpectError(c, "Y: shape [0, 3] has no elements");
  c.inputs["X"] = {TestTensor({0, 3})};
  suite.ExpectError(c, "X: shape [0, 3] has no elements");
  c.inputs = {{"X", {TestTensor({2})}}, {"Y", {TestTensor({2}, PrecisionType::kFP64)}}};
  suite.ExpectError(c, "Y has element type");
}

TEST(AlongAxis, RefusesAxes) {
  struct {
    const char* op;
    const char* slot;
    const char* attribute;
  } const operators[] = {{"cumprod", "X", "dim"},   {"logcumsumexp", "X", "axis"},
                         {"cummax", "x", "axis"},   {"cummin", "x", "axis"},
                         {"kthvalue", "X", "axis"}, {"mode", "X", "axis"}};
  for (const auto& it : operators) {
    OpCase c("axis");
    c.inputs[it.slot] = {TestTensor({2, 3})};
    for (const int axis : {2, -3}) {
      c.attrs[it.attribute] = axis;
      OpSuite(it.op).ExpectError(c, std::string("attribute ") + it.attribute + ": axis");
    }
  }
  struct {
    const char* op;
    const char* attribute;
  } const reductions[] = {{"reduce_amax", "dim"},
                          {"reduce_amin", "dim"},
                          {"frobenius_norm", "dim"},
                          {"logsumexp", "axis"}};
  for (const auto& it : reductions) {
    OpCase c("axes");
    c.inputs["X"] = {TestTensor({2, 3})};
    c.attrs[it.attribute] = std::vector<int>{0, 2};
    OpSuite(it.op).ExpectError(
        c, std::string("attribute ") + it.attribute + ": axis 2 is outside of [-2, 2)");
  }
}

TEST(CumulativeExtreme, RefusesTypesOfPositions) {
  for (const char* op : {"cummax", "cummin"}) {
    OpCase c("dtype");
    c.inputs["x"] = {TestTensor({2, 3})};
    c.attrs["dtype"] = 5;
    OpSuite(op).ExpectError(c, "attribute dtype: expected int32 or int64, found float");
    c.attrs["dtype"] = 99;
    OpSuite(op).ExpectError(c, "attribute dtype: data type 99");
  }
}

TEST(CumulativeExtreme, OfNothing) {
  for (const char* op : {"cummax", "cummin"}) {
    for (const DDim& dims : {DDim{0, 2}, DDim{2, 0}}) {
      OpCase c("empty");
      c.inputs["x"] = {TestTensor(dims)};
      c.expected = {{"out", {TestTensor(dims)}},
                    {"indices", {TestTensor(dims, PrecisionType::kInt64)}}};
      OpSuite(op).Run(c);
    }
  }
}

TEST(KthValue, RefusesRanks) {
  OpSuite suite("kthvalue");
  OpCase c("k");
  c.inputs["X"] = {TestTensor({2, 3})};
  for (const int k : {0, -1, 4}) {
    c.attrs["k"] = k;
    suite.ExpectError(c, "k: expected 1 to 3 for axis -1 of X [2, 3], found " + std::to_string(k));
  }
  c.inputs["X"] = {TestTensor({2, 0})};
  c.attrs["k"] = 1;
  suite.ExpectError(c, "k: expected 1 to 0");
}

TEST(KthValue, TakesTheFirstOfEqualValues) {
  OpSuite suite("kthvalue", {0, 0, 0, 0});
  OpCase c("equal");
  c.inputs["X"] = {MakeTensor<float>({7}, {2, 1, 1, 1, 3, 2, 2})};
  c.attrs = {{"k", 5}, {"keepdim", true}};
  c.expected = {{"Out", {MakeTensor<float>({1}, {2})}},
                {"Indices", {MakeTensor<int64_t>({1}, {5})}}};
  suite.Run(c);
}

TEST(Mode, RefusesNothing) {
  OpCase c("empty");
  c.inputs["X"] = {TestTensor({2, 0})};
  OpSuite("mode").ExpectError(c, "X: shape [2, 0] has no elements along axis -1");
}

TEST(Maxout, RefusesWhatDoesNotFit) {
  OpSuite suite("maxout");
  OpCase c("groups");
  c.inputs["X"] = {TestTensor({2, 6, 3, 2})};
  for (const int groups : {1, 0, -2}) {
    c.attrs["groups"] = groups;
    suite.ExpectError(c, "groups: expected at least 2, found " + std::to_string(groups));
  }
  c.attrs["groups"] = 4;
  suite.ExpectError(c, "groups: 4 does not divide dimension 1 of X [2, 6, 3, 2]");
  c.attrs = {{"groups", 2}, {"axis", 4}};
  suite.ExpectError(c, "attribute axis: axis 4 is outside of [-4, 4)");
  c.attrs["axis"] = 1;
  c.inputs["X"] = {TestTensor({2, 6, 3})};
  suite.ExpectError(c, "X: expected rank 4, found shape [2, 6, 3]");
}

TEST(ClipByNorm, RefusesLimits) {
  OpSuite suite("clip_by_norm");
  OpCase c("limit");
  c.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(c, "max_norm: expected a positive value, found 0");
  for (const float limit : {-1.0f, std::nanf("")}) {
    c.attrs["max_norm"] = limit;
    suite.ExpectError(c, "max_norm: expected a positive value");
  }
}

}  // namespace
}  // namespace paddle::lite::test
