#include "lite/backends/arm/cpu.h"

#if defined(__linux__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string_view>

#include "lite/base/cpu_topology.h"
#include "lite/base/logging.h"

namespace paddle::lite::arm {
namespace {

#if defined(__APPLE__)
Isa IfReported(const char* name, Extension extension) {
  int value = 0;
  size_t size = sizeof(value);
  const bool has = sysctlbyname(name, &value, &size, nullptr, 0) == 0 && value != 0;
  return has ? Isa{extension} : Isa{};
}
#endif

Isa Detect() {
#if defined(__linux__) && defined(__aarch64__)
  return IsaOfAarch64(getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
#elif defined(__linux__)
  return IsaOfArm32(getauxval(AT_HWCAP));
#elif defined(__APPLE__)
  return IfReported("hw.optional.arm.FEAT_FP16", Extension::kFp16Arithmetic) |
         IfReported("hw.optional.arm.FEAT_DotProd", Extension::kDotProduct) |
         IfReported("hw.optional.arm.FEAT_I8MM", Extension::kI8mm) |
         IfReported("hw.optional.arm.FEAT_BF16", Extension::kBf16);
#else
  return Isa{};
#endif
}

Isa ClassOfCores() {
  const char* const setting = std::getenv("LITE_ARM_CORES");
  return ExecutesInOrder(SystemCpuTopology(), setting) ? Isa{Extension::kInOrder} : Isa{};
}

Isa LimitFromEnvironment() {
  const char* text = std::getenv("LITE_ARM_ISA");
  Isa isa = Isa::All();
  if (text != nullptr && *text != '\0' && !ParseIsa(text, &isa)) {
    LITE_LOG_WARNING(
        "LITE_ARM_ISA=", text,
        " is ignored: expected neon, or some of fp16, dot, i8mm, bf16 and vfpv4, separated by "
        "commas");
    return Isa::All();
  }
  return isa | Isa{Extension::kInOrder};
}

std::atomic<uint32_t> isa_limit{Isa::All().bits()};

}  // namespace

bool ParseIsa(const char* text, Isa* isa) {
  Isa found;
  std::string_view rest = text;
  while (true) {
    const std::string_view name = rest.substr(0, rest.find(','));
    bool known = name == "neon";
    for (const ExtensionName& candidate : kExtensionNames) {
      if (name != candidate.name) continue;
      found = found | Isa{candidate.extension};
      known = true;
    }
    if (!known) return false;
    if (name.size() == rest.size()) break;
    rest.remove_prefix(name.size() + 1);
  }
  *isa = found;
  return true;
}

bool ExecutesInOrder(const CpuTopology& topology, const char* setting) {
  const std::string_view text = setting == nullptr ? "" : setting;
  if (text == "in_order") return true;
  if (text == "out_of_order") return false;
  if (!text.empty()) {
    LITE_LOG_WARNING("LITE_ARM_CORES=", text, " is ignored: expected in_order or out_of_order");
  }
  return !topology.cores.empty() &&
         std::all_of(topology.cores.begin(), topology.cores.end(), [](const CpuCore& core) {
           return ClassOfCore(core.implementer, core.part) == CoreClass::kInOrder;
         });
}

Isa DetectedIsa() {
  static const Isa isa = Detect() | ClassOfCores();
  return isa;
}

bool HasNeon() {
#if defined(__linux__) && defined(__aarch64__)
  return Aarch64HasNeon(getauxval(AT_HWCAP));
#elif defined(__linux__)
  return Arm32HasNeon(getauxval(AT_HWCAP));
#else
  return true;  // every processor of Apple's and QNX's systems
#endif
}

Isa ActiveIsa() {
  static const Isa limited = DetectedIsa() & LimitFromEnvironment();
  return limited & Isa::FromBits(isa_limit.load(std::memory_order_relaxed));
}

void LimitIsa(Isa isa) { isa_limit.store(isa.bits(), std::memory_order_relaxed); }

size_t L2CacheBytes() {
  constexpr size_t kTypical = size_t{256} << 10;
  const size_t reported = SystemCpuTopology().cores.front().l2_bytes;
  return reported == 0 ? kTypical : reported;
}

size_t L3CacheBytes() { return SystemCpuTopology().cores.front().l3_bytes; }

}  // namespace paddle::lite::arm
