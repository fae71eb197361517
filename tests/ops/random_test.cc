// uniform_random, gaussian_random and empty. Their numbers are not Paddle's: the stream is our own,
// so the tests fix its first numbers and check its distribution.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lite/base/strings.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kRandomExact{0, 0, 0, 0};

OpCase RandomCase(const char* name, const DDim& dims, int seed) {
  OpCase c(name);
  c.attrs = {{"shape", dims.Vectorize()}, {"seed", seed}};
  c.expected["Out"] = {TestTensor(dims)};
  return c;
}

TEST(Random, FirstNumbersOfAStream) {
  OpCase uniform = RandomCase("uniform", {4}, 5);
  uniform.attrs["min"] = 0.0f;
  uniform.expected["Out"] = {
      MakeTensor<float>({4}, {0.416747034f, 0.536327541f, 0.783317745f, 0.76884836f})};
  OpSuite("uniform_random", kRandomExact).Run(uniform);
  OpCase normal = RandomCase("normal", {4}, 5);
  normal.expected["Out"] = {
      MakeTensor<float>({4}, {-1.94093835f, 1.08991313f, 1.29668987f, 0.347637773f})};
  OpSuite("gaussian_random", kRandomExact).Run(normal);
}

// "" if mean, standard deviation and range of the numbers fit.
std::string CheckMoments(const TestTensor& out, double mean, double deviation, double low,
                         double high) {
  const double count = static_cast<double>(out.numel());
  double sum = 0;
  double squares = 0;
  for (int64_t i = 0; i < out.numel(); ++i) {
    const double x = out.At(i);
    if (!(x >= low && x < high)) return StrCat("number ", x, " at ", i);
    sum += x;
    squares += (x - mean) * (x - mean);
  }
  const double error = 6 * deviation / std::sqrt(count);  // of six standard errors
  if (std::fabs(sum / count - mean) > error) return StrCat("mean ", sum / count);
  const double found = std::sqrt(squares / count);
  if (std::fabs(found - deviation) > error) return StrCat("standard deviation ", found);
  return "";
}

TEST(Random, Distributions) {
  for (const auto& [dtype, type] :
       {std::pair(5, PrecisionType::kFloat), std::pair(6, PrecisionType::kFP64)}) {
    for (const int seed : {1, -7}) {
      OpCase uniform = RandomCase("uniform", {100, 200}, seed);
      uniform.expected["Out"] = {TestTensor({100, 200}, type)};
      uniform.attrs["dtype"] = dtype;
      uniform.attrs["min"] = -1.0f;
      uniform.attrs["max"] = 3.0f;
      uniform.check = [](const SlotTensors& outputs) {
        return CheckMoments(outputs.at("Out")[0], 1, 4 / std::sqrt(12.0), -1, 3);
      };
      OpSuite("uniform_random").Run(uniform);
      OpCase normal = RandomCase("normal", {100, 200}, seed);
      normal.expected["Out"] = {TestTensor({100, 200}, type)};
      normal.attrs["dtype"] = dtype;
      normal.attrs["mean"] = 2.0f;
      normal.attrs["std"] = 3.0f;
      normal.check = [](const SlotTensors& outputs) {
        // 5.5 standard deviations: the expected number of elements beyond is 0.0008.
        return CheckMoments(outputs.at("Out")[0], 2, 3, 2 - 16.5, 2 + 16.5);
      };
      OpSuite("gaussian_random").Run(normal);
    }
  }
}

TEST(Random, ShapesFromTensors) {
  for (const char* op : {"uniform_random", "gaussian_random", "empty"}) {
    OpSuite suite(op);
    OpCase c("tensor");
    c.attrs = {{"shape", std::vector<int64_t>{9}}};
    if (op != std::string("empty")) c.attrs["seed"] = 3;
    c.inputs["ShapeTensor"] = {MakeTensor<int64_t>({2}, {2, 3}).AsWeight()};
    c.expected["Out"] = {TestTensor({2, 3})};
    c.check = [](const SlotTensors&) { return std::string(); };
    suite.Run(c);
    c.inputs.clear();
    c.inputs["ShapeTensorList"] = {MakeTensor<int32_t>({1}, {2}).AsWeight(),
                                   MakeTensor<int32_t>({1}, {3}).AsWeight()};
    suite.Run(c);
    c.inputs.clear();
    c.attrs["shape"] = std::vector<int64_t>{};
    c.expected["Out"] = {TestTensor(DDim{})};
    suite.Run(c);
    c.attrs["shape"] = std::vector<int64_t>{2, -1};
    suite.ExpectError(c, "shape");
    c.attrs["shape"] = std::vector<int64_t>{INT64_MAX, 2};
    suite.ExpectError(c, "shape");
    c.attrs["shape"] = std::vector<int64_t>(12, 1);
    suite.ExpectError(c, "shape");
    c.attrs["shape"] = std::vector<int64_t>{2};
    c.attrs["dtype"] = 99;
    suite.ExpectError(c, "attribute dtype: data type 99 is not supported");
  }
}

TEST(Random, Diagonal) {
  OpSuite suite("uniform_random");
  OpCase c = RandomCase("diagonal", {3, 3}, 4);
  c.attrs["diag_num"] = 3;
  c.attrs["diag_step"] = 3;
  c.attrs["diag_val"] = 7.0f;
  c.check = [](const SlotTensors& outputs) -> std::string {
    for (int64_t i = 0; i < 9; ++i) {
      if ((outputs.at("Out")[0].At(i) == 7) != (i % 4 == 0)) return StrCat("element ", i);
    }
    return "";
  };
  suite.Run(c);
  c.attrs["diag_num"] = 4;
  suite.ExpectError(c, "attribute diag_num: 4 elements in steps of 4 exceed shape [3, 3]");
  c.attrs["dtype"] = 3;
  c.attrs.erase("diag_num");
  suite.ExpectError(c, "attribute dtype: element type int64");
}

TEST(Empty, IsZero) {
  OpSuite suite("empty", kRandomExact);
  for (const auto& [dtype, type] :
       {std::pair(0, PrecisionType::kBool), std::pair(3, PrecisionType::kInt64)}) {
    OpCase c("zero");
    c.attrs = {{"shape", std::vector<int64_t>{2, 3}}, {"dtype", dtype}};
    c.expected["Out"] = {TestTensor({2, 3}, type)};
    suite.Run(c);
  }
}

}  // namespace
}  // namespace paddle::lite::test
