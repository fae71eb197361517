#include "lite/base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
