#include "lite/base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace paddle::lite {
namespace {

// Value of a binary16 number from its definition.
double HalfValue(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

TEST(Half, EveryPatternConvertsExactlyAndBack) {
  for (int i = 0; i < 65536; ++i) {
    const uint16_t bits = static_cast<uint16_t>(i);
    const float value = HalfBitsToFloat(bits);
    if ((bits & 0x7c00) == 0x7c00) {
      EXPECT_EQ(std::isnan(value), (bits & 0x3ff) != 0) << bits;
      if (!std::isnan(value)) {
        EXPECT_EQ(FloatToHalfBits(value), bits);
      }
      continue;
    }
    EXPECT_EQ(static_cast<double>(value), HalfValue(bits)) << bits;
    EXPECT_EQ(FloatToHalfBits(value), bits);
  }
}

TEST(Half, RoundsToNearestEven) {
  for (int i = 0; i < 0x7bff; ++i) {
    const double low = HalfValue(static_cast<uint16_t>(i));
    const double high = HalfValue(static_cast<uint16_t>(i + 1));
    const float middle = static_cast<float>((low + high) / 2);  // exact in float
    EXPECT_EQ(FloatToHalfBits(middle), i % 2 == 0 ? i : i + 1) << i;
    EXPECT_EQ(FloatToHalfBits(std::nextafter(middle, 1e9f)), i + 1) << i;
    EXPECT_EQ(FloatToHalfBits(std::nextafter(middle, -1e9f)), i) << i;
  }
  EXPECT_EQ(FloatToHalfBits(65519.0f), 0x7bff);
  EXPECT_EQ(FloatToHalfBits(65520.0f), 0x7c00);
  EXPECT_EQ(FloatToHalfBits(-1e30f), 0xfc00);
  EXPECT_EQ(FloatToHalfBits(1e-30f), 0);
}

// Value of a bfloat16 number from its definition.
double BFloatValue(uint16_t bits) {
  const int exponent = bits >> 7 & 255;
  const int mantissa = bits & 127;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -133) : std::ldexp(128 + mantissa, exponent - 134);
  return bits & 0x8000 ? -magnitude : magnitude;
}

TEST(BFloat16, EveryPatternConvertsExactlyAndBack) {
  for (int i = 0; i < 65536; ++i) {
    const uint16_t bits = static_cast<uint16_t>(i);
    const float value = BFloat16BitsToFloat(bits);
    if ((bits & 0x7f80) == 0x7f80) {
      EXPECT_EQ(std::isnan(value), (bits & 0x7f) != 0) << bits;
      EXPECT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
      if (!std::isnan(value)) {
        EXPECT_EQ(FloatToBFloat16Bits(value), bits);
      }
      continue;
    }
    EXPECT_EQ(static_cast<double>(value), BFloatValue(bits)) << bits;
    EXPECT_EQ(FloatToBFloat16Bits(value), bits);
  }
}

TEST(BFloat16, RoundsEveryTieToEven) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (int i = 0; i < 0x7f7f; ++i) {
    const double low = BFloatValue(static_cast<uint16_t>(i));
    const double high = BFloatValue(static_cast<uint16_t>(i + 1));
    const float middle = static_cast<float>((low + high) / 2);  // exact in float
    EXPECT_EQ(FloatToBFloat16Bits(middle), i % 2 == 0 ? i : i + 1) << i;
    EXPECT_EQ(FloatToBFloat16Bits(std::nextafter(middle, infinity)), i + 1) << i;
    EXPECT_EQ(FloatToBFloat16Bits(std::nextafter(middle, -infinity)), i) << i;
  }
  EXPECT_EQ(FloatToBFloat16Bits(std::numeric_limits<float>::max()), 0x7f80);
}

// The nearest value by a search through all of them, ties to the even pattern. From the last
// midpoint on, the result is infinity.
template <double (*kValue)(uint16_t)>
uint16_t Nearest(float value, uint16_t infinity) {
  const double magnitude = std::fabs(static_cast<double>(value));
  int low = 0, high = infinity;  // the value of `infinity` is that of the next binade
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (kValue(static_cast<uint16_t>(middle)) <= magnitude ? low : high) = middle;
  }
  const double below = magnitude - kValue(static_cast<uint16_t>(low));
  const double above = kValue(static_cast<uint16_t>(high)) - magnitude;
  const int nearest = below < above || (below == above && low % 2 == 0) ? low : high;
  return static_cast<uint16_t>(nearest | (std::signbit(value) ? 0x8000 : 0));
}

TEST(HalfAndBFloat16, RandomFloatsBecomeTheNearest) {
  uint64_t state = 7;
  for (int i = 0; i < 300000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint32_t bits = static_cast<uint32_t>(state >> 32);
    // Every other one within the range of binary16.
    if (i % 2 != 0) bits = (bits & 0x8fffffffu) | (0x30000000u + (bits & 0x08000000u));
    const float value = FloatFromBits(bits);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(Half(value)))) << bits;
      EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16(value)))) << bits;
      continue;
    }
    if (std::isinf(value)) continue;
    ASSERT_EQ(Half(value).bits, Nearest<HalfValue>(value, 0x7c00)) << bits;
    ASSERT_EQ(BFloat16(value).bits, Nearest<BFloatValue>(value, 0x7f80)) << bits;
  }
}

TEST(HalfAndBFloat16, AreTypesOfTheirOwn) {
  static_assert(!std::is_same_v<Half, BFloat16> && !std::is_convertible_v<float, Half>);
  static_assert(!std::is_convertible_v<Half, BFloat16> && std::is_convertible_v<Half, float>);
  EXPECT_EQ(static_cast<float>(static_cast<BFloat16>(Half(1.5f))), 1.5f);
  EXPECT_EQ(static_cast<int64_t>(Half(int64_t{-7})), -7);
  EXPECT_EQ(Half(true) + BFloat16(2.0), 3.0f);
}

TEST(BFloat16, RoundsToNearestEven) {
  EXPECT_EQ(FloatToBFloat16Bits(1.0f), 0x3f80);
  EXPECT_EQ(FloatToBFloat16Bits(FloatFromBits(0x3f808000)), 0x3f80);  // tie, even below
  EXPECT_EQ(FloatToBFloat16Bits(FloatFromBits(0x3f818000)), 0x3f82);  // tie, even above
  EXPECT_EQ(FloatToBFloat16Bits(FloatFromBits(0x3f808001)), 0x3f81);
  EXPECT_EQ(BFloat16BitsToFloat(0xc040), -3.0f);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(FloatToBFloat16Bits(infinity), 0x7f80);
  EXPECT_TRUE(std::isnan(BFloat16BitsToFloat(FloatToBFloat16Bits(std::nanf("")))));
}

}  // namespace
}  // namespace paddle::lite
