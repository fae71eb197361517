#include "lite/backends/arm/cpu.h"

#include <cstdio>

#if defined(__linux__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif

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

// As Linux reports it; 0 if it does not.
size_t ReportedL2Bytes() {
  std::FILE* file = std::fopen("/sys/devices/system/cpu/cpu0/cache/index2/size", "r");
  if (file == nullptr) return 0;
  unsigned kib = 0;
  const bool read = std::fscanf(file, "%uK", &kib) == 1;
  std::fclose(file);
  return read ? size_t{kib} << 10 : 0;
}

}  // namespace

Isa DetectedIsa() {
  static const Isa isa = Detect();
  return isa;
}

size_t L2CacheBytes() {
  static const size_t bytes = [] {
    constexpr size_t kTypical = size_t{256} << 10;
    const size_t reported = ReportedL2Bytes();
    return reported == 0 ? kTypical : reported;
  }();
  return bytes;
}

}  // namespace paddle::lite::arm
