// What is detected of an ARM processor, from made-up reports; runs on every machine.

#include <gtest/gtest.h>

#include "lite/backends/arm/cpu.h"

namespace paddle::lite::arm {
namespace features_of_arm_test {

TEST(ArmIsa, ReadsTheReportOfAarch64) {
  constexpr uint64_t kCortexA53 = 0xff;             // fp, asimd, evtstrm, aes, pmull, sha, crc32
  constexpr uint64_t kCortexA55 = 0x100500 | 0xff;  // and atomics, asimdhp, asimddp
  constexpr uint64_t kSmmla = 1 << 13;
  constexpr uint64_t kBfdot = 1 << 14;
  EXPECT_EQ(IsaOfAarch64(kCortexA53, 0).bits(), 0u);
  constexpr Isa kA55{Extension::kFp16Arithmetic, Extension::kDotProduct};
  EXPECT_EQ(IsaOfAarch64(kCortexA55, 0).bits(), kA55.bits());
  EXPECT_EQ(IsaOfAarch64(kCortexA55, kSmmla).bits(), (kA55 | Isa{Extension::kI8mm}).bits());
  EXPECT_EQ(IsaOfAarch64(0, kSmmla | kBfdot).bits(),
            (Isa{Extension::kI8mm, Extension::kBf16}).bits());
}

TEST(ArmIsa, ReadsTheReportOf32BitProcesses) {
  constexpr uint64_t kVfpv4Bit = uint64_t{1} << 16;
  EXPECT_EQ(IsaOfArm32(0x3ffffff & ~(uint64_t{7} << 23) & ~kVfpv4Bit).bits(), 0u);
  EXPECT_EQ(IsaOfArm32(kVfpv4Bit).bits(), (Isa{Extension::kVfpv4}).bits());
  EXPECT_EQ(IsaOfArm32(uint64_t{1} << 23).bits(), (Isa{Extension::kFp16Arithmetic}).bits());
  EXPECT_EQ(IsaOfArm32(uint64_t{1} << 24).bits(), (Isa{Extension::kDotProduct}).bits());
  EXPECT_EQ(IsaOfArm32(uint64_t{1} << 26).bits(), (Isa{Extension::kBf16}).bits());
  EXPECT_EQ(IsaOfArm32(uint64_t{1} << 27).bits(), (Isa{Extension::kI8mm}).bits());
}

// The reports of Linux for a Cortex-A9 with and without the optional unit, and for AArch64.
TEST(ArmIsa, FindsNeon) {
  constexpr uint64_t kNeonBit = uint64_t{1} << 12;
  constexpr uint64_t kCortexA9 = 0x7e0d6 | kNeonBit;
  EXPECT_TRUE(Arm32HasNeon(kCortexA9));
  EXPECT_FALSE(Arm32HasNeon(kCortexA9 & ~kNeonBit));
  EXPECT_TRUE(Aarch64HasNeon(0xff));
  EXPECT_FALSE(Aarch64HasNeon(0xfd));
}

}  // namespace features_of_arm_test
}  // namespace paddle::lite::arm
