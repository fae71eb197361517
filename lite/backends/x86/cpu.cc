#include "lite/backends/x86/cpu.h"

#include <cpuid.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <atomic>
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

// Linux traps tile instructions until the process has asked for the permission. Other systems are
// taken to refuse it.
constexpr int kTileData = 18;  // XFEATURE_XTILEDATA
bool TilesPermitted() {
#if defined(__linux__) && defined(__x86_64__)
  constexpr int kGetPermissions = 0x1022;  // ARCH_GET_XCOMP_PERM
  uint64_t permitted = 0;
  return syscall(SYS_arch_prctl, kGetPermissions, &permitted) == 0 &&
         ((permitted >> kTileData) & 1) != 0;
#else
  return false;
#endif
}
bool RequestTiles() {
#if defined(__linux__) && defined(__x86_64__)
  constexpr int kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
  return false;
#endif
}

CpuReport ReadReport() {
  CpuReport report;
  report.leaf1_ecx = Cpuid(1, 0).ecx;
  const CpuidWords extended = Cpuid(7, 0);
  report.leaf7_ebx = extended.ebx;
  report.leaf7_ecx = extended.ecx;
  report.leaf7_edx = extended.edx;
  if (extended.eax >= 1) report.leaf7_1_eax = Cpuid(7, 1).eax;  // eax: the last subleaf
  constexpr int kOsxsave = 27;
  if (Bit(report.leaf1_ecx, kOsxsave)) report.xcr0 = ReadXcr0();
  report.tiles_permitted = TilesPermitted();
  return report;
}

Isa LimitFromEnvironment() {
  const char* text = std::getenv("LITE_X86_ISA");
  if (text == nullptr || *text == '\0') return Isa::All();
  for (const IsaLevel& level : kIsaLevels) {
    if (std::strcmp(text, level.name) == 0) return level.isa;
  }
  LITE_LOG_WARNING("LITE_X86_ISA=", text, " is ignored: expected baseline, avx2, avxvnni, avx512, ",
                   "avx512vnni or amx");
  return Isa::All();
}

std::atomic<uint32_t> isa_limit{Isa::All().bits()};

Isa Limit() {
  static const Isa from_environment = LimitFromEnvironment();
  return from_environment & Isa::FromBits(isa_limit.load(std::memory_order_relaxed));
}

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
  const char* name = "";
  for (const IsaLevel& level : kIsaLevels) {
    if (isa.Has(level.isa)) name = level.name;
  }
  return name;
}

Isa IsaOf(const CpuReport& report) {
  constexpr uint64_t kYmm = 0x06;       // lower and upper halves
  constexpr uint64_t kZmm = 0xe6;       // and mask registers, the rest of zmm0-15, zmm16-31
  constexpr uint64_t kTiles = 0x60000;  // configuration and data
  const auto saves = [&](uint64_t state) { return (report.xcr0 & state) == state; };
  Isa isa;
  const auto add = [&](Extension extension, uint32_t word, int bit) {
    if (Bit(word, bit)) isa = isa | Isa{extension};
  };
  if (!saves(kYmm)) return isa;
  add(Extension::kFma, report.leaf1_ecx, 12);
  add(Extension::kF16c, report.leaf1_ecx, 29);
  add(Extension::kAvx2, report.leaf7_ebx, 5);
  add(Extension::kAvxVnni, report.leaf7_1_eax, 4);
  if (saves(kZmm)) {
    add(Extension::kAvx512F, report.leaf7_ebx, 16);
    add(Extension::kAvx512Dq, report.leaf7_ebx, 17);
    add(Extension::kAvx512Bw, report.leaf7_ebx, 30);
    add(Extension::kAvx512Vl, report.leaf7_ebx, 31);
    add(Extension::kAvx512Vnni, report.leaf7_ecx, 11);
    add(Extension::kAvx512Fp16, report.leaf7_edx, 23);
    add(Extension::kAvx512Bf16, report.leaf7_1_eax, 5);
  }
  if (saves(kTiles) && report.tiles_permitted) {
    add(Extension::kAmxBf16, report.leaf7_edx, 22);
    add(Extension::kAmxTile, report.leaf7_edx, 24);
    add(Extension::kAmxInt8, report.leaf7_edx, 25);
  }
  return isa;
}

Isa DetectedIsa() {
  static const Isa isa = IsaOf(ReadReport());
  return isa;
}

Isa DetectedIsaWithTiles() {
  static const Isa isa = [] {
    CpuReport report = ReadReport();
    report.tiles_permitted = true;
    const Isa with_tiles = IsaOf(report);
    if (!with_tiles.Has(Isa{Extension::kAmxTile}) || DetectedIsa().Has(with_tiles)) {
      return DetectedIsa();
    }
    if (RequestTiles()) return with_tiles;
    LITE_LOG_INFO("AMX is not used: Linux refuses the permission, for instance because a thread ",
                  "has a signal stack of less than 12 KB");
    return DetectedIsa();
  }();
  return isa;
}

Isa ActiveIsa() { return DetectedIsa() & Limit(); }

Isa ActiveIsaWithTiles() {
  const Isa limit = Limit();
  return (limit.Has(Isa{Extension::kAmxTile}) ? DetectedIsaWithTiles() : DetectedIsa()) & limit;
}

void LimitIsa(Isa isa) { isa_limit.store(isa.bits(), std::memory_order_relaxed); }

bool FastBFloat16() {
  static const bool fast = [] {
    const CpuidWords vendor = Cpuid(0, 0);
    constexpr char kAmd[] = "AuthenticAMD";
    return std::memcmp(&vendor.ebx, kAmd, 4) == 0 && std::memcmp(&vendor.edx, kAmd + 4, 4) == 0 &&
           std::memcmp(&vendor.ecx, kAmd + 8, 4) == 0;
  }();
  return fast;
}

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
