#include "tests/targets/cpu_conv_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/base/half.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_levels.h"
#include "tests/targets/stored_apart.h"

namespace paddle::lite::cpu {
namespace cpu_conv_test {
namespace {

constexpr float kGuard = -12344.0f;  // also a float16
constexpr size_t kGuardWords = 64;

template <typename Tables>
std::string DescribeLevel(const Case& c, const Tables& level) {
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
double Activate(const Case& c, double x, double slope) {
  if (c.activation == 1) return x > 0 ? x : 0;  // NaN becomes 0
  if (c.activation == 2) return x < -0.5 ? -0.5 : x > 0.5 ? 0.5 : x;
  if (c.activation == 3) return x * std::min(std::max(x + 3, 0.0), 6.0) / 6 + 0.25;
  if (c.activation == 4) return std::abs(x);
  if (c.activation == 5) return x > 0 ? x : slope * x;
  return x;
}

// Largest error of each algorithm, relative to the largest sum of absolute products: rounding of
// one float32 sum in order, and of the transforms, whose constants grow with the tile (measured:
// direct 1.7e-7, tiles of 2x2 9.1e-8, tiles of 4x4 1.4e-6 over the cases of the tests).
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
    if (!std::isnan(term)) magnitude += std::abs(term);
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
  if (c.nan) operands.bias[0] = std::numeric_limits<float>::quiet_NaN();
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
  SCOPED_TRACE(DescribeLevel(c, level));
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
    ConvBuffersOf<Types> buffers;
    buffers.src = stored_input.data();
    buffers.weights = packed.data;
    buffers.bias = c.bias ? stored_bias.data() : nullptr;
    buffers.slopes = c.activation == 5 ? stored_bias.data() : nullptr;
    buffers.dst = dst.data() + kGuardWords;
    buffers.residual = !c.residual ? nullptr : c.in_place ? buffers.dst : stored_residual.data();
    buffers.scratch = scratch.data;
    buffers.pool = PoolOf(threads);
    plan->Run(buffers);

    for (size_t i = 0; i < kGuardWords; ++i) {
      ASSERT_EQ(ToFloat(dst[i]), kGuard) << "before the output";
      ASSERT_EQ(ToFloat(dst[kGuardWords + out_count + i]), kGuard) << "after the output";
    }
    const std::vector<Real> result(dst.begin() + kGuardWords, dst.end() - kGuardWords);
    const double bound = ErrorBound(c.algorithm, level) * std::max(expected.magnitude, 1.0);
    for (size_t i = 0; i < out_count; ++i) {
      const float value = ToFloat(result[i]);
      const double wanted = expected.values[i];
      const bool right = std::isnan(wanted) ? std::isnan(value) : std::abs(value - wanted) <= bound;
      if (right) continue;  // an assertion for each takes longer than a plan
      FAIL() << "output " << i << " is " << value << ", expected " << wanted << " within " << bound;
    }
    ExpectStoredApart<Types>(*plan, buffers, s.out_c, sizeof(Real), s.batch * s.out_h * s.out_w,
                             result.data());
    if (threads == 1) {
      first_result = result;
      if (plan->runs_by_rows()) CheckRows<Types>(s, *plan, buffers, stored_residual, result);
    } else {
      ASSERT_EQ(std::memcmp(result.data(), first_result.data(), out_count * sizeof(Real)), 0)
          << "depends on the number of threads";
    }
  }
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

}  // namespace

std::string Describe(const Case& c, const KernelTables& level) { return DescribeLevel(c, level); }

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

void CheckWinogradAtAllLevels(const Case& c) {
  const Operands operands = MakeOperands<KernelTables>(c);
  for (const KernelTables& level : TestableLevels()) CheckWinograd(c, operands, level);
  if (TestableHalfLevels().empty()) return;
  const Operands halves = MakeOperands<HalfTables>(c);
  for (const HalfTables* level : TestableHalfLevels()) CheckWinograd(c, halves, *level);
}

void CheckLevel(const Case& c, const KernelTables& level) {
  Check(c, MakeOperands<KernelTables>(c), level);
}

std::vector<float> ResultOf(const ConvPlan& plan, const ConvShape& s, const float* src,
                            const std::vector<float>& weights) {
  Aligned packed(plan.packed_bytes());
  plan.Pack(weights.data(), {s.group_in_c() * s.taps(), s.taps(), 1}, packed.data);
  Aligned scratch(plan.scratch_bytes());
  std::vector<float> dst(static_cast<size_t>(s.batch * s.out_h * s.out_w * s.out_c));
  ConvBuffers buffers;
  buffers.src = src;
  buffers.weights = packed.data;
  buffers.dst = dst.data();
  buffers.scratch = scratch.data;
  plan.Run(buffers);
  return dst;
}

}  // namespace cpu_conv_test
}  // namespace paddle::lite::cpu
