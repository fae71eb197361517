// What operators on sequences refuse. Their results are tested by tests/ops/golden.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <set>
#include <string>

#include "lite/base/paddle_log.h"
#include "lite/base/strings.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor Rows(const DDim& dims, const LoD& lod, PrecisionType type = PrecisionType::kFloat) {
  TestTensor tensor(dims, type);
  tensor.lod = lod;
  return tensor;
}

// Every way in which a level of detail can be wrong for 5 rows, and the message.
struct BadLevels {
  LoD lod;
  const char* text;
};
const std::vector<BadLevels>& AllBadLevels() {
  static const std::vector<BadLevels> all = {
      {{{0, 2, 4}}, "does not divide 5 rows"},
      {{{0, 2, 6}}, "does not divide 5 rows"},
      {{{1, 2, 5}}, "does not divide 5 rows"},
      {{{0, 4, 2, 5}}, "does not divide 5 rows"},
      {{{}}, "does not divide 5 rows"},
      {{{0, 2, std::numeric_limits<uint64_t>::max()}}, "does not divide 5 rows"},
      {{}, "without a level of detail"},
  };
  return all;
}

// `slot` of the case gets each of the bad levels in turn.
void ExpectLevelsChecked(const std::string& op, OpCase c, const std::string& slot) {
  OpSuite suite(op);
  for (const BadLevels& bad : AllBadLevels()) {
    c.inputs[slot][0].lod = bad.lod;
    suite.ExpectError(c, bad.text);
  }
}
void ExpectOneLevelChecked(const std::string& op, OpCase c, const std::string& slot) {
  ExpectLevelsChecked(op, c, slot);
  c.inputs[slot][0].lod = {{0, 1, 2}, {0, 2, 5}};
  OpSuite(op).ExpectError(c, slot + ": expected one level of detail, found 2");
}

const LoD kTwo = {{0, 2, 5}};

TEST(SequenceConcat, Refuses) {
  OpSuite suite("sequence_concat");
  OpCase c("concat");
  c.inputs["X"] = {Rows({5, 2}, kTwo), Rows({5, 2}, {{0, 5}})};
  suite.ExpectError(c, "X[1]: expected 2 sequences of rows of 2 elements as in X[0], found 1");
  c.inputs["X"][1] = Rows({5, 3}, kTwo);
  suite.ExpectError(c, "X[1]: expected 2 sequences of rows of 2 elements");
  c.inputs["X"][1] = Rows({5, 2}, kTwo, PrecisionType::kInt32);
  suite.ExpectError(c, "X[1]: expected element type float");
  for (const BadLevels& bad : AllBadLevels()) {
    c.inputs["X"][1] = Rows({5, 2}, bad.lod);
    suite.ExpectError(c, bad.text);
  }
  c.inputs["X"][1] = Rows({5, 2}, {{0, 1, 2}, {0, 2, 5}});
  suite.ExpectError(c, "X[1]: level 0 of detail [0, 1, 2] does not divide 5 rows");
}

TEST(SequenceExpandAs, Refuses) {
  OpCase c("expand_as");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Y"] = {Rows({5, 1}, kTwo)};
  ExpectOneLevelChecked("sequence_expand_as", c, "Y");
  c.inputs["X"] = {TestTensor({3, 3})};
  OpSuite("sequence_expand_as").ExpectError(c, "X: expected 2 rows, one for each sequence of Y");
}

TEST(SequenceReshape, Refuses) {
  OpSuite suite("sequence_reshape");
  OpCase c("reshape");
  c.inputs["X"] = {Rows({5, 2}, kTwo)};
  c.attrs["new_dim"] = 0;
  suite.ExpectError(c, "attribute new_dim: expected a positive value, found 0");
  c.attrs["new_dim"] = -2;
  suite.ExpectError(c, "attribute new_dim: expected a positive value, found -2");
  c.attrs["new_dim"] = 4;
  suite.ExpectError(c, "sequence 1 of X has 6 elements, which are not rows of 4");
  ExpectOneLevelChecked("sequence_reshape", c, "X");
}

TEST(SequenceReverse, Refuses) {
  OpCase c("reverse");
  c.inputs["X"] = {Rows({5, 2}, kTwo)};
  ExpectOneLevelChecked("sequence_reverse", c, "X");
}

TEST(SequenceSoftmax, LargeValuesAndRefusals) {
  OpSuite suite("sequence_softmax");
  OpCase c("large");
  c.inputs["X"] = {MakeTensor<float>({4, 1}, {1000, 1000, -1000, 3})};
  c.inputs["X"][0].lod = {{0, 2, 4}};
  c.expected["Out"] = {MakeTensor<float>({4, 1}, {0.5, 0.5, 0, 1})};
  c.expected["Out"][0].lod = {{0, 2, 4}};
  suite.Run(c);
  OpCase bad("bad");
  bad.inputs["X"] = {Rows({5, 1}, kTwo)};
  ExpectLevelsChecked("sequence_softmax", bad, "X");
  bad.inputs["X"] = {Rows({5, 2}, kTwo)};
  suite.ExpectError(bad, "X: expected one element in each row");
  bad.inputs["X"] = {Rows({5, 1}, kTwo, PrecisionType::kInt32)};
  suite.ExpectError(bad, "X: element type int32");
}

// Paddle's float64 kernel fails.
TEST(SequenceConv, DoubleAndRefusals) {
  OpSuite suite("sequence_conv", kSumTolerance);
  Random random("sequence_conv");
  OpCase c("double");
  c.inputs["X"] = {random.Floats({7, 3}, -1, 1, PrecisionType::kFP64)};
  c.inputs["X"][0].lod = {{0, 4, 4, 7}};
  c.inputs["Filter"] = {random.Floats({6, 2}, -1, 1, PrecisionType::kFP64)};
  c.attrs["contextLength"] = 2;
  c.attrs["contextStart"] = -1;
  TestTensor out({7, 2}, PrecisionType::kFP64);
  for (int t = 0; t < 7; ++t) {
    for (int m = 0; m < 2; ++m) {
      double sum = 0;
      for (int k = 0; k < 6; ++k) {
        const int row = t - 1 + k / 3;
        if (row < (t < 4 ? 0 : 4)) continue;
        sum += c.In("X").At(row * 3 + k % 3) * c.In("Filter").At(k * 2 + m);
      }
      out.Set(t * 2 + m, sum);
    }
  }
  out.lod = c.In("X").lod;
  c.expected["Out"] = {out};
  suite.Run(c);

  OpCase bad("bad");
  bad.inputs["X"] = {Rows({5, 3}, kTwo)};
  bad.inputs["Filter"] = {TestTensor({6, 2})};
  bad.attrs["contextLength"] = 2;
  ExpectOneLevelChecked("sequence_conv", bad, "X");
  bad.inputs["Filter"] = {TestTensor({7, 2})};
  suite.ExpectError(bad, "Filter: expected 2 * 3 rows, found shape [7, 2]");
  bad.attrs["contextLength"] = 0;
  suite.ExpectError(bad, "attribute contextLength: expected a positive value, found 0");
  bad.attrs["contextLength"] = std::numeric_limits<int>::max();
  suite.ExpectError(bad, "Filter: expected 2147483647 * 3 rows");
  bad.attrs["contextLength"] = 2;
  bad.attrs["contextStride"] = 2;
  suite.ExpectError(bad, "attribute contextStride: expected 1, found 2");
  bad.attrs["contextStride"] = 1;
  bad.attrs["paddingTrainable"] = true;
  bad.inputs["Filter"] = {TestTensor({6, 2})};
  suite.ExpectError(bad, "PaddingData: missing");
  bad.inputs["PaddingData"] = {TestTensor({2, 3})};
  suite.ExpectError(bad, "PaddingData: expected shape [1, 3], found [2, 3]");
  bad.inputs["PaddingData"] = {TestTensor({1, 3})};
  bad.inputs["Filter"] = {TestTensor({6, 2}, PrecisionType::kFP64)};
  suite.ExpectError(bad, "Filter: expected element type float");
}

TEST(SequenceMask, Refuses) {
  OpSuite suite("sequence_mask");
  OpCase c("mask");
  c.inputs["X"] = {MakeTensor<int64_t>({2}, {1, 3})};
  c.attrs["maxlen"] = 0;
  suite.ExpectError(c, "attribute maxlen: expected a positive or a negative value, found 0");
  c.attrs["maxlen"] = -1;
  c.attrs["out_dtype"] = 99;
  suite.ExpectError(c, "attribute out_dtype: data type 99");
  c.attrs["out_dtype"] = 3;
  for (const int64_t length : {int64_t{0}, int64_t{-4}}) {
    c.inputs["MaxLenTensor"] = {MakeTensor<int64_t>({1}, {length})};
    suite.ExpectError(c, "MaxLenTensor: expected a positive value, found");
  }
  c.inputs["MaxLenTensor"] = {MakeTensor<int64_t>({2}, {0, 7})};  // the first is what counts
  suite.ExpectError(c, "MaxLenTensor: expected a positive value, found 0");
  c.inputs.erase("MaxLenTensor");
  c.inputs["X"] = {MakeTensor<int64_t>({2}, {1, int64_t{1} << 61})};
  suite.ExpectError(c, "X: a length of");
}

// Without positive lengths, Paddle fails.
TEST(SequenceMask, NoLength) {
  OpSuite suite("sequence_mask");
  OpCase c("negative");
  c.inputs["X"] = {MakeTensor<int32_t>({2}, {0, -3})};
  c.expected["Y"] = {TestTensor({2, 0}, PrecisionType::kInt64)};
  suite.Run(c);
}

TEST(SequencePad, Refuses) {
  OpSuite suite("sequence_pad");
  OpCase c("pad");
  c.inputs["X"] = {Rows({5, 2}, kTwo)};
  c.inputs["PadValue"] = {TestTensor({1})};
  ExpectOneLevelChecked("sequence_pad", c, "X");
  c.attrs["padded_length"] = 2;
  suite.ExpectError(c, "padded_length: 2 is less than the length 3 of a sequence of X");
  c.attrs["padded_length"] = -2;
  suite.ExpectError(c, "attribute padded_length: expected -1 or a length, found -2");
  c.attrs["padded_length"] = -1;
  c.inputs["PadValue"] = {TestTensor({3})};
  suite.ExpectError(c, "PadValue: expected one value or 2, found shape [3]");
  c.inputs["PadValue"] = {TestTensor({1}, PrecisionType::kInt32)};
  suite.ExpectError(c, "PadValue: expected element type float");
  c.inputs["PadValue"] = {TestTensor({1})};
  c.inputs["X"] = {Rows({5}, kTwo)};
  suite.ExpectError(c, "X: expected rank 2 or more, found shape [5]");
}

TEST(SequenceUnpad, EmptyAndRefusals) {
  OpSuite suite("sequence_unpad");
  OpCase empty("empty");
  empty.inputs["X"] = {TestTensor({2, 3, 2})};
  empty.inputs["Length"] = {MakeTensor<int64_t>({2}, {0, 0})};
  empty.expected["Out"] = {Rows({0, 2}, {{0, 0, 0}})};
  suite.Run(empty);
  OpCase c("unpad");
  c.inputs["X"] = {TestTensor({2, 3, 2})};
  for (const int64_t length : {int64_t{-1}, int64_t{4}, std::numeric_limits<int64_t>::max()}) {
    c.inputs["Length"] = {MakeTensor<int64_t>({2}, {1, length})};
    suite.ExpectError(c, "Length: sequence 1 has length");
  }
  c.inputs["Length"] = {MakeTensor<int64_t>({3}, {1, 1, 1})};
  suite.ExpectError(c, "Length: expected 2 values, found shape [3]");
  c.inputs["Length"] = {MakeTensor<float>({2}, {1, 1})};
  suite.ExpectError(c, "Length: element type float");
}

TEST(Im2Sequence, MovesHalves) {
  OpSuite suite("im2sequence");
  OpCase c("half");
  c.attrs["kernels"] = std::vector<int>{1, 2};
  c.attrs["paddings"] = std::vector<int>{0, 1, 0, 0};
  TestTensor x({1, 1, 2, 3}, PrecisionType::kFP16), out({6, 2}, PrecisionType::kFP16);
  for (int64_t i = 0; i < 6; ++i) {
    x.Set(i, 0.25 * static_cast<double>(i + 1));
    if (i % 3 != 0) out.Set(i * 2, x.At(i - 1));
    out.Set(i * 2 + 1, x.At(i));
  }
  out.lod = {{0, 6}};
  c.inputs["X"] = {x};
  c.expected["Out"] = {out};
  suite.Run(c);
}

TEST(Im2Sequence, Refuses) {
  OpSuite suite("im2sequence");
  OpCase c("im2sequence");
  c.inputs["X"] = {TestTensor({2, 1, 4, 5})};
  c.attrs["kernels"] = std::vector<int>{2, -1};
  suite.ExpectError(c, "attribute kernels: expected 2 values of 0 or more, found [2, -1]");
  c.attrs["kernels"] = std::vector<int>{2, 7};
  suite.ExpectError(c, "kernels: [2, 7] exceed image 0");
  c.attrs["kernels"] = std::vector<int>{2, 2};
  c.attrs["strides"] = std::vector<int>{0, 1};
  suite.ExpectError(c, "attribute strides: expected other steps than 0, found [0, 1]");
  c.attrs["strides"] = std::vector<int>{1, 1};
  c.attrs["paddings"] = std::vector<int>{0, 0, -1};
  suite.ExpectError(c, "attribute paddings: expected 4 values, found [0, 0, -1]");
  c.attrs["paddings"] = std::vector<int>{0, 0, -4, 0};
  suite.ExpectError(c, "kernels: [2, 2] exceed image 0 with paddings [0, 0, -4, 0]");
  c.attrs["paddings"] = std::vector<int>{0, 0, 0, 0};
  for (const double size : {-1.0, 1e12, std::nan("")}) {
    c.inputs["Y"] = {TestTensor({2, 2})};
    for (int i = 0; i < 4; ++i) c.inputs["Y"][0].Set(i, i == 2 ? size : 4);
    suite.ExpectError(c, "Y: invalid size");
  }
  c.inputs["Y"] = {MakeTensor<float>({2, 2}, {2e9, 2e9, 2e9, 2e9})};
  suite.ExpectError(c, "Out");
  c.inputs["Y"] = {TestTensor({1, 3})};
  suite.ExpectError(c, "Y: expected the height and the width of 2 images, found shape [1, 3]");
}

TEST(IsEmpty, Empty) {
  OpSuite suite("is_empty");
  OpCase c("empty");
  c.inputs["X"] = {TestTensor({0, 3})};
  c.expected["Out"] = {MakeTensor<bool>(DDim{}, {true})};
  suite.Run(c);
}

TEST(Print, CopiesAndLogs) {
  OpSuite suite("print");
  OpCase c("print");
  c.inputs["In"] = {MakeTensor<float>({2, 1}, {1, 2})};
  c.inputs["In"][0].lod = {{0, 1, 2}};
  c.attrs["message"] = std::string("values");
  c.attrs["first_n"] = 1;
  c.attrs["summarize"] = 1;
  c.expected["Out"] = {c.In("In")};
  std::mutex mutex;
  std::set<std::string> texts;
  lite_api::SetLogCallback([&](const lite_api::LogMessage& message) {
    const std::lock_guard<std::mutex> lock(mutex);
    texts.insert(message.text);
  });
  suite.Run(c);
  // Runs for the kernels of a device leave out that of the host.
  const bool all_kernels = std::getenv("LITE_TEST_KERNEL") == nullptr;
  EXPECT_EQ(texts.count("values float [2, 1] lod [0, 1, 2] 1 ..."), all_kernels ? 1u : 0u)
      << ListToString(texts);
  const lite_api::LogLevel level = lite_api::GetLogLevel();
  lite_api::SetLogLevel(lite_api::LogLevel::kWarning);
  texts.clear();
  suite.Run(c);
  EXPECT_TRUE(texts.empty()) << ListToString(texts);
  lite_api::SetLogLevel(level);
  lite_api::SetLogCallback(nullptr);
}

}  // namespace
}  // namespace paddle::lite::test
