#include "lite/backends/arm/cpu.h"

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

}  // namespace

Isa DetectedIsa() {
  static const Isa isa = Detect();
  return isa;
}

}  // namespace paddle::lite::arm
