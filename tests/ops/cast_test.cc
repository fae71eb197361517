#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct Type {
  PrecisionType precision;
  int code;  // in programs
};
constexpr Type kCastTypes[] = {
    {PrecisionType::kBool, 0},  {PrecisionType::kInt16, 1},  {PrecisionType::kInt32, 2},
    {PrecisionType::kInt64, 3}, {PrecisionType::kFP16, 4},   {PrecisionType::kFloat, 5},
    {PrecisionType::kFP64, 6},  {PrecisionType::kUInt8, 20}, {PrecisionType::kInt8, 21},
    {PrecisionType::kBF16, 22},
};

bool IsReal(PrecisionType type) {
  return type == PrecisionType::kFP16 || type == PrecisionType::kBF16 ||
         type == PrecisionType::kFloat || type == PrecisionType::kFP64;
}

TEST(Cast, BetweenAllTypes) {
  OpSuite suite("cast", {0, 0, 0, 0});
  for (const Type& from : kCastTypes) {
    for (const Type& to : kCastTypes) {
      OpCase c("all");
      c.attrs = {{"in_dtype", from.code}, {"out_dtype", to.code}};
      TestTensor x({3, 5, 7}, from.precision);
      TestTensor out({3, 5, 7}, to.precision);
      for (int64_t i = 0; i < x.numel(); ++i) {
        x.Set(i, from.precision == PrecisionType::kBool
                     ? static_cast<double>(i % 2)
                     : static_cast<double>(i) + (IsReal(from.precision) ? 0.5 : 0));
        const double value = x.At(i);
        out.Set(i, to.precision == PrecisionType::kBool ? (value != 0) : value);
      }
      c.inputs["X"] = {x};
      c.expected["Out"] = {out};
      suite.Run(c);
    }
  }
}

// As the channels of an image on a device.
TEST(Cast, Pixels) {
  OpSuite suite("cast", {0, 0, 0, 0});
  for (const int64_t channels : {1, 3, 4, 6}) {
    TestTensor pixels({2, channels, 3, 5}, PrecisionType::kUInt8);
    TestTensor numbers({2, channels, 3, 5});
    for (int64_t i = 0; i < pixels.numel(); ++i) {
      pixels.Set(i, static_cast<double>(i * 37 % 256));
      numbers.Set(i, pixels.At(i));
    }
    OpCase c("pixels");
    c.attrs = {{"in_dtype", 20}, {"out_dtype", 5}};
    c.inputs["X"] = {pixels};
    c.expected["Out"] = {numbers};
    suite.Run(c);
    c.attrs = {{"in_dtype", 5}, {"out_dtype", 20}};
    c.inputs["X"] = {numbers};
    c.expected["Out"] = {pixels};
    suite.Run(c);
  }
}

TEST(Cast, WhatDoesNotFit) {
  OpSuite suite("cast");
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto run = [&](int code, const std::vector<float>& x, const TestTensor& out) {
    OpCase c("limits");
    c.attrs = {{"in_dtype", 5}, {"out_dtype", code}};
    c.inputs["X"] = {MakeTensor<float>({static_cast<int64_t>(x.size())}, x)};
    c.expected["Out"] = {out};
    suite.Run(c);
  };
  constexpr int32_t kMin = std::numeric_limits<int32_t>::min();
  constexpr int64_t kMin64 = std::numeric_limits<int64_t>::min();
  run(2, {-1.9f, 2147483520.0f, 2147483648.0f, -2147483648.0f, -1e20f, nan, inf},
      MakeTensor<int32_t>({7}, {-1, 2147483520, kMin, kMin, kMin, kMin, kMin}));
  run(3, {-1.9f, 3e9f, 1e20f, nan, -inf},
      MakeTensor<int64_t>({5}, {-1, 3000000000, kMin64, kMin64, kMin64}));
  run(20, {-1.9f, 300, -300, 3e9f, nan}, MakeTensor<uint8_t>({5}, {255, 44, 212, 0, 0}));
  run(0, {0, -0.0f, 1e-30f, nan}, MakeTensor<bool>({4}, {false, false, true, true}));
}

TEST(Cast, RefusesUnknownTypes) {
  OpSuite suite("cast");
  for (const int code : {7, 23, 25, -1}) {
    OpCase c("code");
    c.attrs["out_dtype"] = code;
    c.inputs["X"] = {TestTensor({2})};
    suite.ExpectError(c, "attribute out_dtype");
  }
}

TEST(Calib, QuantisesAndBack) {
  for (const char* op : {"calib", "calib_once", "calib_inplace"}) {
    OpSuite suite(op, {0, 1e-6, 0, 0});
    OpCase quantise("quantise");
    quantise.attrs["scale"] = 0.5f;
    quantise.inputs["Input"] = {MakeTensor<float>(
        {2, 6}, {0, 0.25f, 0.75f, 1.25f, -0.25f, -0.75f, 63.5f, 64, 1e9f, -63.5f, -64, -1e9f})};
    quantise.expected["Out"] = {
        MakeTensor<int8_t>({2, 6}, {0, 1, 2, 3, -1, -2, 127, 127, 127, -127, -127, -127})};
    suite.Run(quantise);
    OpCase full("quantise to the full range, halves to even");
    full.attrs["scale"] = 0.5f;
    full.attrs["full_range"] = true;
    full.inputs["Input"] = {MakeTensor<float>(
        {2, 6}, {0, 0.25f, 0.75f, 1.25f, -0.25f, -0.75f, 63.5f, 64, 1e9f, -63.75f, -64, -1e9f})};
    full.expected["Out"] = {
        MakeTensor<int8_t>({2, 6}, {0, 0, 2, 2, 0, -2, 127, 127, 127, -128, -128, -128})};
    suite.Run(full);
    OpCase back("dequantise");
    back.attrs["scale"] = 0.5f;
    back.inputs["Input"] = {MakeTensor<int8_t>({1, 4}, {0, 1, -127, 127})};
    back.expected["Out"] = {MakeTensor<float>({1, 4}, {0, 0.5f, -63.5f, 63.5f})};
    suite.Run(back);
    OpCase sums("dequantise sums");
    sums.attrs["scale"] = 0.25f;
    sums.inputs["Input"] = {MakeTensor<int32_t>({3}, {0, 1000000, -7})};
    sums.expected["Out"] = {MakeTensor<float>({3}, {0, 250000, -1.75f})};
    suite.Run(sums);
  }
}

TEST(Calib, PlainConversions) {
  for (const char* op : {"calib", "calib_once", "calib_inplace"}) {
    OpSuite suite(op, {1e-3, 1e-3, 0, 0});
    const auto run = [&](const TestTensor& from, const TestTensor& to) {
      OpCase c("convert");
      c.inputs["Input"] = {from};
      c.expected["Out"] = {to};
      suite.Run(c);
    };
    const TestTensor reals = MakeTensor<float>({1, 2, 1, 2}, {-1.5f, 0, 2, 300});
    TestTensor halves({1, 2, 1, 2}, PrecisionType::kFP16);
    for (int64_t i = 0; i < 4; ++i) halves.Set(i, reals.At(i));
    run(reals, halves);
    run(halves, reals);
    run(reals, MakeTensor<int32_t>({1, 2, 1, 2}, {-1, 0, 2, 300}));
    run(reals, MakeTensor<int64_t>({1, 2, 1, 2}, {-1, 0, 2, 300}));
    run(MakeTensor<int64_t>({2}, {5, -6}), MakeTensor<int32_t>({2}, {5, -6}));
    run(MakeTensor<int32_t>({2}, {5, -6}), MakeTensor<int64_t>({2}, {5, -6}));
    run(MakeTensor<int64_t>({2}, {5, -6}), MakeTensor<float>({2}, {5, -6}));
  }
}

}  // namespace
}  // namespace paddle::lite::test
