// What is made of the detected extensions, on this processor.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/backends/arm/cpu.h"
#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/kernel_tables.h"
#include "lite/base/cpu_topology.h"
#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_conv_check.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::arm {
namespace arm_isa_test {

TEST(ArmIsa, ParsesTheNamesOfExtensions) {
  Isa isa;
  EXPECT_TRUE(ParseIsa("neon", &isa));
  EXPECT_EQ(isa.bits(), 0u);
  EXPECT_TRUE(ParseIsa("i8mm,dot", &isa));
  constexpr Isa kTwo{Extension::kDotProduct, Extension::kI8mm};
  EXPECT_EQ(isa.bits(), kTwo.bits());
  for (const char* wrong : {"", "sve", "dot,", ",dot", "dot fp16", "DOT"}) {
    EXPECT_FALSE(ParseIsa(wrong, &isa)) << wrong;
    EXPECT_EQ(isa.bits(), kTwo.bits()) << "unchanged";
  }
}

TEST(ArmIsa, LimitTakesExtensionsAway) {
  const Isa before = ActiveIsa();
  EXPECT_TRUE(DetectedIsa().Has(before));
  LimitIsa(Isa{});
  EXPECT_EQ(ActiveIsa().bits(), 0u);
  EXPECT_STREQ(cpu::ActiveInt8Tables().level, "neon");
  EXPECT_STREQ(cpu::ActiveHalfTables().level, "neon");
  EXPECT_STREQ(cpu::ActiveTables().level, "neon");
  EXPECT_FALSE(lite_api::MobileConfig().check_fp16_valid());
  LimitIsa(Isa{Extension::kFp16Arithmetic});
  const bool half = sizeof(void*) == 8 && before.Has(Isa{Extension::kFp16Arithmetic});
  EXPECT_STREQ(cpu::ActiveHalfTables().level, half ? "fp16" : "neon");
  EXPECT_EQ(lite_api::MobileConfig().check_fp16_valid(), half);
  LimitIsa(Isa{Extension::kDotProduct});
  const bool dot = sizeof(void*) == 8 && before.Has(Isa{Extension::kDotProduct});
  EXPECT_STREQ(cpu::ActiveInt8Tables().level, dot ? "dot" : "neon");
  LimitIsa(Isa{Extension::kVfpv4});  // AArch64 does not report it
  const char* const fused = before.Has(Isa{Extension::kVfpv4}) ? "vfpv4" : "neon";
  EXPECT_STREQ(cpu::ActiveTables().level, fused);
  EXPECT_STREQ(cpu::ActiveHalfTables().level, fused);
  LimitIsa(Isa{Extension::kI8mm});  // not without dot products
  EXPECT_STREQ(cpu::ActiveInt8Tables().level, "neon");
  LimitIsa(Isa::All());
  EXPECT_EQ(ActiveIsa().bits(), before.bits());
}

TEST(ArmIsa, AllCoresDecideTheClassUnlessItIsSet) {
  const auto machine = [](const std::vector<uint32_t>& parts) {
    CpuTopology topology;
    for (const uint32_t part : parts) {
      CpuCore core;
      core.implementer = 0x41;
      core.part = part;
      topology.cores.push_back(core);
    }
    return topology;
  };
  constexpr uint32_t kA53 = 0xd03, kA55 = 0xd05, kA76 = 0xd0b, kUnknown = 0xfff;
  EXPECT_TRUE(ExecutesInOrder(machine({kA53, kA53, kA53, kA53}), nullptr));
  EXPECT_TRUE(ExecutesInOrder(machine({kA53, kA55}), nullptr));
  for (const std::vector<uint32_t>& parts :
       {std::vector<uint32_t>{kA55, kA55, kA76}, {kA76}, {kA53, kUnknown}, {}}) {
    EXPECT_FALSE(ExecutesInOrder(machine(parts), nullptr)) << parts.size();
    EXPECT_FALSE(ExecutesInOrder(machine(parts), "")) << parts.size();
    EXPECT_FALSE(ExecutesInOrder(machine(parts), "inorder")) << "ignored, with a warning";
    EXPECT_TRUE(ExecutesInOrder(machine(parts), "in_order")) << parts.size();
  }
  EXPECT_TRUE(ExecutesInOrder(machine({kA53}), "inorder"));
  EXPECT_FALSE(ExecutesInOrder(machine({kA53}), "out_of_order"));
}

#ifdef __aarch64__
// Tiles of every height and with every rest of a sum; sums in chunks, and several taps.
TEST(ArmIsa, CoresInOrderComputeTheSameBits) {
  const cpu::KernelLevels levels = cpu::AllLevels();
  ASSERT_EQ(levels.available, 2);
  ASSERT_STREQ(levels.tables[1].level, "in_order");
  std::vector<cpu::ConvShape> shapes;
  for (int64_t rows = 1; rows <= 9; ++rows) {
    for (const int64_t depth : {4, 7, 8, 26, 64}) {
      shapes.push_back(cpu::SquareConv(1, depth, 1, rows, 21, 1, 1, 0));
    }
  }
  shapes.push_back(cpu::SquareConv(1, 1100, 3, 5, 40, 1, 1, 0));
  shapes.push_back(cpu::SquareConv(2, 20, 9, 7, 24, 3, 2, 1));
  shapes.push_back(cpu::SquareConv(1, 32, 12, 12, 48, 3, 1, 1));
  for (const cpu::ConvShape& s : shapes) {
    SCOPED_TRACE(cpu::cpu_conv_test::Describe({s}, levels.tables[1]));
    cpu::Values values(1);
    const auto src = values.Take(static_cast<size_t>(s.batch * s.in_h * s.in_w * s.in_c));
    const auto weights = values.Take(static_cast<size_t>(s.out_c * s.in_c * s.taps()));
    std::vector<float> results[2];
    for (int level = 0; level < 2; ++level) {
      const auto plan = cpu::PlanConv(s, levels.tables[level], cpu::ConvOptions());
      ASSERT_NE(plan, nullptr);
      results[level] = cpu::cpu_conv_test::ResultOf(*plan, s, src.data(), weights);
    }
    EXPECT_EQ(results[0], results[1]);
  }
}
#endif

TEST(ArmCache, SetArmL3CacheSizeDecidesWhatPlansAssume) {
  using lite_api::L3CacheSetMethod;
  lite_api::MobileConfig config;
  const size_t before = cpu::PlanCacheBytes();
  config.SetArmL3CacheSize(L3CacheSetMethod::kAbsolute, 384 << 10);
  EXPECT_EQ(cpu::PlanCacheBytes(), size_t{384} << 10);
  config.SetArmL3CacheSize(L3CacheSetMethod::kDeviceL2Cache);
  EXPECT_EQ(cpu::PlanCacheBytes(), L2CacheBytes());
  config.SetArmL3CacheSize();
  EXPECT_EQ(cpu::PlanCacheBytes(), L3CacheBytes() != 0 ? L3CacheBytes() : L2CacheBytes());
  const size_t l3 = cpu::PlanCacheBytes();
  EXPECT_THROW(config.SetArmL3CacheSize(L3CacheSetMethod::kAbsolute), lite_api::Error);
  EXPECT_THROW(config.SetArmL3CacheSize(static_cast<L3CacheSetMethod>(7), 1), lite_api::Error);
  EXPECT_EQ(cpu::PlanCacheBytes(), l3);
  cpu::SetPlanCacheBytes(0);
  EXPECT_EQ(cpu::PlanCacheBytes(), before);
}

}  // namespace arm_isa_test
}  // namespace paddle::lite::arm
