// Int8 convolution plans against plain integers, on every instruction set: equal bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_s8.h"
#include "lite/base/strings.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_levels.h"
#include "tests/targets/stored_apart.h"

namespace paddle::lite::cpu {
namespace cpu_conv_s8_test {

constexpr size_t kGuard = 64;
constexpr char kGuardByte = 0x5a;

struct Case {
  ConvShape shape;
  bool to_int8 = true;
  bool bias = true;
  FunctionS8 function = FunctionS8::kNone;
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  float factor = 0;  // 0: chosen so that results cover the range
  int8_t input = 0;  // 0: any values, otherwise all are this
  int8_t weight = 0;
  bool positive = false;  // the input has no negative values
  ResidualS8 residual = ResidualS8::kNone;
};

// Reports once which tables this machine cannot run.
std::vector<const Int8Tables*> TestableTables() {
  static const std::vector<const Int8Tables*> tables = [] {
    const Int8Levels all = AllInt8Levels();
    std::vector<const Int8Tables*> found;
    for (int i = 0; i < all.count; ++i) {
      std::printf("int8 %-10s %s\n", all.tables[i]->level, all.available[i] ? "run" : "SKIPPED");
      if (all.available[i]) found.push_back(all.tables[i]);
    }
    return found;
  }();
  return tables;
}

// All int8 values, extremes more often.
std::vector<int8_t> Bytes(Values* values, size_t count, int8_t fixed) {
  std::vector<int8_t> bytes(count, fixed);
  for (int8_t& byte : bytes) {
    const auto number = static_cast<int>(values->Next() * 150.0f);
    if (fixed == 0) byte = static_cast<int8_t>(std::clamp(number, -128, 127));
  }
  return bytes;
}

float Activated(const Case& c, const ActivationS8& a, float x) {
  switch (c.function) {
    case FunctionS8::kLeakyRelu:
      x = x > 0 ? x : a.params[0] * x;
      break;
    case FunctionS8::kHardSwish:
      x = x * std::min(std::max(x + a.params[0], 0.0f), a.params[1]) * a.params[2];
      x = x + a.params[3];
      break;
    case FunctionS8::kAbs:
      x = std::fabs(x);
      break;
    case FunctionS8::kNone:
      break;
  }
  return std::min(std::max(x, c.low), c.high);
}

int8_t Rounded(float x) {
  return static_cast<int8_t>(std::min(std::max(std::round(x), -127.0f), 127.0f));
}

// What all tables multiply: it takes longer to compute the sums as defined than to run a plan.
struct Operands {
  Values values;  // for the rest
  std::vector<int8_t> src, weights;
  std::vector<int32_t> sums;
};

void AddUp(const ConvShape& s, Operands* operands) {
  operands->sums.clear();
  int64_t sum = 0;
  ForEachOutput(
      s, [&](size_t i, size_t w) { sum += int64_t{operands->src[i]} * operands->weights[w]; },
      [&](size_t) {
        operands->sums.push_back(static_cast<int32_t>(sum));
        sum = 0;
      });
}

Operands MakeOperands(const Case& c) {
  const ConvShape& s = c.shape;
  Values values(static_cast<uint32_t>(s.in_c * 31 + s.out_c * 7 + s.in_h));
  // Exactly as long as the tensors, so that a read beyond them is found by a sanitizer.
  auto src = Bytes(&values, static_cast<size_t>(s.batch * s.in_h * s.in_w * s.in_c), c.input);
  if (c.positive) {
    for (int8_t& x : src) x = x < 0 ? static_cast<int8_t>(~x) : x;
  }
  auto weights = Bytes(&values, static_cast<size_t>(s.out_c * s.group_in_c() * s.taps()), c.weight);
  // Half of the shapes have no weight of -128, whose products some kernels compute in another way.
  if (c.weight == 0 && (s.in_c + s.in_h) % 2 != 0) {
    for (int8_t& weight : weights) weight = std::max<int8_t>(weight, -127);
  }
  Operands operands = {values, std::move(src), std::move(weights), {}};
  AddUp(s, &operands);
  return operands;
}

void Check(const Case& c, const Operands& operands, const Int8Tables& tables) {
  const ConvShape& s = c.shape;
  SCOPED_TRACE(StrCat(tables.level, " ", s.batch, " ", s.in_c, " ", s.in_h, "x", s.in_w, " -> ",
                      s.out_c, " kernel ", s.kernel_h, "x", s.kernel_w, " stride ", s.stride_h,
                      " pad ", s.pad_top, " dilation ", s.dilation_h, " groups ", s.groups,
                      c.to_int8 ? " int8" : " float", c.positive ? " positive" : "", " residual ",
                      static_cast<int>(c.residual), " function ", static_cast<int>(c.function)));
  const std::vector<int8_t>& src = operands.src;
  const std::vector<int8_t>& weights = operands.weights;
  Values values = operands.values;
  auto bias = values.Take(static_cast<size_t>(s.out_c));
  const size_t count = static_cast<size_t>(s.batch * s.out_h * s.out_w * s.out_c);
  const auto residual = values.Take(c.residual == ResidualS8::kFloat ? count : 0);
  const auto residual_bytes = Bytes(&values, c.residual == ResidualS8::kInt8 ? count : 0, 0);

  ConvOptionsS8 options;
  options.to_int8 = c.to_int8;
  options.residual = c.residual;
  options.residual_factor = c.to_int8 ? 0.73f : 0.0037f;
  options.unit = c.to_int8 ? 0.013f : 1.0f;
  const float usual =
      0.03f / std::sqrt(static_cast<float>(s.group_in_c() * s.taps())) * (c.to_int8 ? 1.0f : 0.1f);
  for (int64_t n = 0; n < s.out_c; ++n) {
    options.factors.push_back(c.factor != 0 ? c.factor : usual * (1 + 0.1f * (n % 5)));
  }
  options.activation = {c.function, {3.1f, 6.2f, 0.17f, -0.4f}, c.low, c.high};
  if (c.function == FunctionS8::kLeakyRelu) options.activation.params[0] = 0.3f;

  std::vector<float> steps(count);
  for (size_t i = 0; i < count; ++i) {
    const size_t channel = i % static_cast<size_t>(s.out_c);
    const float b = c.bias ? bias[channel] / options.unit : 0.0f;
    float scaled = static_cast<float>(operands.sums[i]) * options.factors[channel] + b;
    if (!residual.empty()) scaled += residual[i] / options.unit;
    if (!residual_bytes.empty()) {
      const float added = residual_bytes[i] * options.residual_factor;
      scaled += added;
    }
    steps[i] = Activated(c, options.activation, scaled);
    if (c.to_int8) steps[i] = Rounded(steps[i]);
  }

  const size_t bytes = count * (c.to_int8 ? 1 : sizeof(float));
  for (const int threads : {1, 3}) {
    options.threads = threads;
    const auto plan = PlanConvS8(s, tables, options);
    std::vector<char> packed(plan->packed_bytes() + 64);
    std::vector<char> scratch(plan->scratch_bytes() + 64, 0x7f);
    const auto aligned = [](std::vector<char>& v) {
      return v.data() + (64 - reinterpret_cast<uintptr_t>(v.data()) % 64) % 64;
    };
    plan->Pack(weights.data(), {s.group_in_c() * s.taps(), s.taps(), 1}, aligned(packed));
    std::vector<char> dst(bytes + 2 * kGuard, kGuardByte);
    ConvBuffersS8 buffers;
    buffers.src = src.data();
    buffers.weights = aligned(packed);
    buffers.bias = c.bias ? bias.data() : nullptr;
    if (!residual.empty()) buffers.residual = residual.data();
    if (!residual_bytes.empty()) buffers.residual = residual_bytes.data();
    buffers.dst = dst.data() + kGuard;
    buffers.scratch = aligned(scratch);
    buffers.pool = PoolOf(threads);
    buffers.ahead = {aligned(packed), plan->packed_bytes()};
    plan->Run(buffers);
    const std::string guard(kGuard, kGuardByte);
    ASSERT_EQ(guard.compare(0, kGuard, dst.data(), kGuard), 0) << "before the output";
    ASSERT_EQ(guard.compare(0, kGuard, dst.data() + kGuard + bytes, kGuard), 0)
        << "after the output";
    ExpectStoredApart<TypesS8>(*plan, buffers, s.out_c, bytes / count, s.batch * s.out_h * s.out_w,
                               dst.data() + kGuard);
    for (size_t i = 0; i < count; ++i) {
      float found = static_cast<int8_t>(dst[kGuard + i]);
      if (!c.to_int8) {
        std::memcpy(&found, dst.data() + kGuard + i * sizeof(float), sizeof(float));
      }
      if (found == steps[i]) continue;  // an assertion for each takes longer than a plan
      FAIL() << "output " << i << " is " << found << ", expected " << steps[i];
    }
  }
}

void CheckAll(Case c) {
  const auto all = TestableTables();
  c.to_int8 = true;
  c.positive = false;
  const Operands any = MakeOperands(c);
  for (const Int8Tables* tables : all) Check(c, any, *tables);
  c.positive = true;
  const Operands positive = MakeOperands(c);
  for (const Int8Tables* tables : all) {
    if (tables->gemm.any_negative != nullptr) Check(c, positive, *tables);
  }
  c.to_int8 = false;
  for (const Int8Tables* tables : all) Check(c, positive, *tables);
}

TEST(CpuConvS8, PointwiseTails) {
  for (const int64_t out_c : {1, 3, 4, 7, 8, 9, 15, 16, 17, 24, 31, 33, 64, 65}) {
    for (const int64_t in_c : {1, 2, 3, 4, 5, 8, 31, 64, 100}) {
      CheckAll({SquareConv(1, in_c, 5, 7, out_c, 1, 1, 0)});
    }
  }
}

TEST(CpuConvS8, EveryTileHeight) {
  for (int64_t width = 1; width <= 27; ++width) {
    CheckAll({SquareConv(1, 6, 1, width, 40, 1, 1, 0)});
    CheckAll({SquareConv(1, 6, 1, width, 5, 1, 1, 0)});
  }
}

TEST(CpuConvS8, WindowsStridesDilationsAndGroups) {
  for (const int64_t kernel : {1, 2, 3, 5, 7}) {
    for (const int64_t stride : {1, 2, 3}) {
      for (const int64_t pad : {0, 1, 4}) {
        for (const int64_t dilation : {1, 2}) {
          if (pad > (kernel - 1) * dilation) continue;
          CheckAll({SquareConv(2, 3, 13, 15, 19, kernel, stride, pad, dilation)});
          CheckAll({SquareConv(1, 20, 13, 14, 11, kernel, stride, pad, dilation)});
          CheckAll({SquareConv(1, 10, 14, 13, 14, kernel, stride, pad, dilation, 2)});
        }
      }
    }
  }
}

TEST(CpuConvS8, PaddingsThatAreLargeForTheImage) {
  CheckAll({SquareConv(2, 3, 5, 6, 19, 7, 3, 6)});
  CheckAll({SquareConv(1, 3, 5, 6, 19, 7, 100, 103)});
}

// As in a phase of a transposed convolution: the first window begins inside the image, the last one
// ends outside.
TEST(CpuConvS8, NegativePadding) {
  for (const int64_t channels : {5, 16, 40}) {
    for (const int64_t groups : {int64_t{1}, channels}) {
      for (const int64_t kernel : {1, 2, 3}) {
        for (const int64_t pad : {-1, -2}) {
          ConvShape s = SquareConv(2, channels, 9, 11, channels, kernel, 1, 0, 1, groups);
          s.pad_top = s.pad_left = pad;
          s.out_h = 8;
          s.out_w = 12;
          CheckAll({s});
          s.pad_left = 1;
          CheckAll({s});
        }
      }
    }
  }
}

TEST(CpuConvS8, Depthwise) {
  for (const int64_t channels : {2, 7, 8, 15, 16, 17, 24, 32, 33, 50, 64, 96}) {
    for (const int64_t kernel : {2, 3, 5}) {
      for (const int64_t stride : {1, 2}) {
        for (const int64_t dilation : {1, 2}) {
          CheckAll({SquareConv(2, channels, 12, 11, channels, kernel, stride, kernel / 2, dilation,
                               channels)});
        }
      }
    }
  }
}

// Rows of pixels: widths around the columns that pixels share, edges of every width, blocks of
// several sizes and what is left of them.
TEST(CpuConvS8, DepthwiseLines) {
  for (const int64_t kernel : {3, 5}) {
    for (const int64_t stride : {1, 2}) {
      for (int64_t width = 1; width <= 9; ++width) {
        const int64_t channels = width % 2 == 0 ? 75 : 40;
        for (int64_t pad = 0; pad < kernel; ++pad) {
          if (width + 2 * pad < kernel) continue;
          CheckAll(
              {SquareConv(1, channels, kernel, width, channels, kernel, stride, pad, 1, channels)});
        }
      }
      for (const int64_t channels : {16, 19, 64, 72, 80, 100, 128, 144, 200}) {
        Case c{SquareConv(2, channels, 20, 6, channels, kernel, stride, kernel / 2, 1, channels)};
        CheckAll(c);
        c.function = FunctionS8::kHardSwish;
        CheckAll(c);
        c.function = FunctionS8::kNone;
        c.low = 0;
        CheckAll(c);
        ConvShape& s = c.shape;  // other strides and edges in each direction
        s.stride_h = 3 - stride;
        s.pad_top = 2;
        s.pad_left = 0;
        s.out_h = (s.in_h + 1 - kernel) / s.stride_h + 1;
        s.out_w = (s.in_w + kernel - 1 - kernel) / stride + 1;
        CheckAll(c);
        s.stride_h = 3;
        s.out_h = (s.in_h - kernel) / 3 + 1;
        CheckAll(c);
      }
    }
  }
}

// One value decides whether an input has negative ones: the last one, and the first one, of which
// only some windows have any.
TEST(CpuConvS8, OneNegativeValue) {
  for (const ConvShape& s :
       {SquareConv(1, 40, 8, 9, 40, 3, 1, 1, 1, 40), SquareConv(1, 40, 9, 9, 40, 5, 2, 2, 1, 40),
        SquareConv(1, 48, 8, 9, 21, 1, 1, 0), SquareConv(1, 48, 8, 9, 21, 3, 1, 1)}) {
    Case c{s};
    c.positive = true;
    Operands operands = MakeOperands(c);
    for (const size_t at : {operands.src.size() - 1, size_t{0}}) {
      operands.src[at] = -128;
      AddUp(s, &operands);
      for (const Int8Tables* tables : TestableTables()) Check(c, operands, *tables);
    }
  }
}

TEST(CpuConvS8, Activations) {
  for (const ConvShape& s :
       {SquareConv(1, 20, 6, 7, 37, 3, 1, 1), SquareConv(1, 37, 6, 7, 37, 3, 1, 1, 1, 37),
        SquareConv(1, 70, 6, 7, 70, 5, 2, 2, 1, 70)}) {
    for (const FunctionS8 function :
         {FunctionS8::kNone, FunctionS8::kLeakyRelu, FunctionS8::kHardSwish, FunctionS8::kAbs}) {
      CheckAll({s, true, true, function});
      CheckAll({s, true, false, function});
      CheckAll({s, true, true, function, 0});
      CheckAll({s, true, true, function, 0, 60.5f});
      for (const ResidualS8 residual : {ResidualS8::kFloat, ResidualS8::kInt8}) {
        Case sum{s, true, true, function};
        sum.residual = residual;
        CheckAll(sum);
        sum.low = 0;
        CheckAll(sum);
      }
    }
  }
}

// What matrix registers compute: whole and partial tiles and panels, lines of several tiles, two
// lines in a tile, inputs that end with their last window, stored inputs, and weights that are read
// panel after panel.
TEST(CpuConvS8, MatrixRegisters) {
  const auto tested = TestableTables();
  const auto has_matrix = [](const Int8Tables* tables) { return tables->matrix != nullptr; };
  if (std::none_of(tested.begin(), tested.end(), has_matrix)) GTEST_SKIP() << "no matrix registers";
  ConvShape uneven = SquareConv(1, 40, 9, 20, 33, 3, 1, 1);
  uneven.pad_left = 2;
  uneven.out_w = 21;
  for (const ConvShape& s :
       {SquareConv(1, 64, 4, 4, 32, 1, 1, 0), SquareConv(2, 100, 5, 7, 48, 1, 1, 0),
        SquareConv(1, 33, 7, 8, 8, 1, 1, 0), SquareConv(3, 160, 3, 5, 70, 1, 1, 0),
        SquareConv(1, 64, 40, 40, 20, 1, 1, 0), SquareConv(1, 120, 8, 9, 42, 1, 1, 0, 1, 3),
        SquareConv(2, 64, 7, 7, 40, 3, 1, 1), SquareConv(1, 16, 8, 6, 17, 3, 1, 1),
        SquareConv(2, 64, 15, 15, 33, 3, 2, 1), SquareConv(1, 58, 18, 18, 30, 1, 2, 0),
        SquareConv(1, 64, 14, 14, 30, 1, 2, 0), SquareConv(1, 3, 40, 42, 24, 7, 2, 3),
        SquareConv(1, 24, 11, 37, 24, 5, 1, 2), SquareConv(1, 32, 20, 20, 16, 3, 1, 2, 2),
        SquareConv(1, 64, 12, 12, 64, 3, 1, 1, 1, 2), SquareConv(1, 40, 11, 12, 26, 3, 1, 0),
        SquareConv(1, 1100, 5, 4, 1000, 1, 1, 0), uneven}) {
    for (const Int8Tables* tables : TestableTables()) {
      if (tables->matrix == nullptr) continue;
      ConvOptionsS8 options;
      options.factors.resize(static_cast<size_t>(s.out_c), 1.0f);
      EXPECT_NE(PlanConvS8(s, *tables, options)->form().find("matrix"), std::string::npos)
          << s.in_c << " " << s.in_h << "x" << s.in_w << " kernel " << s.kernel_h;
    }
    CheckAll({s});
    CheckAll({s, true, true, FunctionS8::kNone, 0, 90.5f});
    CheckAll({s, true, false, FunctionS8::kHardSwish, -20, 60});
    CheckAll({s, true, true, FunctionS8::kHardSwish});
    for (const ResidualS8 residual : {ResidualS8::kFloat, ResidualS8::kInt8}) {
      Case sum{s};
      sum.residual = residual;
      CheckAll(sum);
      sum.low = 0;
      CheckAll(sum);
    }
  }
}

// What tiles of 2x2 outputs compute: partial tiles, vectors of inputs that overlap, panels of all
// widths, several blocks, lines longer than a part of a block, and weights that are read by panels.
TEST(CpuConvS8, Winograd) {
  const auto tested = TestableTables();
  const auto has_winograd = [](const Int8Tables* tables) { return tables->winograd != nullptr; };
  if (std::none_of(tested.begin(), tested.end(), has_winograd)) GTEST_SKIP() << "no such kernels";
  ConvShape uneven = SquareConv(2, 40, 9, 20, 33, 3, 1, 1);
  uneven.pad_left = 2;
  uneven.out_w = 21;
  ConvShape outside = SquareConv(1, 33, 11, 12, 20, 3, 1, 0);
  outside.pad_top = -1;
  outside.pad_left = 3;
  outside.out_h = 12;
  outside.out_w = 15;
  for (const size_t cache : {size_t{0}, size_t{16} << 10}) {
    SetPlanCacheBytes(cache);
    for (const ConvShape& s :
         {SquareConv(1, 32, 6, 6, 8, 3, 1, 1), SquareConv(2, 33, 12, 13, 24, 3, 1, 1),
          SquareConv(1, 47, 9, 14, 33, 3, 1, 0), SquareConv(1, 64, 8, 8, 70, 3, 1, 2),
          SquareConv(3, 70, 5, 6, 1, 3, 1, 1), SquareConv(1, 32, 3, 205, 17, 3, 1, 2),
          SquareConv(1, 96, 30, 28, 40, 3, 1, 1), uneven, outside}) {
      for (const Int8Tables* tables : tested) {
        if (tables->winograd == nullptr) continue;
        ConvOptionsS8 options;
        options.factors.resize(static_cast<size_t>(s.out_c), 1.0f);
        EXPECT_NE(PlanConvS8(s, *tables, options)->form().find("winograd"), std::string::npos)
            << tables->level << " " << s.in_c << " " << s.in_h << "x" << s.in_w;
      }
      CheckAll({s});
      CheckAll({s, true, false, FunctionS8::kHardSwish, -20, 60});
      for (const ResidualS8 residual : {ResidualS8::kFloat, ResidualS8::kInt8}) {
        Case sum{s};
        sum.residual = residual;
        sum.low = 0;
        CheckAll(sum);
      }
    }
  }
  SetPlanCacheBytes(0);
}

// The most input channels whose largest sum, times four, is a number of 32 bits, and one more.
TEST(CpuConvS8, WinogradExtremesAreExact) {
  for (const int8_t input : {-128, 127}) {
    for (const int8_t weight : {-128, 127}) {
      for (const int64_t channels : {3640, 3641}) {
        Case c{SquareConv(1, channels, 6, 6, 2, 3, 1, 1)};
        c.input = input;
        c.weight = weight;
        c.factor = 1e-7f;
        CheckAll(c);
      }
    }
  }
}

// The largest products, of either sign, and -128 on both sides: sums are exact, results saturate.
TEST(CpuConvS8, ExtremesAreExact) {
  for (const int8_t input : {-128, -127, 127}) {
    for (const int8_t weight : {-128, -127, 127}) {
      for (const ConvShape& s :
           {SquareConv(1, 512, 2, 3, 18, 3, 1, 1), SquareConv(1, 40, 5, 5, 40, 5, 1, 2, 1, 40),
            SquareConv(1, 90, 5, 5, 90, 3, 2, 1, 1, 90), SquareConv(1, 1030, 1, 5, 9, 1, 1, 0),
            SquareConv(1, 90, 5, 6, 21, 1, 1, 0), SquareConv(1, 24, 6, 7, 21, 3, 1, 1)}) {
        Case c{s};
        c.input = input;
        c.weight = weight;
        CheckAll(c);
        c.factor = 1e-7f;
        CheckAll(c);
        c.factor = 3e30f;  // infinite steps
        CheckAll(c);
      }
    }
  }
}

// Results of a relu around the limits of 16 bits and above, where the lower 16 bits are small
// again.
TEST(CpuConvS8, ResultsBeyondSixteenBitsSaturate) {
  for (const ConvShape& s :
       {SquareConv(1, 64, 3, 7, 40, 1, 1, 0), SquareConv(1, 3, 9, 9, 24, 3, 2, 1),
        SquareConv(1, 40, 8, 9, 40, 3, 1, 1, 1, 40), SquareConv(1, 40, 8, 9, 40, 3, 2, 1, 1, 40)}) {
    const auto products = static_cast<float>(s.group_in_c() * s.taps());
    for (const float largest : {3.0f, 126.4f, 31000.0f, 32770.0f, 65540.0f, 131080.0f, 1e7f}) {
      for (const int8_t weight : {-127, 127}) {
        Case c{s};
        c.bias = false;
        c.input = 127;
        c.weight = weight;
        c.low = 0;
        c.factor = largest / (products * 127 * 127);
        CheckAll(c);
      }
    }
  }
}

// Halves and the values next to them: sums of small integers, times a half or its neighbours.
TEST(CpuConvS8, HalvesAreRoundedAwayFromZero) {
  for (const float factor : {0.5f, 0.25f, 0x1.fffffep-2f, 0x1.000002p-1f, 0x1.fffffep-3f}) {
    Case c{SquareConv(1, 1, 20, 20, 33, 1, 1, 0)};
    c.bias = false;
    c.weight = 1;
    c.factor = factor;
    for (const ConvShape& shape : {c.shape, SquareConv(1, 64, 8, 8, 40, 1, 1, 0),
                                   SquareConv(1, 33, 20, 20, 33, 1, 1, 0, 1, 33),
                                   SquareConv(1, 40, 9, 9, 40, 3, 1, 1, 1, 40),
                                   SquareConv(1, 40, 9, 9, 40, 3, 2, 1, 1, 40)}) {
      c.shape = shape;
      c.low = -std::numeric_limits<float>::infinity();
      CheckAll(c);
      c.low = 0;
      CheckAll(c);
    }
  }
}

TEST(CpuConvS8, CastsFollowTheDefinition) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> values = {std::nanf(""), kInfinity, -kInfinity, 1e30f, -1e30f, 0.0f, -0.0f};
  for (int i = -260; i <= 260; ++i) {
    const float half = static_cast<float>(i) * 0.5f;
    values.push_back(half);
    values.push_back(std::nextafter(half, kInfinity));
    values.push_back(std::nextafter(half, -kInfinity));
  }
  for (const Int8Tables* tables : TestableTables()) {
    for (size_t count = values.size() - 40; count <= values.size(); ++count) {
      std::vector<int8_t> steps(count + 1, 99);
      tables->gemm.quantize(values.data(), static_cast<int64_t>(count), 1.0f, steps.data());
      for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(steps[i], std::isnan(values[i]) ? 0 : Rounded(values[i])) << values[i];
      }
      ASSERT_EQ(steps[count], 99) << tables->level << ": after the end";
      std::vector<float> reals(count + 1, 99);
      tables->gemm.dequantize(steps.data(), static_cast<int64_t>(count), 0.3f, reals.data());
      for (size_t i = 0; i < count; ++i) ASSERT_EQ(reals[i], static_cast<float>(steps[i]) * 0.3f);
      ASSERT_EQ(reals[count], 99) << tables->level << ": after the end";
    }
  }
}

}  // namespace cpu_conv_s8_test
}  // namespace paddle::lite::cpu
