// Products with integer weights against a double-precision definition, at every instruction-set
// level.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lite/backends/cpu/weight8_gemm.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace cpu_weight_gemm_test {

// Sums in float32 in any order, relative to the sum of absolute products (measured: 2.0e-7).
constexpr double kErrorBound = 3e-7;

// The extremes are among the weights, and what is not the product's stays as it is.
template <typename Types>
void CheckProduct(const KernelTables& level, int64_t m, int64_t n, int64_t k, bool by_row) {
  using Weight = typename Types::Weight;
  SCOPED_TRACE(std::string(level.level) + ", " + std::to_string(8 * sizeof(Weight)) + " bits, " +
               std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) +
               (by_row ? ", scales of rows" : ""));
  constexpr int kLowest = std::numeric_limits<Weight>::min();
  Values values(static_cast<uint32_t>(m * 10000 + n * 100 + k));
  const std::vector<float> src = values.Take(static_cast<size_t>(m * k));
  const std::vector<float> bias = values.Take(static_cast<size_t>(n));
  std::vector<Weight> weights;
  for (int64_t i = 0; i < k * n; ++i) {
    const float x = values.Next() * static_cast<float>(-kLowest);
    weights.push_back(static_cast<Weight>(i % 5 == 0 ? (i % 2 == 0 ? kLowest : -kLowest - 1)
                                                     : static_cast<int>(x)));
  }
  Weight8Options options;
  options.by_row = by_row;
  options.activation.low = 0;
  for (int64_t i = 0; i < (by_row ? k : n); ++i) {
    options.scales.push_back((values.Next() + 1.5f) / static_cast<float>(-kLowest));
  }
  const auto plan = PlanWeightGemm<Types>(m, n, k, level, options);
  Aligned packed(plan->packed_bytes()), scratch(plan->scratch_bytes());
  plan->Pack(weights.data(), {1, n, 1}, packed.data);
  constexpr float kUntouched = -12344.0f;
  std::vector<float> dst(static_cast<size_t>(m * n) + 64, kUntouched);
  ConvBuffersOf<Types> buffers;
  buffers.src = src.data();
  buffers.weights = packed.data;
  buffers.bias = bias.data();
  buffers.dst = dst.data();
  buffers.scratch = scratch.data;
  plan->Run(buffers);
  for (int64_t i = 0; i < m * n; ++i) {
    double sum = bias[static_cast<size_t>(i % n)], largest = std::abs(sum);
    for (int64_t j = 0; j < k; ++j) {
      const double term = static_cast<double>(src[static_cast<size_t>(i / n * k + j)]) *
                          weights[static_cast<size_t>(j * n + i % n)] *
                          options.scales[static_cast<size_t>(by_row ? j : i % n)];
      sum += term;
      largest += std::abs(term);
    }
    ASSERT_NEAR(dst[static_cast<size_t>(i)], std::max(sum, 0.0), kErrorBound * largest) << i;
  }
  for (size_t i = static_cast<size_t>(m * n); i < dst.size(); ++i) ASSERT_EQ(dst[i], kUntouched);
}

TEST(CpuWeightGemm, ProductsAtAllLevels) {
  for (const KernelTables& level : TestableLevels()) {
    for (const int64_t m : {1, 2, 3, 5, 6, 9, 14, 31}) {
      for (const int64_t n : {1, 4, 15, 33, 64, 100}) {
        for (const int64_t k : {1, 2, 67}) {
          for (const bool by_row : {false, true}) {
            CheckProduct<TypesW8>(level, m, n, k, by_row);
            CheckProduct<TypesW16>(level, m, n, k, by_row);
          }
        }
      }
    }
  }
}

}  // namespace cpu_weight_gemm_test
}  // namespace paddle::lite::cpu
