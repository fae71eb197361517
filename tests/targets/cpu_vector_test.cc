// Array, pooling and transposition kernels against double-precision definitions, at every level.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace cpu_vector_test {

constexpr float kGuard = -12345.5f;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
// Vectors of ARMv7 have no subnormal numbers.
#if defined(__arm__)
constexpr bool kFlushesSubnormal = true;
#else
constexpr bool kFlushesSubnormal = false;
#endif
constexpr float kInf = std::numeric_limits<float>::infinity();

struct UnaryCase {
  UnaryF32 kind;
  float params[kUnaryF32Params];
  float low, high;  // range of inputs
  double relative;  // largest error relative to max(|result|, 1e-3)
  std::function<double(double)> definition;
};

double SigmoidOf(double x) { return 1 / (1 + std::exp(-x)); }
double GeluOf(double x) { return x * std::erfc(-x * std::sqrt(0.5)) / 2; }

const std::vector<UnaryCase>& UnaryCases() {
  static const std::vector<UnaryCase> cases = {
      {UnaryF32::kClamp,
       {-0.25f, 0.5f, 0},
       -2,
       2,
       0,
       [](double x) { return std::min(std::max(x, -0.25), 0.5); }},
      {UnaryF32::kLeakyRelu, {0.125f, 0, 0}, -2, 2, 0, [](double x) { return x > 0 ? x : x / 8; }},
      {UnaryF32::kHardSigmoid,
       {0.25f, 0.5f, 0},
       -4,
       4,
       2e-7,
       [](double x) { return std::min(std::max(0.25 * x + 0.5, 0.0), 1.0); }},
      {UnaryF32::kHardSwish,
       {3, 6, 1.0f / 6},
       -6,
       6,
       4e-7,
       [](double x) { return x * std::min(std::max(x + 3, 0.0), 6.0) / 6; }},
      {UnaryF32::kSigmoid, {0, 0, 0}, -30, 30, 4e-7, SigmoidOf},
      {UnaryF32::kSwish,
       {1.5f, 0, 0},
       -20,
       20,
       6e-7,
       [](double x) { return x * SigmoidOf(1.5 * x); }},
      {UnaryF32::kTanh, {0, 0, 0}, -12, 12, 5e-7, [](double x) { return std::tanh(x); }},
      {UnaryF32::kTanh, {0, 0, 0}, -1e-2f, 1e-2f, 3e-7, [](double x) { return std::tanh(x); }},
      {UnaryF32::kExp, {0, 0, 0}, -86, 88, 3e-7, [](double x) { return std::exp(x); }},
      {UnaryF32::kElu,
       {0.5f, 0, 0},
       -12,
       3,
       3e-7,
       [](double x) { return x > 0 ? x : 0.5 * std::expm1(x); }},
      {UnaryF32::kAbs, {0, 0, 0}, -2, 2, 0, [](double x) { return std::abs(x); }},
      {UnaryF32::kSquare, {0, 0, 0}, -2, 2, 1e-7, [](double x) { return x * x; }},
      {UnaryF32::kSqrt, {0, 0, 0}, 0, 9, 1e-7, [](double x) { return std::sqrt(x); }},
      {UnaryF32::kGelu, {}, -6, 6, 5e-6, GeluOf},
      {UnaryF32::kGelu, {}, -1e-2f, 1e-2f, 3e-7, GeluOf},
      {UnaryF32::kGeluTanh,
       {},
       -6,
       6,
       2e-6,
       [](double x) { return x * SigmoidOf(2 * 0.7978845608028654 * (x + 0.044715 * x * x * x)); }},
      {UnaryF32::kErf, {}, -4.5f, 4.5f, 3e-7, [](double x) { return std::erf(x); }},
      {UnaryF32::kErf, {}, -1e-2f, 1e-2f, 3e-7, [](double x) { return std::erf(x); }},
      {UnaryF32::kSoftplus,
       {2, 12, 0.5f},
       -9,
       9,
       4e-7,
       [](double x) { return 2 * x > 12 ? x : std::log1p(std::exp(2 * x)) / 2; }},
      {UnaryF32::kMish,
       {},
       -12,
       12,
       6e-7,
       [](double x) { return x * std::tanh(std::log1p(std::exp(x))); }},
      {UnaryF32::kAffine, {2.5f, -0.75f, 0}, -2, 2, 2e-7, [](double x) { return 2.5 * x - 0.75; }},
      {UnaryF32::kReciprocal, {}, 0.125f, 9, 1e-7, [](double x) { return 1 / x; }},
      {UnaryF32::kRsqrt, {}, 0.125f, 9, 2e-7, [](double x) { return 1 / std::sqrt(x); }},
      {UnaryF32::kFloor, {}, -9, 9, 0, [](double x) { return std::floor(x); }},
      {UnaryF32::kFloor, {}, -3e7f, 3e7f, 0, [](double x) { return std::floor(x); }},
      {UnaryF32::kSign, {}, -2, 2, 0, [](double x) { return x > 0   ? 1.0
                                                            : x < 0 ? -1.0
                                                                    : x; }},
      {UnaryF32::kThresholdedRelu, {0.5f}, -2, 2, 0, [](double x) { return x <= 0.5 ? 0.0 : x; }},
      {UnaryF32::kSoftsign, {}, -9, 9, 2e-7, [](double x) { return x / (1 + std::abs(x)); }},
  };
  return cases;
}

TEST(CpuVector, Unary) {
  for (const KernelTables& level : TestableLevels()) {
    for (const UnaryCase& c : UnaryCases()) {
      for (const int64_t count : {1, 3, 4, 7, 15, 16, 17, 33, 400}) {
        SCOPED_TRACE(std::string(level.level) + " function " +
                     std::to_string(static_cast<int>(c.kind)) + " count " + std::to_string(count));
        std::vector<float> src =
            Values(static_cast<uint32_t>(count)).Take(static_cast<size_t>(count));
        for (float& x : src) x = c.low + (c.high - c.low) * (x + 1) / 2;
        std::vector<float> dst(static_cast<size_t>(count) + 1, kGuard);
        const auto run = level.vector.unary[static_cast<int>(c.kind)];
        run(src.data(), dst.data(), count, c.params);
        ASSERT_EQ(dst.back(), kGuard);
        for (size_t i = 0; i < src.size(); ++i) {
          const double expected = c.definition(src[i]);
          const double scale = std::max(std::abs(expected), c.high < 1 ? 1e-6 : 1e-3);
          ASSERT_LE(std::abs(dst[i] - expected), c.relative * scale) << "x = " << src[i];
        }
        run(src.data(), src.data(), count, c.params);
        for (size_t i = 0; i < src.size(); ++i) ASSERT_EQ(src[i], dst[i]) << "in place";
      }
    }
  }
}

TEST(CpuVector, ValuesBeyondTheOrdinary) {
  for (const KernelTables& level : TestableLevels()) {
    SCOPED_TRACE(level.level);
    const float src[8] = {kNan, kInf, -kInf, 100, -100, 88.7f, -103, 0};
    float dst[8];
    const float params[kUnaryF32Params] = {1, 0, 0};
    const auto run = [&](UnaryF32 kind) {
      level.vector.unary[static_cast<int>(kind)](src, dst, 8, params);
    };
    run(UnaryF32::kExp);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], kInf);
    EXPECT_EQ(dst[2], 0);
    EXPECT_EQ(dst[3], kInf);
    EXPECT_NEAR(dst[5] / std::exp(static_cast<double>(src[5])), 1, 1e-6);
    EXPECT_EQ(dst[7], 1);
    run(UnaryF32::kSigmoid);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], 1);
    EXPECT_NEAR(dst[2], 0, 1e-38);
    run(UnaryF32::kTanh);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], 1);
    EXPECT_EQ(dst[2], -1);
    EXPECT_EQ(dst[7], 0);
    for (const UnaryF32 kind : {UnaryF32::kGelu, UnaryF32::kGeluTanh}) {
      run(kind);
      EXPECT_TRUE(std::isnan(dst[0]));
      EXPECT_EQ(dst[1], kInf);
      EXPECT_EQ(dst[3], 100);
      EXPECT_NEAR(dst[4], 0, 1e-17);
      EXPECT_EQ(dst[7], 0);
    }
    run(UnaryF32::kErf);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], 1);
    EXPECT_EQ(dst[2], -1);
    EXPECT_EQ(dst[4], -1);
    EXPECT_EQ(dst[7], 0);
    run(UnaryF32::kMish);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], kInf);
    EXPECT_EQ(dst[3], 100);
    EXPECT_NEAR(dst[4], 0, 1e-38);
    run(UnaryF32::kSign);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], 1);
    EXPECT_EQ(dst[2], -1);
    EXPECT_EQ(dst[7], 0);
    run(UnaryF32::kFloor);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], kInf);
    EXPECT_EQ(dst[2], -kInf);
    EXPECT_EQ(dst[5], 88);
    run(UnaryF32::kThresholdedRelu);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[2], 0);
    run(UnaryF32::kReciprocal);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], 0);
    EXPECT_EQ(dst[7], kInf);
    const float softplus[kUnaryF32Params] = {1, kInf, 1};
    level.vector.unary[static_cast<int>(UnaryF32::kSoftplus)](src, dst, 8, softplus);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], kInf);
    EXPECT_NEAR(dst[2], 0, 1e-38);
    EXPECT_EQ(dst[3], 100);
    const float relu[kUnaryF32Params] = {0, kInf, 0};
    level.vector.unary[static_cast<int>(UnaryF32::kClamp)](src, dst, 8, relu);
    EXPECT_TRUE(std::isnan(dst[0]));
    EXPECT_EQ(dst[1], kInf);
    EXPECT_EQ(dst[2], 0);
  }
}

// Every 2^12th positive float, subnormal numbers included, and values around 1 and 0.
TEST(CpuVector, Logarithms) {
  std::vector<float> src;
  for (uint32_t bits = 1; bits < 0x7f800000; bits += 4093) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    if (kFlushesSubnormal && bits < 0x00800000) continue;
    src.push_back(value);
  }
  for (int i = -20000; i < 20000; ++i) src.push_back(1 + static_cast<float>(i) * 2e-5f);
  const auto count = static_cast<int64_t>(src.size());
  const auto check = [&](const std::vector<float>& x, const std::vector<float>& found,
                         double (*definition)(double)) {
    for (size_t i = 0; i < x.size(); ++i) {
      const double expected = definition(static_cast<double>(x[i]));
      const double size = std::max(std::fabs(expected), 1.2e-38);
      const double unit = std::ldexp(1.0, std::ilogb(size) - 23);
      ASSERT_LE(std::fabs(found[i] - expected), 2 * unit) << "x = " << x[i];
    }
  };
  for (const KernelTables& level : TestableLevels()) {
    SCOPED_TRACE(level.level);
    const auto* unary = level.vector.unary;
    std::vector<float> dst(src.size());
    unary[static_cast<int>(UnaryF32::kLog)](src.data(), dst.data(), count, UnaryCases()[0].params);
    check(src, dst, [](double x) { return std::log(x); });
    for (const float sign : {1.0f, -1.0f}) {
      std::vector<float> x;
      for (const float value : src) {
        if (sign > 0 || value < 1) x.push_back(sign * value);
      }
      unary[static_cast<int>(UnaryF32::kLog1p)](
          x.data(), dst.data(), static_cast<int64_t>(x.size()), UnaryCases()[0].params);
      check(x, dst, [](double v) { return std::log1p(v); });
    }
    const float special[8] = {0, -0.0f, -1, -kInf, kInf, kNan, 1, -2};
    const float logs[8] = {-kInf, -kInf, kNan, kNan, kInf, kNan, 0, kNan};
    const float logs1p[8] = {0, 0, -kInf, kNan, kInf, kNan, std::log(2.0f), kNan};
    for (const bool plus_one : {false, true}) {
      float found[8];
      unary[static_cast<int>(plus_one ? UnaryF32::kLog1p : UnaryF32::kLog)](special, found, 8,
                                                                            UnaryCases()[0].params);
      for (int i = 0; i < 8; ++i) {
        const float expected = plus_one ? logs1p[i] : logs[i];
        EXPECT_TRUE(found[i] == expected || (std::isnan(found[i]) && std::isnan(expected)))
            << special[i] << ": " << found[i] << ", expected " << expected;
      }
    }
  }
}

TEST(CpuVector, Binary) {
  const std::function<float(float, float)> definitions[kBinaryF32Count] = {
      [](float a, float b) { return a + b; },
      [](float a, float b) { return a - b; },
      [](float a, float b) { return a * b; },
      [](float a, float b) { return a / b; },
      [](float a, float b) { return std::max(a, b); },
      [](float a, float b) { return std::min(a, b); }};
  for (const KernelTables& level : TestableLevels()) {
    const VectorF32Kernels& vector = level.vector;
    for (int kind = 0; kind < kBinaryF32Count; ++kind) {
      for (const size_t count : {1u, 5u, 16u, 37u}) {
        SCOPED_TRACE(std::string(level.level) + " operation " + std::to_string(kind));
        Values values(static_cast<uint32_t>(count));
        const auto a = values.Take(count);
        const auto b = values.Take(count);
        std::vector<float> dst(count + 1, kGuard);
        vector.binary[kind](a.data(), b.data(), dst.data(), static_cast<int64_t>(count));
        for (size_t i = 0; i < count; ++i) ASSERT_EQ(dst[i], definitions[kind](a[i], b[i]));
        vector.binary_scalar[kind](a.data(), b.data(), dst.data(), static_cast<int64_t>(count));
        for (size_t i = 0; i < count; ++i) ASSERT_EQ(dst[i], definitions[kind](a[i], b[0]));
        vector.binary_reversed[kind](a.data(), b.data(), dst.data(), static_cast<int64_t>(count));
        for (size_t i = 0; i < count; ++i) ASSERT_EQ(dst[i], definitions[kind](b[0], a[i]));
        ASSERT_EQ(dst[count], kGuard);
      }
    }
  }
}

TEST(CpuVector, Softmax) {
  for (const KernelTables& level : TestableLevels()) {
    for (const size_t count : {1u, 2u, 7u, 16u, 31u, 1000u}) {
      SCOPED_TRACE(std::string(level.level) + " count " + std::to_string(count));
      std::vector<float> src = Values(7).Take(count);
      for (float& x : src) x *= 20;
      std::vector<float> dst(count + 1, kGuard);
      level.vector.softmax(src.data(), dst.data(), static_cast<int64_t>(count));
      const float largest = *std::max_element(src.begin(), src.end());
      // The difference is a float32 in the definition as well: large ones would differ by its
      // rounding.
      const auto term = [largest](float x) { return std::exp(static_cast<double>(x - largest)); };
      double sum = 0;
      for (const float x : src) sum += term(x);
      for (size_t i = 0; i < count; ++i) {
        const double expected = term(src[i]) / sum;
        ASSERT_NEAR(dst[i], expected, 1e-6 * expected);
      }
      ASSERT_EQ(dst[count], kGuard);

      // As columns of a matrix with three more columns on its right.
      constexpr int64_t kColumns = 5;
      constexpr int64_t kStride = 8;
      std::vector<float> matrix(count * kStride, kGuard);
      for (size_t i = 0; i < count; ++i) {
        for (int64_t c = 0; c < kColumns; ++c)
          matrix[i * kStride + static_cast<size_t>(c)] = src[i];
      }
      level.vector.softmax_strided(matrix.data(), matrix.data(), static_cast<int64_t>(count),
                                   kStride, kColumns);
      for (size_t i = 0; i < count; ++i) {
        for (size_t c = 0; c < kColumns; ++c) {
          // A column sums its terms one by one: up to 1000 roundings.
          ASSERT_NEAR(matrix[i * kStride + c], dst[i], 3e-6 * dst[i]);
        }
        for (size_t c = kColumns; c < kStride; ++c) ASSERT_EQ(matrix[i * kStride + c], kGuard);
      }
    }
    float odd[3] = {1, kNan, 2};
    level.vector.softmax(odd, odd, 3);
    for (const float x : odd) EXPECT_TRUE(std::isnan(x));
    float infinite[3] = {1, kInf, 2};
    level.vector.softmax(infinite, infinite, 3);
    for (const float x : infinite) EXPECT_TRUE(std::isnan(x));
  }
}

// Also far from 0, where squares of the values themselves would cancel.
TEST(CpuVector, Standardise) {
  constexpr float kEpsilon = 1e-5f;
  for (const KernelTables& level : TestableLevels()) {
    for (const int64_t count : {1, 3, 16, 31, 64, 120, 1000, 20000}) {
      for (const float centre : {0.0f, 100.0f}) {
        SCOPED_TRACE(std::string(level.level) + " count " + std::to_string(count));
        const auto size = static_cast<size_t>(count);
        auto src = Values(5).Take(size);
        for (float& x : src) x += centre;
        const auto scale = Values(6).Take(size);
        const auto shift = Values(7).Take(size);
        double mean = 0;
        for (const float x : src) mean += static_cast<double>(x) / static_cast<double>(count);
        double variance = 0;
        for (const float x : src) variance += (x - mean) * (x - mean) / static_cast<double>(count);
        for (int parts = 0; parts < 4; ++parts) {
          float found_mean = 0;
          float found_variance = 0;
          std::vector<float> dst(size + 1, kGuard);
          level.vector.standardise(src.data(), (parts & 1) != 0 ? scale.data() : nullptr,
                                   (parts & 2) != 0 ? shift.data() : nullptr, kEpsilon, dst.data(),
                                   count, &found_mean, &found_variance);
          EXPECT_NEAR(found_mean, mean, 1e-7 * (1 + std::abs(mean)));
          EXPECT_NEAR(found_variance, variance, 1e-6 * variance);
          for (size_t i = 0; i < size; ++i) {
            double expected = (src[i] - mean) / std::sqrt(variance + kEpsilon);
            if ((parts & 1) != 0) expected *= scale[i];
            if ((parts & 2) != 0) expected += shift[i];
            ASSERT_NEAR(dst[i], expected, 1e-6) << i;
          }
          ASSERT_EQ(dst[size], kGuard);
        }
      }
    }
  }
}

// NaN is kept; long sums are exact to a few units in the last place.
TEST(CpuVector, Fold) {
  const auto define = [](FoldF32 kind, double folded, double value) {
    if (kind == FoldF32::kSum) return folded + value;
    return kind == FoldF32::kMax ? std::max(folded, value) : std::min(folded, value);
  };
  for (const KernelTables& level : TestableLevels()) {
    const VectorF32Kernels& kernels = level.vector;
    for (int kind = 0; kind < kFoldF32Count; ++kind) {
      const bool sum = static_cast<FoldF32>(kind) == FoldF32::kSum;
      for (const int64_t count : {0, 1, 3, 4, 15, 16, 17, 63, 64, 65, 1000, 100003}) {
        auto src = Values(5).Take(static_cast<size_t>(count));
        for (const int64_t at : {int64_t{0}, count / 2, count - 1}) {
          auto odd = src;
          if (count > 0) odd[static_cast<size_t>(at)] = kNan;
          ASSERT_EQ(std::isnan(kernels.fold[kind](odd.data(), count)), count > 0) << count;
        }
        double expected = kFoldF32Start[kind];
        double size = 0;
        for (const float value : src) {
          expected = define(static_cast<FoldF32>(kind), expected, value);
          size += std::fabs(value);
        }
        const float found = kernels.fold[kind](src.data(), count);
        if (std::isinf(expected)) {
          ASSERT_EQ(found, expected) << level.level << " " << kind << " " << count;
        } else {
          ASSERT_NEAR(found, expected, sum ? 1e-6 * size : 0)
              << level.level << " " << kind << " " << count;
        }
      }
      for (const int64_t rows : {0, 1, 2, 63, 64, 65, 200}) {
        for (const int64_t columns : {1, 3, 4, 16, 31, 64, 70}) {
          const int64_t stride = columns + 3;
          const auto src = Values(6).Take(static_cast<size_t>(rows * stride));
          std::vector<float> dst(static_cast<size_t>(columns + 2), kGuard);
          kernels.fold_rows[kind](src.data(), stride, rows, dst.data(), columns);
          for (int64_t c = 0; c < columns; ++c) {
            double expected = kFoldF32Start[kind];
            for (int64_t r = 0; r < rows; ++r) {
              expected = define(static_cast<FoldF32>(kind), expected,
                                src[static_cast<size_t>(r * stride + c)]);
            }
            if (std::isinf(expected)) {
              ASSERT_EQ(dst[static_cast<size_t>(c)], expected);
            } else {
              ASSERT_NEAR(dst[static_cast<size_t>(c)], expected, sum ? 2e-5 : 0)
                  << level.level << " " << kind << " " << rows << "x" << columns;
            }
          }
          ASSERT_EQ(dst[static_cast<size_t>(columns)], kGuard);
        }
      }
    }
  }
}

TEST(CpuVector, Transpose) {
  for (const KernelTables& level : TestableLevels()) {
    for (const int64_t rows : {1, 3, 4, 17, 64}) {
      for (const int64_t columns : {1, 2, 4, 7, 33}) {
        const int64_t src_stride = columns + 2;
        const int64_t dst_stride = rows + 3;
        const auto src = Values(3).Take(static_cast<size_t>(rows * src_stride));
        std::vector<float> dst(static_cast<size_t>(columns * dst_stride), kGuard);
        level.vector.transpose(src.data(), src_stride, dst.data(), dst_stride, rows, columns);
        for (int64_t c = 0; c < columns; ++c) {
          for (int64_t r = 0; r < dst_stride; ++r) {
            const float expected = r < rows ? src[static_cast<size_t>(r * src_stride + c)] : kGuard;
            ASSERT_EQ(dst[static_cast<size_t>(c * dst_stride + r)], expected)
                << level.level << " " << rows << "x" << columns;
          }
        }
      }
    }
  }
}

TEST(CpuPool, Windows) {
  for (const KernelTables& level : TestableLevels()) {
    for (const int64_t channels : {1, 5, 16, 70, 131}) {
      for (const int64_t side : {1, 2, 3, 7}) {
        SCOPED_TRACE(std::string(level.level) + " channels " + std::to_string(channels));
        constexpr int64_t kWidth = 9;
        const auto src = Values(5).Take(static_cast<size_t>(side * kWidth * channels));
        std::vector<float> dst(static_cast<size_t>(channels) + 1, kGuard);
        PoolWindow<float, float> window = {};
        window.src = src.data();
        window.pixel_stride = channels;
        window.row_stride = kWidth * channels;
        window.rows = window.columns = side;
        window.channels = channels;
        window.dst = dst.data();
        window.scale = 1.0f / static_cast<float>(side * side);
        for (const bool is_max : {true, false}) {
          (is_max ? level.pool.max : level.pool.average)(&window);
          for (int64_t c = 0; c < channels; ++c) {
            double expected = is_max ? -10 : 0;
            for (int64_t y = 0; y < side; ++y) {
              for (int64_t x = 0; x < side; ++x) {
                const double value = src[static_cast<size_t>((y * kWidth + x) * channels + c)];
                expected = is_max ? std::max(expected, value) : expected + value;
              }
            }
            if (!is_max) expected /= static_cast<double>(side * side);
            ASSERT_NEAR(dst[static_cast<size_t>(c)], expected, 1e-6);
          }
          ASSERT_EQ(dst.back(), kGuard);
        }
      }
    }
    for (const size_t count : {1u, 9u, 49u, 200u}) {
      const auto src = Values(11).Take(count);
      double sum = 0;
      for (const float x : src) sum += x;
      EXPECT_NEAR(level.pool.sum_row(src.data(), static_cast<int64_t>(count)), sum, 1e-5);
      EXPECT_EQ(level.pool.max_row(src.data(), static_cast<int64_t>(count)),
                *std::max_element(src.begin(), src.end()));
    }
  }
}

TEST(CpuLevels, AreOfThisMachine) {
  const KernelLevels levels = AllLevels();
  ASSERT_GE(levels.available, 1);
  EXPECT_LE(levels.available, levels.count);
  EXPECT_LE(&ActiveTables(), &levels.tables[levels.available - 1]);
  EXPECT_GE(L2CacheBytes(), size_t{64} << 10);
  EXPECT_LE(L2CacheBytes(), size_t{256} << 20);
}

}  // namespace cpu_vector_test
}  // namespace paddle::lite::cpu
