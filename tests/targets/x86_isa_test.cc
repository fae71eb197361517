// What is detected of a processor, from made-up reports, and what is made of it.

#include <gtest/gtest.h>

#include <cstdlib>

#include "lite/backends/x86/kernel_tables.h"

#if defined(__linux__)
#include <signal.h>
#endif

namespace paddle::lite::x86 {
namespace x86_isa_test {

constexpr uint32_t Bits(std::initializer_list<int> positions) {
  uint32_t word = 0;
  for (const int position : positions) word |= uint32_t{1} << position;
  return word;
}

constexpr uint64_t kYmmState = 0x07;
constexpr uint64_t kZmmState = 0xe7;
constexpr uint64_t kTileState = 0x60000;
constexpr uint32_t kFmaF16c = Bits({12, 29});
constexpr uint32_t kAvx2Bit = Bits({5});
constexpr uint32_t kAvx512Bits = Bits({16, 17, 30, 31});

CpuReport Haswell() {
  CpuReport report;
  report.leaf1_ecx = kFmaF16c;
  report.leaf7_ebx = kAvx2Bit;
  report.xcr0 = kYmmState;
  return report;
}
CpuReport AlderLake() {
  CpuReport report = Haswell();
  report.leaf7_1_eax = Bits({4});
  return report;
}
CpuReport Skylake() {
  CpuReport report = Haswell();
  report.leaf7_ebx |= kAvx512Bits;
  report.xcr0 = kZmmState;
  return report;
}
CpuReport SapphireRapids() {
  CpuReport report = Skylake();
  report.leaf7_ecx = Bits({11});
  report.leaf7_edx = Bits({22, 23, 24, 25});
  report.leaf7_1_eax = Bits({4, 5});
  report.xcr0 |= kTileState;
  report.tiles_permitted = true;
  return report;
}
constexpr Isa kAmx{Extension::kAmxTile, Extension::kAmxInt8, Extension::kAmxBf16};

TEST(X86Isa, DetectsEveryExtensionByItself) {
  EXPECT_EQ(IsaOf(CpuReport()).bits(), kBaselineIsa.bits());
  EXPECT_EQ(IsaOf(Haswell()).bits(), kAvx2Isa.bits());
  EXPECT_EQ(IsaOf(AlderLake()).bits(), (kAvx2Isa | Isa{Extension::kAvxVnni}).bits());
  EXPECT_EQ(IsaOf(Skylake()).bits(), kAvx512Isa.bits());
  const Isa all = kAvx512Isa | kAmx |
                  Isa{Extension::kAvxVnni, Extension::kAvx512Vnni, Extension::kAvx512Bf16,
                      Extension::kAvx512Fp16};
  EXPECT_EQ(IsaOf(SapphireRapids()).bits(), all.bits());
}

TEST(X86Isa, LeavesOutWhatTheOperatingSystemDoesNotSave) {
  CpuReport report = SapphireRapids();
  report.xcr0 = kZmmState;  // no tiles
  EXPECT_EQ(IsaOf(report).bits() & kAmx.bits(), 0u);
  EXPECT_TRUE(IsaOf(report).Has(Isa{Extension::kAvx512Vnni}));
  report.xcr0 = kYmmState | kTileState;  // no zmm
  EXPECT_EQ(IsaOf(report).bits(), (kAvx2Isa | kAmx | Isa{Extension::kAvxVnni}).bits());
  report.xcr0 = 0x03;  // SSE only
  EXPECT_EQ(IsaOf(report).bits(), 0u);
}

TEST(X86Isa, TilesNeedThePermissionOfTheProcess) {
  CpuReport report = SapphireRapids();
  report.tiles_permitted = false;
  EXPECT_EQ(IsaOf(report).bits() & kAmx.bits(), 0u);
  EXPECT_TRUE(IsaOf(report).Has(kAvx512Isa));
}

// Below AMX in LITE_X86_ISA, nothing asks for tiles, and the tables are those of vectors.
TEST(X86Isa, ALimitKeepsTheProcessFromTiles) {
  LimitIsa(kAvx512VnniIsa);
  EXPECT_EQ(cpu::ActiveInt8Tables().matrix, nullptr);
  EXPECT_EQ(cpu::ActiveBFloat16Tables().matrix, nullptr);
  LimitIsa(Isa::All());
}

#if defined(__linux__)
// The process asks once, when the first int8 kernel is created, and goes on without tiles if Linux
// refuses them.
TEST(X86IsaDeathTest, ASmallSignalStackKeepsTheProcessFromTiles) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a new process, without the permission
  const auto use_small_stack = [] {
    static char memory[8192];
    stack_t stack = {};
    stack.ss_sp = memory;
    stack.ss_size = sizeof(memory);
    if (sigaltstack(&stack, nullptr) != 0) std::exit(2);
    const bool vectors = cpu::ActiveInt8Tables().matrix == nullptr;
    std::exit(vectors && !DetectedIsaWithTiles().Has(Isa{Extension::kAmxTile}) ? 0 : 1);
  };
  EXPECT_EXIT(use_small_stack(), testing::ExitedWithCode(0), "");
}
#endif

TEST(X86Isa, AnIncompleteLevelHasTheNameOfTheOneBelow) {
  CpuReport report = Skylake();
  report.leaf7_ebx &= ~Bits({31});  // without VL, as on Knights Landing
  EXPECT_STREQ(IsaName(IsaOf(report)), "avx2");
  report.leaf1_ecx = Bits({12});  // and without F16C
  EXPECT_STREQ(IsaName(IsaOf(report)), "baseline");
  report = SapphireRapids();
  EXPECT_STREQ(IsaName(IsaOf(report)), "amx");
  report.tiles_permitted = false;
  EXPECT_STREQ(IsaName(IsaOf(report)), "avx512vnni");
  report.leaf7_ecx = 0;  // without VNNI
  EXPECT_STREQ(IsaName(IsaOf(report)), "avx512");
}

// Two tables neither of which needs what the other one needs.
TEST(X86Isa, ATableIsChosenByWhatItNeeds) {
  const int wide = 0, narrow = 0, plain = 0;
  const simd::Requirement<Extension, int> tables[] = {
      {kAvx512Isa | Isa{Extension::kAvx512Vnni}, &wide},
      {kAvx2Isa | Isa{Extension::kAvxVnni}, &narrow},
      {kBaselineIsa, &plain}};
  EXPECT_EQ(simd::FirstUsable(IsaOf(SapphireRapids()), tables), &wide);
  EXPECT_EQ(simd::FirstUsable(IsaOf(AlderLake()), tables), &narrow);
  EXPECT_EQ(simd::FirstUsable(IsaOf(Skylake()), tables), &plain);
  const simd::Requirement<Extension, int> demanding[] = {{kAvx512Isa, &wide}};
  EXPECT_EQ(simd::FirstUsable(IsaOf(AlderLake()), demanding), nullptr);
}

TEST(X86Isa, EveryLevelGetsItsTables) {
  EXPECT_EQ(&TablesOf(IsaOf(SapphireRapids())), &TablesOf(kAvx512Isa));
  EXPECT_EQ(&TablesOf(IsaOf(AlderLake())), &TablesOf(kAvx2Isa));
  EXPECT_NE(&TablesOf(kAvx512Isa), &TablesOf(kAvx2Isa));
  EXPECT_NE(&TablesOf(kAvx2Isa), &TablesOf(kBaselineIsa));
  EXPECT_EQ(TablesOf(kBaselineIsa).winograd, nullptr);
}

TEST(X86Isa, LimitTakesExtensionsAway) {
  const Isa before = ActiveIsa();
  for (const IsaLevel& level : kIsaLevels) {
    LimitIsa(level.isa);
    EXPECT_EQ(ActiveIsa().bits(), (before & level.isa).bits());
    EXPECT_EQ(&cpu::ActiveTables(), &TablesOf(before & level.isa));
  }
  LimitIsa(Isa::All());
  EXPECT_EQ(ActiveIsa().bits(), before.bits());
  EXPECT_TRUE(DetectedIsa().Has(before));
}

}  // namespace x86_isa_test
}  // namespace paddle::lite::x86
