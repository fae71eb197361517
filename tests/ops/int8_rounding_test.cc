// How a float becomes an int8: one definition, and every kernel that converts follows it.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lite/kernels/host/quantize.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using kernels::host::QuantizeToInt8;
using kernels::host::Rounding;

struct Corner {
  float steps;
  int half_away, half_even;
};
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Corner kCorners[] = {
    {0, 0, 0},
    {-0.0f, 0, 0},
    {0.5f, 1, 0},
    {-0.5f, -1, 0},
    {1.5f, 2, 2},
    {-1.5f, -2, -2},
    {2.5f, 3, 2},
    {-2.5f, -3, -2},
    {0.49999997f, 0, 0},
    {126.5f, 127, 126},
    {127, 127, 127},
    {127.4f, 127, 127},
    {127.5f, 127, 127},
    {128, 127, 127},
    {-126.5f, -127, -126},
    {-127, -127, -127},
    {-127.5f, -127, -128},
    {-128, -127, -128},
    {-128.5f, -127, -128},
    {-129, -127, -128},
    {1e30f, 127, 127},
    {-1e30f, -127, -128},
    {kInf, 127, 127},
    {-kInf, -127, -128},
    {kNan, 0, 0},
    {-kNan, 0, 0},
    {1e-45f, 0, 0},
};

TEST(Int8Rounding, TheDefinition) {
  for (const Corner& corner : kCorners) {
    EXPECT_EQ(QuantizeToInt8(corner.steps), corner.half_away) << corner.steps;
    EXPECT_EQ(QuantizeToInt8<Rounding::kHalfEven>(corner.steps), corner.half_even) << corner.steps;
  }
}

TEST(Int8Rounding, CastsOfBothForms) {
  OpSuite suite("calib");
  for (const bool full_range : {false, true}) {
    std::vector<float> values;
    std::vector<int8_t> expected;
    for (const Corner& corner : kCorners) {
      values.push_back(corner.steps * 0.25f);
      expected.push_back(static_cast<int8_t>(full_range ? corner.half_even : corner.half_away));
    }
    const DDim dims{static_cast<int64_t>(values.size())};
    OpCase c(full_range ? "full range" : "symmetric");
    c.attrs = {{"scale", 0.25f}, {"full_range", full_range}};
    c.inputs["Input"] = {MakeTensor<float>(dims, values)};
    c.expected["Out"] = {MakeTensor<int8_t>(dims, expected)};
    suite.Run(c);
  }
}

// The sums of int8 kernels: all of them convert through Requantizer or call the definition.
TEST(Int8Rounding, SumsOfInt8Kernels) {
  for (const Corner& corner : kCorners) {
    const std::unique_ptr<Op> op = CreateOp("mul");
    SlotScales scales;
    scales.Set("X", 0, {1});
    scales.Set("Y", 0, {corner.steps});
    scales.Set("Out", 0, {1});
    op->set_scales(std::move(scales));
    kernels::host::Requantizer<int8_t> requantize;
    ASSERT_TRUE(requantize.Prepare(*op, 1).ok());
    EXPECT_EQ(requantize(1, 0), corner.half_away) << corner.steps;
  }
}

}  // namespace
}  // namespace paddle::lite::test
