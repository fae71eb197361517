#include "lite/base/checked_math.h"

#include <gtest/gtest.h>

#include <limits>

namespace paddle::lite {
namespace {

TEST(CheckedMath, ReportsOverflow) {
  int64_t result = 0;
  EXPECT_TRUE(CheckedMul<int64_t>(1 << 30, 1 << 30, &result));
  EXPECT_EQ(result, int64_t{1} << 60);
  EXPECT_FALSE(CheckedMul<int64_t>(int64_t{1} << 32, int64_t{1} << 32, &result));
  EXPECT_FALSE(CheckedAdd<int64_t>(std::numeric_limits<int64_t>::max(), 1, &result));
}

TEST(CheckedMath, CastsOnlyWhatFits) {
  int small = 0;
  EXPECT_TRUE(CheckedCast(int64_t{2147483647}, &small));
  EXPECT_EQ(small, 2147483647);
  EXPECT_FALSE(CheckedCast(int64_t{2147483648}, &small));
  size_t unsigned_value = 0;
  EXPECT_FALSE(CheckedCast(int64_t{-1}, &unsigned_value));
  EXPECT_TRUE(CheckedCast(int64_t{5}, &unsigned_value));
}

}  // namespace
}  // namespace paddle::lite
