#include "lite/backends/x86/cpu.h"

#include <cpuid.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "lite/base/logging.h"

namespace paddle::lite::x86 {
namespace {

struct CpuidWords {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

CpuidWords Cpuid(uint32_t leaf, uint32_t subleaf) {
  CpuidWords words;
  if (__get_cpuid_count(leaf, subleaf, &words.eax, &words.ebx, &words.ecx, &words.edx) == 0) {
    return CpuidWords();
  }
  return words;
}

bool Bit(uint32_t word, int bit) { return ((word >> bit) & 1) != 0; }

// The register files saved by the operating system on a context switch.
uint64_t ReadXcr0() {
  uint32_t low = 0;
  uint32_t high = 0;
  __asm__ __volatile__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (static_cast<uint64_t>(high) << 32) | low;
}

Isa Detect() {
  const CpuidWords basic = Cpuid(1, 0);
  const bool osxsave = Bit(basic.ecx, 27);
  if (!osxsave) return Isa::kBaseline;
  constexpr uint64_t kAvxState = 0x06;     // xmm, ymm
  constexpr uint64_t kAvx512State = 0xe6;  // and mask registers, both halves of zmm
  const uint64_t xcr0 = ReadXcr0();
  const CpuidWords extended = Cpuid(7, 0);
  const bool fma = Bit(basic.ecx, 12);
  const bool f16c = Bit(basic.ecx, 29);
  const bool avx2 = Bit(extended.ebx, 5);
  if ((xcr0 & kAvxState) != kAvxState || !fma || !f16c || !avx2) return Isa::kBaseline;
  const bool avx512 = Bit(extended.ebx, 16) && Bit(extended.ebx, 17) && Bit(extended.ebx, 30) &&
                      Bit(extended.ebx, 31);  // F, DQ, BW, VL
  if ((xcr0 & kAvx512State) != kAvx512State || !avx512) return Isa::kAvx2;
  return Isa::kAvx512;
}

Isa CapFromEnvironment() {
  const char* text = std::getenv("LITE_X86_ISA");
  if (text == nullptr || *text == '\0') return Isa::kAvx512;
  for (int i = 0; i < kIsaCount; ++i) {
    if (std::strcmp(text, IsaName(static_cast<Isa>(i))) == 0) return static_cast<Isa>(i);
  }
  LITE_LOG_WARNING("LITE_X86_ISA=", text, " is ignored: expected baseline, avx2 or avx512");
  return Isa::kAvx512;
}

std::atomic<int> isa_limit{static_cast<int>(Isa::kAvx512)};

// Leaf 4 (Intel) and leaf 0x8000001d (AMD) enumerate the caches in the same form.
size_t CacheBytes(uint32_t leaf, uint32_t wanted_level) {
  for (uint32_t i = 0; i < 16; ++i) {
    const CpuidWords cache = Cpuid(leaf, i);
    const uint32_t type = cache.eax & 31;
    if (type == 0) return 0;
    const bool holds_data = type == 1 || type == 3;
    if (!holds_data || ((cache.eax >> 5) & 7) != wanted_level) continue;
    const size_t ways = (cache.ebx >> 22) + 1;
    const size_t partitions = ((cache.ebx >> 12) & 1023) + 1;
    const size_t line = (cache.ebx & 4095) + 1;
    return ways * partitions * line * (static_cast<size_t>(cache.ecx) + 1);
  }
  return 0;
}

}  // namespace

const char* IsaName(Isa isa) {
  switch (isa) {
    case Isa::kBaseline:
      return "baseline";
    case Isa::kAvx2:
      return "avx2";
    case Isa::kAvx512:
      return "avx512";
  }
  return "unknown";
}

Isa DetectedIsa() {
  static const Isa isa = Detect();
  return isa;
}

Isa ActiveIsa() {
  static const Isa capped = std::min(DetectedIsa(), CapFromEnvironment());
  return std::min(capped, static_cast<Isa>(isa_limit.load(std::memory_order_relaxed)));
}

void LimitIsa(Isa isa) { isa_limit.store(static_cast<int>(isa), std::memory_order_relaxed); }

size_t L2CacheBytes() {
  static const size_t bytes = [] {
    constexpr size_t kTypical = size_t{1} << 20;
    size_t found = CacheBytes(4, 2);
    if (found == 0) found = CacheBytes(0x8000001d, 2);
    return found == 0 ? kTypical : found;
  }();
  return bytes;
}

}  // namespace paddle::lite::x86
