// The micro-kernels for tensors in float16: casts bit by bit, functions against those for float32.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "lite/base/half.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace {

using Halves = std::vector<HalfBits>;
using Floats = std::vector<float>;

Halves Rounded(const Floats& values) {
  Halves halves;
  for (const float value : values) halves.push_back(Half(value));
  return halves;
}
Floats Widened(const Halves& halves) {
  Floats values;
  for (const HalfBits half : halves) values.push_back(HalfBitsToFloat(half.bits));
  return values;
}

// Reproducible values in [-range, range) that are exact in float16.
Floats Take(uint32_t seed, int64_t count, float range) {
  Values values(seed);
  Floats taken = values.Take(static_cast<size_t>(count));
  for (float& value : taken) value *= range;
  return Widened(Rounded(taken));
}

// The results of float32 on the same values, rounded: float16 may differ by its last bit, where the
// two round at different places. Results below the smallest normal number have fewer bits.
void ExpectNear(const Floats& found, const Floats& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const float wanted = HalfBitsToFloat(FloatToHalfBits(expected[i]));
    if (std::isnan(wanted)) {
      ASSERT_TRUE(std::isnan(found[i])) << what << ' ' << i;
    } else if (std::isinf(wanted)) {
      ASSERT_EQ(found[i], wanted) << what << ' ' << i;
    } else {
      ASSERT_NEAR(found[i], wanted, std::ldexp(std::abs(wanted), -10) + std::ldexp(1.0, -24))
          << what << ' ' << i;
    }
  }
}

constexpr int64_t kCounts[] = {1, 3, 4, 7, 8, 15, 16, 33, 100};

TEST(CpuHalf, CastsAreExact) {
  for (const HalfTables* level : TestableHalfLevels()) {
    Halves all(65536);
    for (size_t i = 0; i < all.size(); ++i) all[i].bits = static_cast<uint16_t>(i);
    Floats wide(all.size());
    level->casts.widen(all.data(), wide.data(), static_cast<int64_t>(all.size()));
    // Every half, the middle between two, and the floats next to both.
    Floats values;
    for (size_t i = 0; i < all.size(); ++i) {
      const float expected = HalfBitsToFloat(all[i].bits);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(wide[i])) << level->level << ' ' << i;
        continue;
      }
      ASSERT_EQ(FloatBits(wide[i]), FloatBits(expected)) << level->level << ' ' << i;
      const uint32_t bits = FloatBits(expected);
      for (const uint32_t more : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x1fffu}) {
        values.push_back(FloatFromBits(bits + more));
      }
    }
    for (const float value : {1e-10f, 5.9604645e-8f, 2.9802322e-8f, 2.98023259e-8f, 1e30f}) {
      values.push_back(value);
      values.push_back(-value);
    }
    Halves narrow(values.size());
    level->casts.narrow(values.data(), narrow.data(), static_cast<int64_t>(values.size()));
    for (size_t i = 0; i < values.size(); ++i) {
      if (std::isnan(values[i])) {
        ASSERT_TRUE(std::isnan(HalfBitsToFloat(narrow[i].bits)));
      } else {
        ASSERT_EQ(narrow[i].bits, FloatToHalfBits(values[i])) << level->level << ' ' << values[i];
      }
    }
  }
}

TEST(CpuHalf, CastsOfAnyLengthWriteNothingElse) {
  for (const HalfTables* level : TestableHalfLevels()) {
    for (const int64_t count : kCounts) {
      const Floats values = Take(1, count, 4);
      Halves halves(static_cast<size_t>(count) + 1, HalfBits{0x1234});
      level->casts.narrow(values.data(), halves.data(), count);
      EXPECT_EQ(halves.back().bits, 0x1234);
      Floats back(static_cast<size_t>(count) + 1, 7.5f);
      level->casts.widen(halves.data(), back.data(), count);
      EXPECT_EQ(back.back(), 7.5f);
      back.pop_back();
      EXPECT_EQ(back, values);
    }
  }
}

bool IsOfPositive(UnaryF32 kind) {
  return kind == UnaryF32::kSqrt || kind == UnaryF32::kLog || kind == UnaryF32::kLog1p ||
         kind == UnaryF32::kRsqrt;
}

TEST(CpuHalf, FunctionsOfOneValue) {
  const float params[][kUnaryF32Params] = {
      {-0.5f, 0.75f}, {0.125f}, {0.25f, 0.5f}, {3, 6, 1.0f / 6, 0.25f}, {}, {1.5f}, {}, {}, {0.5f}};
  const VectorF32Kernels& floats = ActiveTables().vector;
  for (const HalfTables* level : TestableHalfLevels()) {
    for (int kind = 0; kind < kUnaryF32Count; ++kind) {
      float p[kUnaryF32Params] = {2.5f, 0.5f};
      if (kind < 9) std::memcpy(p, params[kind], sizeof(p));
      for (const int64_t count : kCounts) {
        Floats x = Take(static_cast<uint32_t>(kind), count, 8);
        if (IsOfPositive(static_cast<UnaryF32>(kind))) {
          for (float& value : x) value = std::abs(value);
        }
        Floats expected(x.size());
        floats.unary[kind](x.data(), expected.data(), count, p);
        Halves found = Rounded(x);
        level->vector.unary[kind](found.data(), found.data(), count, p);
        ExpectNear(Widened(found), expected, std::string(level->level) + std::to_string(kind));
      }
    }
  }
}

TEST(CpuHalf, FunctionsOfTwoValues) {
  const VectorF32Kernels& floats = ActiveTables().vector;
  for (const HalfTables* level : TestableHalfLevels()) {
    const VectorF16Kernels& halves = level->vector;
    for (int kind = 0; kind < kBinaryF32Count; ++kind) {
      for (const int64_t count : kCounts) {
        const Floats a = Take(2, count, 100);
        const Floats b = Take(3, count, 10);
        const Halves half_a = Rounded(a);
        const Halves half_b = Rounded(b);
        Floats expected(a.size());
        Halves found(a.size());
        const std::string what = std::string(level->level) + std::to_string(kind);
        floats.binary[kind](a.data(), b.data(), expected.data(), count);
        halves.binary[kind](half_a.data(), half_b.data(), found.data(), count);
        ExpectNear(Widened(found), expected, what);
        floats.binary_scalar[kind](a.data(), b.data(), expected.data(), count);
        halves.binary_scalar[kind](half_a.data(), half_b.data(), found.data(), count);
        ExpectNear(Widened(found), expected, what + " scalar");
        floats.binary_reversed[kind](a.data(), b.data(), expected.data(), count);
        halves.binary_reversed[kind](half_a.data(), half_b.data(), found.data(), count);
        ExpectNear(Widened(found), expected, what + " reversed");
      }
    }
  }
}

// Sums are float32, so that many values do not overflow or lose bits.
TEST(CpuHalf, FoldsAndSoftmax) {
  const VectorF32Kernels& floats = ActiveTables().vector;
  for (const HalfTables* level : TestableHalfLevels()) {
    const VectorF16Kernels& halves = level->vector;
    for (const int64_t count : {1, 5, 16, 100, 5000}) {
      const Floats x = Take(4, count, 1000);
      const Halves half_x = Rounded(x);
      for (int kind = 0; kind < kFoldF32Count; ++kind) {
        const float expected = floats.fold[kind](x.data(), count);
        EXPECT_NEAR(halves.fold[kind](half_x.data(), count), expected,
                    1e-6 * 1000 * static_cast<double>(count))
            << level->level << kind;
      }
      Floats expected(x.size());
      Halves found(x.size());
      const Floats logits = Take(5, count, 4);
      floats.softmax(logits.data(), expected.data(), count);
      halves.softmax(Rounded(logits).data(), found.data(), count);
      const Floats wide = Widened(found);
      for (size_t i = 0; i < wide.size(); ++i) {
        // Terms are rounded once before they are divided.
        ASSERT_NEAR(wide[i], expected[i], 2e-3f * expected[i] + 6e-8f) << level->level;
      }
    }
  }
}

TEST(CpuHalf, MovesKeepBits) {
  for (const HalfTables* level : TestableHalfLevels()) {
    for (const int64_t rows : {1, 4, 7, 19}) {
      for (const int64_t columns : {1, 4, 9, 33}) {
        Halves src(static_cast<size_t>(rows * columns));
        for (size_t i = 0; i < src.size(); ++i) src[i].bits = static_cast<uint16_t>(i * 37);
        Halves dst(src.size());
        level->vector.transpose(src.data(), columns, dst.data(), rows, rows, columns);
        for (int64_t r = 0; r < rows; ++r) {
          for (int64_t c = 0; c < columns; ++c) {
            ASSERT_EQ(dst[static_cast<size_t>(c * rows + r)].bits,
                      src[static_cast<size_t>(r * columns + c)].bits);
          }
        }
        level->vector.copy(src.data(), columns, dst.data(), columns, rows, columns);
        EXPECT_EQ(std::memcmp(dst.data(), src.data(), src.size() * sizeof(HalfBits)), 0);
      }
    }
  }
}

}  // namespace
}  // namespace paddle::lite::cpu
