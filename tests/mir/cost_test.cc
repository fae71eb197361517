// Estimated times are numbers that can be added and compared, whatever sizes they come from.
#include "lite/mir/cost.h"

#include <gtest/gtest.h>

#include <limits>

namespace paddle::lite::mir {
namespace cost_test {

TEST(CostTest, EveryTimeIsBounded) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  KernelDef kernel;
  for (int target = 0; target < static_cast<int>(TargetType::NUM); ++target) {
    kernel.target = static_cast<TargetType>(target);
    for (const double amount : {-kInfinity, -1e300, -1.0, 0.0, 1.0, 1e20, 1e300, kInfinity, kNan}) {
      for (const double ns : {KernelTimeNs(kernel, {amount, 0}), KernelTimeNs(kernel, {0, amount}),
                              CopyNs(kernel.target, amount), LayoutNs(kernel.target, amount),
                              CastNs(amount, PrecisionType::kFloat, PrecisionType::kInt8),
                              CastNs(amount, PrecisionType::kFP16, PrecisionType::kInt8)}) {
        EXPECT_TRUE(ns >= 0 && ns <= kMaxNs) << ns << " from " << amount;
      }
    }
  }
}

TEST(CostTest, MoreWorkTakesLonger) {
  KernelDef kernel;
  kernel.target = TargetType::kX86;
  EXPECT_LT(KernelTimeNs(kernel, {1e6, 0}), KernelTimeNs(kernel, {1e9, 0}));
  EXPECT_LT(KernelTimeNs(kernel, {0, 1e6}), KernelTimeNs(kernel, {0, 1e9}));
  KernelDef host = kernel;
  host.target = TargetType::kHost;
  EXPECT_LT(KernelTimeNs(kernel, {1e9, 0}), KernelTimeNs(host, {1e9, 0}));
  EXPECT_LT(CopyNs(TargetType::kOpenCL, 1e3), CopyNs(TargetType::kOpenCL, 1e9));
}

}  // namespace cost_test
}  // namespace paddle::lite::mir
