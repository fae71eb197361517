// Convolution plans with products in bfloat16: how operands are rounded, and what is multiplied.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/base/half.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_conv_check.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace cpu_conv_test {

// Every level multiplies the rounded operands: results differ by the order of sums only.
TEST(CpuConv, BFloat16RoundsItsOperandsToNearestEven) {
  for (const ConvShape& s :
       {SquareConv(1, 33, 5, 6, 70, 1, 1, 0), SquareConv(1, 48, 6, 7, 64, 3, 2, 1)}) {
    for (const BFloat16Tables* level : TestableBFloat16Levels()) {
      const auto plan = PlanConv(s, *level, {});
      Values values(7);
      std::vector<float> src = values.Take(static_cast<size_t>(s.in_h * s.in_w * s.in_c));
      std::vector<float> weights = values.Take(static_cast<size_t>(s.out_c * s.in_c * s.taps()));
      const auto run = [&] { return ResultOf(*plan, s, src.data(), weights); };
      const std::vector<float> found = run();
      for (float& value : src) value = static_cast<float>(BFloat16(value));
      for (float& value : weights) value = static_cast<float>(BFloat16(value));
      EXPECT_EQ(run(), found) << level->level;
    }
  }
}

// The same shapes as for int8 in matrix registers, whose products of bfloat16 store their input.
TEST(CpuConv, BFloat16InMatrixRegisters) {
  const auto& tested = TestableBFloat16Levels();
  const auto has_matrix = [](const BFloat16Tables* level) { return level->matrix != nullptr; };
  if (std::none_of(tested.begin(), tested.end(), has_matrix)) GTEST_SKIP() << "no matrix registers";
  for (const ConvShape& s :
       {SquareConv(1, 64, 4, 4, 32, 1, 1, 0), SquareConv(2, 100, 5, 7, 48, 1, 1, 0),
        SquareConv(1, 33, 7, 8, 8, 1, 1, 0), SquareConv(3, 161, 3, 5, 70, 1, 1, 0),
        SquareConv(1, 64, 40, 40, 20, 1, 1, 0), SquareConv(2, 64, 7, 7, 40, 3, 1, 1),
        SquareConv(1, 17, 8, 6, 17, 3, 1, 1), SquareConv(2, 64, 15, 15, 33, 3, 2, 1),
        SquareConv(1, 58, 18, 18, 30, 1, 2, 0), SquareConv(1, 3, 40, 42, 24, 7, 2, 3),
        SquareConv(1, 24, 11, 37, 24, 5, 1, 2), SquareConv(1, 32, 20, 20, 16, 3, 1, 2, 2),
        SquareConv(1, 64, 12, 12, 64, 3, 1, 1, 1, 2), SquareConv(1, 700, 5, 4, 1000, 1, 1, 0)}) {
    for (const BFloat16Tables* level : TestableBFloat16Levels()) {
      if (level->matrix == nullptr) continue;
      EXPECT_NE(PlanConv(s, *level, {})->form().find("matrix"), std::string::npos)
          << s.in_c << " " << s.in_h << "x" << s.in_w << " kernel " << s.kernel_h;
    }
    for (int activation = 0; activation < kActivations; ++activation) {
      Case c;
      c.shape = s;
      c.activation = activation;
      c.residual = activation % 2 == 0;
      CheckBFloat16(c);
    }
  }
}

// Windows without an infinite value have finite results, whatever is beside them in memory.
TEST(CpuConv, BFloat16OnlyMultipliesTheWindow) {
  for (const ConvShape& s :
       {SquareConv(1, 24, 9, 20, 40, 3, 1, 1), SquareConv(1, 33, 7, 8, 40, 1, 1, 0),
        SquareConv(1, 3, 20, 20, 40, 5, 2, 2), SquareConv(1, 40, 7, 7, 40, 3, 1, 1)}) {
    for (const BFloat16Tables* level : TestableBFloat16Levels()) {
      const auto plan = PlanConv(s, *level, {});
      Values values(3);
      std::vector<float> src = values.Take(static_cast<size_t>(s.in_h * s.in_w * s.in_c));
      const std::vector<float> weights =
          values.Take(static_cast<size_t>(s.out_c * s.in_c * s.taps()));
      const int64_t y = s.in_h / 2;
      const int64_t x = s.in_w / 2;
      for (int64_t k = 0; k < s.in_c; ++k) {
        src[static_cast<size_t>((y * s.in_w + x) * s.in_c + k)] =
            std::numeric_limits<float>::infinity();
      }
      const std::vector<float> dst = ResultOf(*plan, s, src.data(), weights);
      for (int64_t i = 0; i < s.out_h * s.out_w; ++i) {
        const int64_t top = i / s.out_w * s.stride_h - s.pad_top;
        const int64_t left = i % s.out_w * s.stride_w - s.pad_left;
        const bool inside = y >= top && y < top + s.kernel_h && x >= left && x < left + s.kernel_w;
        for (int64_t n = 0; n < s.out_c; ++n) {
          EXPECT_EQ(std::isfinite(dst[static_cast<size_t>(i * s.out_c + n)]), !inside)
              << level->level << " pixel " << i;
        }
      }
    }
  }
}

// Casts bit by bit: ties, infinities, NaN, and rows with an odd number of values.
TEST(CpuConv, BFloat16Casts) {
  std::vector<float> all;
  for (uint32_t high = 0; high < 65536; high += 7) {
    for (const uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      all.push_back(FloatFromBits(high << 16 | low));
    }
  }
  for (const BFloat16Tables* level : TestableBFloat16Levels()) {
    for (const int64_t columns : {1, 2, 7, 31, 32, 33, 64, 100}) {
      const int64_t rows = static_cast<int64_t>(all.size()) / columns;
      const int64_t pairs = (columns + 1) / 2;
      std::vector<BFloat16Pair> rounded(static_cast<size_t>(rows * pairs) + 1);
      rounded.back().bits = 0x12345678;
      level->casts.round(all.data(), rows, columns, rounded.data());
      EXPECT_EQ(rounded.back().bits, 0x12345678u);
      for (int64_t i = 0; i < rows * pairs * 2; ++i) {
        const uint32_t both = rounded[static_cast<size_t>(i / 2)].bits;
        const uint32_t bits = i % 2 == 0 ? both & 0xffff : both >> 16;
        const int64_t column = i % (2 * pairs);
        const float value =
            column < columns ? all[static_cast<size_t>(i / (2 * pairs) * columns + column)] : 0.0f;
        if (std::isnan(value)) {
          ASSERT_TRUE(std::isnan(BFloat16BitsToFloat(static_cast<uint16_t>(bits))));
        } else if (std::fpclassify(value) == FP_SUBNORMAL) {
          ASSERT_LE(std::abs(BFloat16BitsToFloat(static_cast<uint16_t>(bits)) - value), 1.2e-38f);
        } else {
          ASSERT_EQ(bits, FloatToBFloat16Bits(value)) << level->level << ' ' << value;
        }
      }
    }
  }
}

}  // namespace cpu_conv_test
}  // namespace paddle::lite::cpu
