// What a convolution plan promises beside its results: packed weights, rows, blocks, the same bits
// in every batch, and no plan where a kernel is missing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_f32.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_conv_check.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace cpu_conv_test {

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
            CheckLevel(c, tables);
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
  return ResultOf(*PlanConv(s, level, ConvOptions()), s, src, weights);
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
          // One row and two rows, for several panels at once.
          SquareConv(kBatch, 40, 1, 1, 202, 1, 1, 0), SquareConv(kBatch, 1100, 1, 2, 256, 1, 1, 0),
          SquareConv(kBatch, 64, 1, 1, 280, 1, 1, 0, 1, 2),
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
