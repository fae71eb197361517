// Convolution plans against a double-precision definition, at every instruction-set level.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_f32.h"
#include "lite/base/half.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace cpu_conv_test {

constexpr float kGuard = -12344.0f;  // also a float16
constexpr size_t kGuardWords = 64;

struct Case {
  ConvShape shape;
  ConvAlgorithm algorithm = ConvAlgorithm::kAuto;
  bool bias = true;
  bool residual = false;
  bool in_place = false;  // the residual is the output buffer
  int activation = 0;     // see Activate
  int64_t max_depth = 0;
};

template <typename Tables>
std::string Describe(const Case& c, const Tables& level) {
  const ConvShape& s = c.shape;
  std::string text = Tables::Types::kForm;
  text += level.level;
  for (const int64_t value :
       {s.batch, s.in_c, s.in_h, s.in_w, s.out_c, s.kernel_h, s.kernel_w, s.stride_h, s.stride_w,
        s.pad_top, s.pad_left, s.dilation_h, s.groups, static_cast<int64_t>(c.algorithm),
        static_cast<int64_t>(c.residual), static_cast<int64_t>(c.activation), c.max_depth}) {
    text += " " + std::to_string(value);
  }
  return text;
}

// The activation by number; `slope` is that of the channel.
constexpr int kActivations = 6;
double Activate(const Case& c, double x, double slope) {
  if (c.activation == 1) return std::max(x, 0.0);
  if (c.activation == 2) return std::min(std::max(x, -0.5), 0.5);
  if (c.activation == 3) return x * std::min(std::max(x + 3, 0.0), 6.0) / 6 + 0.25;
  if (c.activation == 4) return std::abs(x);
  if (c.activation == 5) return x > 0 ? x : slope * x;
  return x;
}

// Largest error of each algorithm, relative to the largest sum of absolute products: rounding of
// one float32 sum in order, and of the transforms, whose constants grow with the tile (measured:
// direct 1.7e-7, tiles of 2x2 9.1e-8, tiles of 4x4 1.4e-6 over the cases below).
double ErrorBound(ConvAlgorithm algorithm, const KernelTables&) {
  return algorithm == ConvAlgorithm::kWinograd4 ? 2e-6 : 3e-7;
}
// In float16, results are rounded by up to 2^-11 of themselves: once, and once for each activation
// function and chunk. Sums in float16 are rounded for each term as well (measured: 5.1e-4 with sums
// in float32, 1.3e-3 with sums in float16).
double ErrorBound(ConvAlgorithm, const HalfTables& level) {
  return level.gemm.max_depth == 0 ? 6e-4 : 2e-3;
}

// Products of two numbers with 8 bits are exact in float32; sums are those of float32.
double ErrorBound(ConvAlgorithm, const BFloat16Tables&) { return 3e-7; }

float ToFloat(float value) { return value; }
float ToFloat(HalfBits value) { return HalfBitsToFloat(value.bits); }
void Store(float value, float* to) { *to = value; }
void Store(float value, HalfBits* to) { to->bits = FloatToHalfBits(value); }
template <typename Real>
std::vector<Real> Stored(const std::vector<float>& values) {
  std::vector<Real> stored(values.size());
  for (size_t i = 0; i < values.size(); ++i) Store(values[i], &stored[i]);
  return stored;
}
template <typename Real>
std::vector<float> Loaded(const std::vector<Real>& values) {
  std::vector<float> loaded;
  for (const Real value : values) loaded.push_back(ToFloat(value));
  return loaded;
}
// Inputs as they are stored.
template <typename Real>
std::vector<float> TakeStored(Values* values, size_t count) {
  return Loaded(Stored<Real>(values->Take(count)));
}

// The element types of a plan's tensors; those of products in bfloat16 are float32.
template <typename Tables>
struct TensorTypes {
  using Types = typename Tables::Types;
};
template <>
struct TensorTypes<BFloat16Tables> {
  using Types = TypesF32;
};
// What a plan multiplies.
template <typename Tables>
std::vector<float> TakeOperands(Values* values, size_t count) {
  if constexpr (!std::is_same_v<Tables, BFloat16Tables>) {
    return TakeStored<typename Tables::Types::Real>(values, count);
  }
  std::vector<float> taken = values->Take(count);
  for (float& value : taken) value = static_cast<float>(BFloat16(value));
  return taken;
}

struct Expected {
  std::vector<double> values;
  double magnitude = 0;  // the largest sum of absolute products
};

// src is NHWC; weights are [out][in / groups][kh][kw]; the result is NHWC.
Expected Reference(const Case& c, const std::vector<float>& src_floats,
                   const std::vector<float>& weight_floats, const std::vector<float>& bias,
                   const std::vector<float>& residual) {
  const ConvShape& s = c.shape;
  const std::vector<double> src(src_floats.begin(), src_floats.end());
  const std::vector<double> weights(weight_floats.begin(), weight_floats.end());
  Expected out;
  double sum = 0;
  double magnitude = 0;
  const auto add = [&](double term) {
    sum += term;
    magnitude += std::abs(term);
  };
  ForEachOutput(
      s, [&](size_t i, size_t w) { add(src[i] * weights[w]); },
      [&](size_t channel) {
        if (c.bias) add(bias[channel]);
        if (c.residual) add(residual[out.values.size()]);
        out.values.push_back(Activate(c, sum, bias[channel]));
        out.magnitude = std::max(out.magnitude, magnitude);
        sum = magnitude = 0;
      });
  return out;
}

// Strips of rows, each with only the input rows it reads, produce the bits of the whole image.
template <typename Types>
void CheckRows(const ConvShape& s, const ConvPlanOf<Types>& plan, const ConvBuffersOf<Types>& whole,
               const std::vector<typename Types::Real>& residual,
               const std::vector<typename Types::Real>& expected) {
  using Real = typename Types::Real;
  const int64_t in_row = s.in_w * s.in_c;
  const int64_t out_row = s.out_w * s.out_c;
  const int64_t reach = (s.kernel_h - 1) * s.dilation_h + 1;
  for (const int64_t height : {1, 2, 3, 5}) {
    auto dst = Stored<Real>(std::vector<float>(expected.size() + kGuardWords, kGuard));
    for (int64_t y = 0; y < s.batch * s.out_h; y += std::min(height, s.out_h - y % s.out_h)) {
      const int64_t image = y / s.out_h;
      ConvRows rows;
      rows.begin = y % s.out_h;
      rows.end = std::min(rows.begin + height, s.out_h);
      const int64_t top = rows.begin * s.stride_h - s.pad_top;
      const int64_t bottom = (rows.end - 1) * s.stride_h - s.pad_top + reach;
      rows.src_row = std::clamp<int64_t>(top, 0, s.in_h);
      const int64_t src_end = std::clamp<int64_t>(bottom, rows.src_row, s.in_h);
      const Real* pixels = whole.src + image * s.in_h * in_row;
      const std::vector<Real> src(pixels + rows.src_row * in_row, pixels + src_end * in_row);
      ConvBuffersOf<Types> buffers = whole;
      buffers.src = src.data();
      buffers.dst = dst.data() + y * out_row;
      buffers.residual = whole.residual == nullptr ? nullptr : residual.data() + y * out_row;
      buffers.scratch = nullptr;
      buffers.pool = nullptr;
      plan.RunRows(buffers, rows);
      ASSERT_EQ(ToFloat(dst[static_cast<size_t>((image * s.out_h + rows.end) * out_row)]), kGuard)
          << "after the strip";
    }
    ASSERT_EQ(std::memcmp(dst.data(), expected.data(), expected.size() * sizeof(Real)), 0)
        << "strips of " << height << " rows";
  }
}

// What all levels of a type compute with: the reference takes longer than a plan.
struct Operands {
  std::vector<float> src, weights, bias, residual;
  Expected expected;
};

template <typename Tables>
Operands MakeOperands(const Case& c) {
  using Real = typename TensorTypes<Tables>::Types::Real;
  const ConvShape& s = c.shape;
  Values values(static_cast<uint32_t>(s.in_c * 31 + s.out_c * 7 + s.in_h));
  Operands operands;
  operands.src =
      TakeOperands<Tables>(&values, static_cast<size_t>(s.batch * s.in_h * s.in_w * s.in_c));
  operands.weights =
      TakeOperands<Tables>(&values, static_cast<size_t>(s.out_c * s.group_in_c() * s.taps()));
  operands.bias = TakeStored<Real>(&values, static_cast<size_t>(s.out_c));
  operands.residual =
      TakeStored<Real>(&values, static_cast<size_t>(s.batch * s.out_h * s.out_w * s.out_c));
  operands.expected =
      Reference(c, operands.src, operands.weights, operands.bias, operands.residual);
  return operands;
}

template <typename Tables>
void Check(const Case& c, const Operands& operands, const Tables& level) {
  using Types = typename TensorTypes<Tables>::Types;
  using Real = typename Types::Real;
  SCOPED_TRACE(Describe(c, level));
  const ConvShape& s = c.shape;
  const auto& [src, weights, bias, residual, expected] = operands;
  const size_t out_count = residual.size();

  std::vector<float> input = src;
  if (c.algorithm == ConvAlgorithm::kPlanar) {
    for (int64_t n = 0; n < s.batch; ++n)
      for (int64_t k = 0; k < s.in_c; ++k)
        for (int64_t i = 0; i < s.in_h * s.in_w; ++i)
          input[static_cast<size_t>((n * s.in_c + k) * s.in_h * s.in_w + i)] =
              src[static_cast<size_t>((n * s.in_h * s.in_w + i) * s.in_c + k)];
  }

  const auto stored_input = Stored<Real>(input);
  const auto stored_weights = Stored<Real>(weights);
  const auto stored_bias = Stored<Real>(bias);
  const auto stored_residual = Stored<Real>(residual);
  std::vector<Real> first_result;
  for (const int threads : {1, 3}) {
    ConvOptions options;
    options.algorithm = c.algorithm;
    options.threads = threads;
    options.max_depth = c.max_depth;
    options.residual = c.residual;
    if (c.activation == 1) options.activation.low = 0;
    if (c.activation == 2) {
      options.activation.low = -0.5f;
      options.activation.high = 0.5f;
    }
    if (c.activation == 3) {
      options.activation.has_function = true;
      options.activation.function = UnaryF32::kHardSwish;
      options.activation.params[0] = 3;
      options.activation.params[1] = 6;
      options.activation.params[2] = 1.0f / 6;
      options.activation.params[3] = 0.25f;
    }
    if (c.activation == 4) {
      options.activation.has_function = true;
      options.activation.function = UnaryF32::kAbs;
    }
    options.activation.slopes = c.activation == 5;
    const auto plan = PlanConv(s, level, options);
    ASSERT_NE(plan, nullptr);
    Aligned packed(plan->packed_bytes());
    plan->Pack(stored_weights.data(), {s.group_in_c() * s.taps(), s.taps(), 1}, packed.data);
    Aligned scratch(plan->scratch_bytes());
    std::memset(scratch.data, 0x7f, plan->scratch_bytes());
    auto dst = Stored<Real>(std::vector<float>(out_count + 2 * kGuardWords, kGuard));
    if (c.in_place) {
      std::copy(stored_residual.begin(), stored_residual.end(), dst.begin() + kGuardWords);
    }
    ThreadPool pool(threads);
    pool.set_speeds({4, 2, 1});  // only of three threads: parts of different sizes
    ConvBuffersOf<Types> buffers;
    buffers.src = stored_input.data();
    buffers.weights = packed.data;
    buffers.bias = c.bias ? stored_bias.data() : nullptr;
    buffers.slopes = c.activation == 5 ? stored_bias.data() : nullptr;
    buffers.dst = dst.data() + kGuardWords;
    buffers.residual = !c.residual ? nullptr : c.in_place ? buffers.dst : stored_residual.data();
    buffers.scratch = scratch.data;
    buffers.pool = &pool;
    plan->Run(buffers);

    for (size_t i = 0; i < kGuardWords; ++i) {
      ASSERT_EQ(ToFloat(dst[i]), kGuard) << "before the output";
      ASSERT_EQ(ToFloat(dst[kGuardWords + out_count + i]), kGuard) << "after the output";
    }
    const std::vector<Real> result(dst.begin() + kGuardWords, dst.end() - kGuardWords);
    const double bound = ErrorBound(c.algorithm, level) * std::max(expected.magnitude, 1.0);
    for (size_t i = 0; i < out_count; ++i) {
      ASSERT_NEAR(ToFloat(result[i]), expected.values[i], bound) << "output " << i;
    }
    if (threads == 1) {
      first_result = result;
      if (plan->runs_by_rows()) CheckRows<Types>(s, *plan, buffers, stored_residual, result);
    } else {
      ASSERT_EQ(std::memcmp(result.data(), first_result.data(), out_count * sizeof(Real)), 0)
          << "depends on the number of threads";
    }
  }
}

void CheckBFloat16(const Case& c) {
  if (TestableBFloat16Levels().empty()) return;
  const Operands operands = MakeOperands<BFloat16Tables>(c);
  for (const BFloat16Tables* level : TestableBFloat16Levels()) Check(c, operands, *level);
}

void CheckAllLevels(const Case& c) {
  const Operands operands = MakeOperands<KernelTables>(c);
  for (const KernelTables& level : TestableLevels()) Check(c, operands, level);
  if (!TestableHalfLevels().empty()) {
    const Operands halves = MakeOperands<HalfTables>(c);
    for (const HalfTables* level : TestableHalfLevels()) Check(c, halves, *level);
  }
  const bool tiles = c.algorithm == ConvAlgorithm::kAuto || c.algorithm == ConvAlgorithm::kGemm;
  if (!tiles || (c.shape.groups > 1 && c.shape.group_in_c() % 2 != 0)) return;
  CheckBFloat16(c);
}

// Winograd's algorithm with every size of tiles that the tables have.
template <typename Tables>
void CheckWinograd(Case c, const Operands& operands, const Tables& level) {
  if (level.winograd == nullptr) return;
  c.algorithm = ConvAlgorithm::kWinograd2;
  Check(c, operands, level);
  c.algorithm = ConvAlgorithm::kWinograd4;
  if (level.winograd->input[1] != nullptr) {
    Check(c, operands, level);
  } else {
    ConvOptions options;
    options.algorithm = c.algorithm;
    EXPECT_EQ(PlanConv(c.shape, level, options), nullptr);
  }
}
void CheckWinogradAtAllLevels(const Case& c) {
  const Operands operands = MakeOperands<KernelTables>(c);
  for (const KernelTables& level : TestableLevels()) CheckWinograd(c, operands, level);
  if (TestableHalfLevels().empty()) return;
  const Operands halves = MakeOperands<HalfTables>(c);
  for (const HalfTables* level : TestableHalfLevels()) CheckWinograd(c, halves, *level);
}

// Every level multiplies the rounded operands: results differ by the order of sums only.
TEST(CpuConv, BFloat16RoundsItsOperandsToNearestEven) {
  for (const ConvShape& s :
       {SquareConv(1, 33, 5, 6, 70, 1, 1, 0), SquareConv(1, 48, 6, 7, 64, 3, 2, 1)}) {
    for (const BFloat16Tables* level : TestableBFloat16Levels()) {
      const auto plan = PlanConv(s, *level, {});
      Values values(7);
      std::vector<float> src = values.Take(static_cast<size_t>(s.in_h * s.in_w * s.in_c));
      std::vector<float> weights = values.Take(static_cast<size_t>(s.out_c * s.in_c * s.taps()));
      const auto count = static_cast<size_t>(s.out_h * s.out_w * s.out_c);
      const auto run = [&] {
        Aligned packed(plan->packed_bytes());
        plan->Pack(weights.data(), {s.in_c * s.taps(), s.taps(), 1}, packed.data);
        Aligned scratch(plan->scratch_bytes());
        std::vector<float> dst(count);
        ConvBuffers buffers;
        buffers.src = src.data();
        buffers.weights = packed.data;
        buffers.dst = dst.data();
        buffers.scratch = scratch.data;
        plan->Run(buffers);
        return dst;
      };
      const std::vector<float> found = run();
      for (float& value : src) value = static_cast<float>(BFloat16(value));
      for (float& value : weights) value = static_cast<float>(BFloat16(value));
      EXPECT_EQ(run(), found) << level->level;
    }
  }
}

// Casts bit by bit: ties, infinities, NaN, and rows with an odd number of values.
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
      Aligned packed(plan->packed_bytes());
      plan->Pack(weights.data(), {s.in_c * s.taps(), s.taps(), 1}, packed.data);
      Aligned scratch(plan->scratch_bytes());
      std::vector<float> dst(static_cast<size_t>(s.out_h * s.out_w * s.out_c));
      ConvBuffers buffers;
      buffers.src = src.data();
      buffers.weights = packed.data;
      buffers.dst = dst.data();
      buffers.scratch = scratch.data;
      plan->Run(buffers);
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

// No subnormal number is left, for any plan and number of threads; the other numbers are those
// written by Pack.
TEST(CpuConv, SubnormalWeightsBecomeZeros) {
  for (const ConvShape& s :
       {SquareConv(1, 9, 6, 7, 37, 1, 1, 0), SquareConv(1, 37, 6, 7, 37, 3, 1, 1, 1, 37),
        SquareConv(1, 32, 24, 24, 32, 3, 1, 1)}) {
    for (const KernelTables& level : TestableLevels()) {
      const auto plan = PlanConv(s, level, {});
      const auto count = static_cast<size_t>(s.out_c * s.group_in_c() * s.taps());
      std::vector<float> weights(count, 1e-40f);
      weights[0] = 0.5f;
      weights[count / 2] = -std::numeric_limits<float>::min();
      std::vector<float> zeros = weights;
      for (float& w : zeros) w = std::abs(w) < 1e-39f ? 0.0f : w;
      Aligned packed(plan->packed_bytes());
      Aligned expected(plan->packed_bytes());
      const WeightStrides strides{s.group_in_c() * s.taps(), s.taps(), 1};
      ThreadPool pool(3);
      PackFlushed(*plan, weights.data(), strides, &pool, packed.data);
      plan->Pack(zeros.data(), strides, expected.data);
      const auto* found = reinterpret_cast<const float*>(packed.data);
      const auto* wanted = reinterpret_cast<const float*>(expected.data);
      for (size_t i = 0; i < plan->packed_bytes() / sizeof(float); ++i) {
        ASSERT_NE(std::fpclassify(found[i]), FP_SUBNORMAL) << plan->form();
        ASSERT_NEAR(found[i], wanted[i], 1e-37) << plan->form();
      }
      PackFlushed(*plan, weights.data(), strides, nullptr, expected.data);
      EXPECT_EQ(std::memcmp(packed.data, expected.data, plan->packed_bytes()), 0) << plan->form();
    }
  }
}

TEST(CpuConv, WhichPlansRunByRows) {
  ConvOptions residual;
  residual.residual = true;
  for (const KernelTables& level : TestableLevels()) {
    EXPECT_TRUE(PlanConv(SquareConv(2, 16, 9, 9, 24, 1, 1, 0), level, {})->runs_by_rows());
    EXPECT_TRUE(PlanConv(SquareConv(2, 16, 9, 9, 24, 1, 1, 0), level, residual)->runs_by_rows());
    EXPECT_TRUE(PlanConv(SquareConv(2, 16, 9, 9, 16, 5, 2, 2, 1, 16), level, {})->runs_by_rows());
    EXPECT_FALSE(
        PlanConv(SquareConv(2, 16, 9, 9, 16, 5, 2, 2, 1, 16), level, residual)->runs_by_rows());
    EXPECT_FALSE(PlanConv(SquareConv(2, 16, 9, 9, 24, 1, 2, 0), level, {})->runs_by_rows());
    EXPECT_FALSE(PlanConv(SquareConv(2, 16, 9, 9, 24, 3, 1, 1), level, {})->runs_by_rows());
  }
}

// For a layer whose weights do not fit a small cache, and whose input does not fit a large one.
TEST(CpuConv, BlocksFollowTheSizeOfTheCache) {
  const ConvShape shape = SquareConv(1, 256, 56, 56, 256, 1, 1, 0);
  for (const KernelTables& level : TestableLevels()) {
    std::vector<std::string> blocks;
    for (const size_t bytes : {size_t{128} << 10, size_t{512} << 10, size_t{4} << 20}) {
      SetPlanCacheBytes(bytes);
      EXPECT_EQ(PlanCacheBytes(), bytes);
      blocks.push_back(PlanConv(shape, level, {})->blocks());
    }
    EXPECT_NE(blocks[0], blocks[1]);
    EXPECT_NE(blocks[1], blocks[2]);
    SetPlanCacheBytes(0);
    EXPECT_LE(PlanCacheBytes(), size_t{1} << 20);
  }
}

TEST(CpuConv, PointwiseTails) {
  for (const int64_t out_c : {1, 3, 4, 7, 8, 15, 16, 17, 24, 31, 33, 47, 58, 64, 65, 100, 129}) {
    for (const int64_t in_c : {1, 3, 6, 32}) {
      CheckAllLevels({SquareConv(1, in_c, 5, 7, out_c, 1, 1, 0), ConvAlgorithm::kGemm});
    }
  }
}

TEST(CpuConv, EveryTileHeight) {
  for (int64_t width = 1; width <= 30; ++width) {
    CheckAllLevels({SquareConv(1, 5, 1, width, 70, 1, 1, 0), ConvAlgorithm::kGemm});
    CheckAllLevels({SquareConv(1, 5, 1, width, 30, 1, 1, 0), ConvAlgorithm::kGemm});
    CheckAllLevels({SquareConv(1, 5, 1, width, 48, 1, 1, 0), ConvAlgorithm::kGemm});
  }
}

TEST(CpuConv, WindowsStridesAndDilations) {
  for (const int64_t kernel : {1, 2, 3, 5, 7}) {
    for (const int64_t stride : {1, 2, 3}) {
      for (const int64_t pad : {0, 1, 4}) {
        for (const int64_t dilation : {1, 2}) {
          if (pad > (kernel - 1) * dilation) continue;
          Case c{SquareConv(2, 5, 13, 15, 19, kernel, stride, pad, dilation), ConvAlgorithm::kGemm};
          CheckAllLevels(c);
          c.algorithm = ConvAlgorithm::kPlanar;
          CheckAllLevels(c);
        }
      }
    }
  }
}

TEST(CpuConv, UnequalSidesAndPaddingWithoutInput) {
  ConvShape s = SquareConv(2, 6, 9, 11, 18, 3, 1, 1);
  s.kernel_h = 1;
  s.kernel_w = 5;
  s.pad_top = 2;
  s.pad_left = 3;
  s.stride_h = 2;
  s.stride_w = 3;
  s.dilation_w = 2;
  s.out_h = 7;
  s.out_w = 5;
  CheckAllLevels({s, ConvAlgorithm::kGemm});
  CheckAllLevels({s, ConvAlgorithm::kPlanar});
  s.groups = s.out_c = s.in_c = 18;
  CheckAllLevels({s, ConvAlgorithm::kDepthwise});
  CheckAllLevels({s, ConvAlgorithm::kGemm});
}

TEST(CpuConv, EpiloguesInAndOutOfPlace) {
  for (const ConvShape& s :
       {SquareConv(1, 9, 6, 7, 37, 1, 1, 0), SquareConv(1, 9, 6, 7, 37, 3, 1, 1),
        SquareConv(1, 37, 6, 7, 37, 3, 1, 1, 1, 37)}) {
    for (int activation = 0; activation < kActivations; ++activation) {
      for (const bool residual : {false, true}) {
        for (const bool bias : {false, true}) {
          Case c{s};
          c.activation = activation;
          c.residual = residual;
          c.bias = bias;
          CheckAllLevels(c);
          c.in_place = residual;
          CheckAllLevels(c);
          if (s.kernel_h == 3 && s.groups == 1) CheckWinogradAtAllLevels(c);
        }
      }
    }
  }
}

TEST(CpuConv, LongSumsInChunks) {
  for (const int64_t depth : {4, 7, 16, 64}) {
    for (const int64_t kernel : {1, 3}) {
      Case c{SquareConv(1, 37, 7, 7, 70, kernel, 1, kernel / 2), ConvAlgorithm::kGemm};
      c.max_depth = depth;
      c.residual = true;
      c.activation = 1;
      CheckAllLevels(c);
      c.activation = 3;
      c.in_place = false;
      CheckAllLevels(c);
    }
  }
}

TEST(CpuConv, ChunksChosenByShape) {
  CheckAllLevels({SquareConv(1, 2048, 3, 3, 96, 1, 1, 0), ConvAlgorithm::kGemm});
  CheckAllLevels({SquareConv(1, 1100, 7, 7, 192, 1, 1, 0), ConvAlgorithm::kGemm});
  CheckAllLevels({SquareConv(1, 520, 4, 4, 256, 3, 2, 1), ConvAlgorithm::kGemm});
}

TEST(CpuConv, Groups) {
  for (const int64_t groups : {2, 3, 6}) {
    CheckAllLevels({SquareConv(1, 12, 6, 5, 24, 3, 1, 1, 1, groups), ConvAlgorithm::kGemm});
    CheckAllLevels({SquareConv(2, 12, 6, 5, 42, 1, 2, 0, 1, groups), ConvAlgorithm::kGemm});
  }
  // Four and eight channels a group: several groups to a vector.
  for (const int64_t groups : {4, 8}) {
    for (const int64_t stride : {1, 2}) {
      CheckAllLevels({SquareConv(2, 32, 7, 5, 32, 3, stride, 1, 1, groups)});
      CheckAllLevels({SquareConv(1, 32, 9, 8, 32, 3, stride, 2, 2, groups)});
    }
    Case c{SquareConv(1, 32, 6, 5, 32, 3, 1, 1, 1, groups)};
    c.residual = c.in_place = c.bias = true;
    for (c.activation = 0; c.activation < kActivations; ++c.activation) CheckAllLevels(c);
  }
  // A channel multiplier.
  CheckAllLevels({SquareConv(1, 6, 6, 5, 12, 3, 1, 1, 1, 6)});
}

// Parts of uneven size: one or few row tiles, and a number of panels that is not divisible by the
// threads.
TEST(CpuConv, FewPixelsAndManyWeights) {
  for (const int64_t size : {1, 3, 5, 7}) {
    for (const int64_t channels : {10, 16, 80, 160}) {
      Case c{SquareConv(1, 48, size, size, channels, 3, 1, 1), ConvAlgorithm::kGemm};
      c.activation = 5;
      CheckAllLevels(c);
    }
  }
}

TEST(CpuConv, Depthwise) {
  for (const int64_t channels : {2, 3, 8, 13, 16, 19, 40, 58}) {
    for (const int64_t kernel : {2, 3, 5}) {
      for (const int64_t stride : {1, 2, 3}) {
        for (const int64_t width : {1, 2, 3, 5, 6, 7, 9, 12, 14, 16, 18}) {
          if (width + 2 * (kernel / 2) < kernel) continue;
          Case c{
              SquareConv(1, channels, 6, width, channels, kernel, stride, kernel / 2, 1, channels)};
          c.activation = 1;
          CheckAllLevels(c);
        }
      }
    }
  }
  for (int activation = 0; activation < kActivations; ++activation) {
    Case c{SquareConv(2, 20, 9, 14, 20, 3, 1, 1, 1, 20)};
    c.activation = activation;
    CheckAllLevels(c);
  }
  CheckAllLevels({SquareConv(2, 20, 9, 9, 20, 3, 1, 2, 2, 20)});
  CheckAllLevels({SquareConv(1, 20, 9, 9, 20, 5, 2, 0, 1, 20)});
}

TEST(CpuConv, PlanarFirstLayers) {
  for (const int64_t width : {8, 15, 29, 44}) {
    for (const int64_t channels : {8, 24, 40}) {
      Case c{SquareConv(2, 3, 11, width, channels, 3, 2, 1), ConvAlgorithm::kPlanar};
      c.activation = 1;
      CheckAllLevels(c);
      c.activation = 3;
      CheckAllLevels(c);
    }
    // Slopes repeated for several pixels.
    Case c{SquareConv(1, 3, 5, width, 10, 3, 1, 1), ConvAlgorithm::kPlanar};
    c.activation = 5;
    CheckAllLevels(c);
    CheckAllLevels({SquareConv(1, 3, 12, width, 64, 7, 2, 3), ConvAlgorithm::kPlanar});
    CheckAllLevels({SquareConv(1, 1, 12, width, 20, 3, 4, 2), ConvAlgorithm::kPlanar});
  }
}

TEST(CpuConv, Winograd) {
  for (const int64_t size : {1, 2, 3, 4, 5, 7, 13}) {
    for (const int64_t channels : {5, 16, 35}) {
      for (const int64_t pad : {0, 1, 2}) {
        if (size + 2 * pad < 3) continue;
        CheckWinogradAtAllLevels(
            {SquareConv(2, channels, size, size + 1, channels + 3, 3, 1, pad)});
      }
    }
  }
  // Weights beyond the cache: threads share the stages.
  CheckWinogradAtAllLevels({SquareConv(1, 150, 9, 9, 140, 3, 1, 1)});
  CheckWinogradAtAllLevels({SquareConv(1, 40, 24, 24, 48, 3, 1, 1)});
  // More channels than one sum in float16 adds.
  CheckWinogradAtAllLevels({SquareConv(1, 600, 5, 5, 40, 3, 1, 1)});
}

// A library for some models has null in place of the tiles of a width that none of them needs
// (micro_kernel_set.inc). A shape that needs them gets no plan; other plans work.
TEST(CpuConv, TilesThatALibraryLacks) {
  for (const KernelTables& level : TestableLevels()) {
    for (const ConvAlgorithm algorithm :
         {ConvAlgorithm::kGemm, ConvAlgorithm::kPlanar, ConvAlgorithm::kWinograd2}) {
      if (algorithm == ConvAlgorithm::kWinograd2 && level.winograd == nullptr) continue;
      SCOPED_TRACE(std::string(level.level) + ", algorithm " +
                   std::to_string(static_cast<int>(algorithm)));
      ConvOptions options;
      options.algorithm = algorithm;
      int refused = 0;
      int planned = 0;
      for (int width = 1; width <= level.gemm.max_vecs; ++width) {
        GemmF32Kernels gemm = level.gemm;
        std::fill(std::begin(gemm.tile[width]), std::end(gemm.tile[width]), nullptr);
        std::fill(std::begin(gemm.planar[width]), std::end(gemm.planar[width]), nullptr);
        const KernelTables tables{level.level, level.depthwise, gemm,          level.gemm_w8,
                                  level.pool,  level.vector,    level.grouped, level.winograd};
        for (int vecs = 1; vecs <= 2 * level.gemm.max_vecs; ++vecs) {
          const Case c{SquareConv(1, 3, 6, 7, int64_t{vecs} * gemm.lanes - 1, 3, 1, 1), algorithm};
          if (PlanConv(c.shape, tables, options) == nullptr) {
            ++refused;
          } else {
            ++planned;
            Check(c, MakeOperands<KernelTables>(c), tables);
          }
        }
      }
      EXPECT_GT(refused, 0);
      EXPECT_GT(planned, 0);
    }
  }
}

// What PlanConv chooses for this shape computes from `src`.
std::vector<float> RunChosen(const ConvShape& s, const KernelTables& level, const float* src,
                             const std::vector<float>& weights) {
  const auto plan = PlanConv(s, level, ConvOptions());
  Aligned packed(plan->packed_bytes());
  plan->Pack(weights.data(), {s.group_in_c() * s.taps(), s.taps(), 1}, packed.data);
  Aligned scratch(plan->scratch_bytes());
  std::vector<float> dst(static_cast<size_t>(s.batch * s.out_h * s.out_w * s.out_c));
  ConvBuffers buffers;
  buffers.src = src;
  buffers.weights = packed.data;
  buffers.dst = dst.data();
  buffers.scratch = scratch.data;
  plan->Run(buffers);
  return dst;
}

TEST(CpuConv, AImageGivesTheSameBitsInEveryBatch) {
  constexpr int64_t kBatch = 5;
  for (const KernelTables& level : TestableLevels()) {
    for (ConvShape s :
         {SquareConv(kBatch, 16, 14, 14, 32, 3, 1, 1), SquareConv(kBatch, 32, 7, 7, 48, 3, 1, 1),
          SquareConv(kBatch, 20, 23, 23, 36, 3, 1, 1), SquareConv(kBatch, 64, 5, 5, 80, 1, 1, 0),
          SquareConv(kBatch, 300, 4, 4, 33, 3, 2, 1),
          SquareConv(kBatch, 24, 9, 9, 24, 3, 1, 1, 1, 24),
          SquareConv(kBatch, 32, 9, 9, 32, 3, 1, 1, 1, 4),
          SquareConv(kBatch, 3, 20, 20, 16, 3, 2, 1)}) {
      SCOPED_TRACE(Describe({s}, level));
      Values values(static_cast<uint32_t>(s.in_c));
      const size_t pixels = static_cast<size_t>(s.in_h * s.in_w * s.in_c);
      const auto src = values.Take(kBatch * pixels);
      const auto weights = values.Take(static_cast<size_t>(s.out_c * s.group_in_c() * s.taps()));
      const std::vector<float> together = RunChosen(s, level, src.data(), weights);
      s.batch = 1;
      std::vector<float> alone;
      for (size_t n = 0; n < kBatch; ++n) {
        const std::vector<float> one = RunChosen(s, level, src.data() + n * pixels, weights);
        alone.insert(alone.end(), one.begin(), one.end());
      }
      EXPECT_EQ(together, alone);
    }
  }
}

}  // namespace cpu_conv_test
}  // namespace paddle::lite::cpu
