// Paddle's results are in golden/; here are the forms that it does not register or cannot run, and
// what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

const std::vector<float> kTies = {0.5f,   1.5f,    2.5f,    -0.5f,   -1.5f,  -2.5f,  126.5f,
                                  127.5f, -126.5f, -127.5f, -128.5f, 200.0f, -200.0f};

// 2.6.2 reads round_type without registering it.
TEST(FakeQuantize, HalvesToEven) {
  for (const char* op : {"fake_quantize_moving_average_abs_max", "fake_quantize_range_abs_max",
                         "fake_quantize_dequantize_moving_average_abs_max"}) {
    OpSuite suite(op);
    OpCase c("ties");
    c.attrs = {{"is_test", true}, {"round_type", 0}};
    c.inputs["X"] = {MakeTensor<float>({13}, kTies)};
    c.inputs["InScale"] = {MakeTensor<float>({1}, {127})};
    c.expected["Out"] = {
        MakeTensor<float>({13}, {0, 2, 2, 0, -2, -2, 126, 127, -126, -128, -128, 127, -128})};
    c.expected["OutScale"] = {MakeTensor<float>({1}, {127})};
    suite.Run(c);
  }
}

TEST(FakeQuantize, LargeTensorsOnAllThreads) {
  Random random("large");
  for (const char* op : {"fake_quantize_abs_max", "fake_channel_wise_quantize_abs_max"}) {
    OpSuite suite(op);
    OpCase c("large");
    const bool by_channel = std::string(op) != "fake_quantize_abs_max";
    c.inputs["X"] = {random.Floats({3, 5, 1001})};
    if (by_channel) c.attrs["quant_axis"] = 1;
    const TestTensor& x = c.In("X");
    TestTensor scale(by_channel ? DDim{5} : DDim{1});
    const auto channel = [&](int64_t i) { return by_channel ? i / 1001 % 5 : 0; };
    for (int64_t i = 0; i < x.numel(); ++i) {
      scale.Set(channel(i), std::max(scale.At(channel(i)), std::fabs(x.At(i))));
    }
    TestTensor out(x.dims);
    for (int64_t i = 0; i < x.numel(); ++i) {
      out.Set(i, std::round(127 / scale.At(channel(i)) * x.At(i)));
    }
    c.expected["Out"] = {out};
    c.expected["OutScale"] = {scale};
    suite.Run(c);
  }
}

TEST(FakeQuantize, NothingToQuantise) {
  OpSuite suite("fake_quantize_abs_max");
  OpCase c("empty");
  c.inputs["X"] = {TestTensor({0, 4})};
  c.expected["Out"] = {TestTensor({0, 4})};
  c.expected["OutScale"] = {MakeTensor<float>({1}, {0})};
  suite.Run(c);
  OpSuite linear("dequantize_linear");
  OpCase d("empty");
  d.inputs["X"] = {TestTensor({0, 4}, PrecisionType::kInt8)};
  d.inputs["Scale"] = {TestTensor({0})};
  d.expected["Y"] = {TestTensor({0, 4})};
  linear.Run(d);
}

OpCase Stored() {
  OpCase c("stored");
  c.attrs["is_test"] = true;
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["InScale"] = {TestTensor({1})};
  return c;
}

TEST(FakeQuantize, RefusesWhatDoesNotFit) {
  OpSuite suite("fake_quantize_moving_average_abs_max");
  for (const int bits : {0, -8, 17, 64}) {
    OpCase c = Stored();
    c.attrs["bit_length"] = bits;
    suite.ExpectError(c, "bit_length: expected 1 to 16 bits");
  }
  OpCase c = Stored();
  c.attrs["round_type"] = 2;
  suite.ExpectError(c, "round_type: expected 0 or 1, found 2");
  c = Stored();
  c.inputs["InScale"] = {TestTensor({0})};
  suite.ExpectError(c, "InScale: expected at least 1 value, found shape [0]");
  c.inputs["InScale"] = {TestTensor({1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "InScale: ");
  c = Stored();
  c.attrs["is_test"] = false;
  suite.ExpectError(c, "InAccum: required while is_test is false");
  c.inputs["InAccum"] = {TestTensor({1})};
  c.inputs["InState"] = {TestTensor({0})};
  suite.ExpectError(c, "InState: expected at least 1 value, found shape [0]");

  OpSuite range("fake_quantize_range_abs_max");
  range.ExpectError(c, "Iter: required while is_test is false");
  c.inputs["Iter"] = {TestTensor({1}, PrecisionType::kInt64)};
  range.ExpectError(c, "InScales: required while is_test is false");
  c.inputs["InScales"] = {TestTensor({3})};
  c.attrs["window_size"] = 4;
  range.ExpectError(c, "InScales: expected at least 4 values, found shape [3]");
  c.attrs["window_size"] = 0;
  range.ExpectError(c, "window_size: expected at least 1, found 0");
  c.attrs["window_size"] = 3;
  c.inputs["Iter"] = {TestTensor({1})};
  range.ExpectError(c, "Iter: ");

  OpSuite by_channel("fake_channel_wise_quantize_abs_max");
  OpCase d("axis");
  d.inputs["X"] = {TestTensor({2, 3})};
  for (const int axis : {-1, 2, 1 << 30}) {
    d.attrs["quant_axis"] = axis;
    by_channel.ExpectError(d, "quant_axis: expected");
  }
  d.attrs = {{"is_test", true}};
  by_channel.ExpectError(d, "is_test: OutScale is expected to be a parameter");

  for (const char* op : {"quantize_linear", "dequantize_linear"}) {
    OpSuite linear(op);
    OpCase e("linear");
    e.inputs["X"] = {TestTensor({2, 3})};
    e.inputs["Scale"] = {TestTensor({1})};
    linear.ExpectError(e, StrCat("Scale: expected ", op[0] == 'q' ? "at least " : "",
                                 "2 values, found shape [1]"));
    e.attrs["quant_axis"] = 2;
    linear.ExpectError(e, "quant_axis: expected an axis of X, found 2 for shape [2, 3]");
    e.attrs["bit_length"] = 17;
    linear.ExpectError(e, "bit_length: expected 1 to 16 bits, found 17");
  }
}

TEST(FakeDequantize, RefusesWhatDoesNotFit) {
  OpSuite suite("fake_channel_wise_dequantize_max_abs");
  const auto refuse = [&](const std::vector<TestTensor>& scales, const std::vector<int>& bits,
                          int axis, const char* text) {
    OpCase c("scales");
    c.attrs = {{"quant_bits", bits}, {"quant_axis", axis}};
    c.inputs["X"] = {TestTensor({2, 3})};
    c.inputs["Scales"] = scales;
    suite.ExpectError(c, text);
  };
  const TestTensor two({2}), three({3}), one({1});
  refuse({three}, {8}, 0, "Scales[0]: expected 2 values, found shape [3]");
  refuse({two}, {}, 0, "quant_bits: expected 1 values");
  refuse({two}, {33}, 0, "quant_bits: [33] have a range that exceeds 32 bits");
  refuse({two}, {8}, 5, "quant_axis: expected an axis of X");
  refuse({two}, {8}, -1, "quant_axis: expected an axis of X");
  refuse({three, one}, {8}, 0, "quant_bits: expected 2 values");
  refuse({three, two}, {8, 8}, 0, "Scales[1]: expected 1 value, found shape [2]");
  refuse({two, one}, {8, 8}, 0, "Scales[0]: expected 3 values");
  refuse({two, one, one}, {8, 8, 8}, 0, "Scales: expected 1 or 2 tensors, found 3");

  OpSuite whole("fake_dequantize_max_abs");
  OpCase c("whole");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.attrs["max_range"] = 127.0f;
  c.inputs["Scale"] = {TestTensor({0})};
  whole.ExpectError(c, "Scale: expected at least 1 value, found shape [0]");

  OpSuite log("dequantize_log");
  OpCase d("log");
  d.inputs["X"] = {TestTensor({2, 3})};
  d.inputs["Dict"] = {TestTensor({128})};
  log.ExpectError(d, "X: expected int8");
  d.inputs["X"] = {TestTensor({2, 3}, PrecisionType::kInt8)};
  d.inputs["Dict"] = {TestTensor({127})};
  log.ExpectError(d, "Dict: expected at least 128 values");

  OpSuite table("lookup_table_dequant");
  OpCase e("table");
  e.inputs["W"] = {TestTensor({4, 1})};
  e.inputs["Ids"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  table.ExpectError(e, "W: expected rows of at least 2 values, found shape [4, 1]");
}

}  // namespace
}  // namespace paddle::lite::test
