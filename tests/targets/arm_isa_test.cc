// What is made of the detected extensions, on this processor.

#include <gtest/gtest.h>

#include <string>

#include "lite/api/paddle_api.h"
#include "lite/backends/arm/cpu.h"
#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/kernel_tables.h"

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
