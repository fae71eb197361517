// What callers may ask of the processor by name.
#include <cstdlib>
#include <string>

#include "lite/backends/arm/cpu.h"
#include "lite/backends/cpu/cache_size.h"
#include "lite/core/device_settings.h"

namespace paddle::lite::arm {
namespace {

// "fp16": 1 if the kernels for float16 use the processor's arithmetic for it; it does not ask their
// tables, so that a library without such kernels contains none of their code. "missing": what the
// processor lacks of what every kernel needs.
Result<std::string> Property(int, const std::string& name) {
  if (name == "missing") return std::string(HasNeon() ? "" : "NEON");
  if (name != "fp16") return std::string();
#ifdef __aarch64__
  return std::string(ActiveIsa().Has({Extension::kFp16Arithmetic}) ? "1" : "0");
#else
  return std::string("0");
#endif
}

// "cache_bytes": the cache that plans assume; "l3", "l2" or a number.
Status Configure(int, const std::string& name, const std::string& value) {
  if (name == "cache_bytes") {
    size_t bytes = 0;
    if (value == "l3") {
      bytes = L3CacheBytes() != 0 ? L3CacheBytes() : L2CacheBytes();
    } else if (value == "l2") {
      bytes = L2CacheBytes();
    } else {
      const long long number = std::atoll(value.c_str());  // NOLINT: atoll's type
      if (number <= 0) {
        return InvalidArgument("the size of the cache is ", value, ", expected a positive number");
      }
      bytes = static_cast<size_t>(number);
    }
    cpu::SetPlanCacheBytes(bytes);
    return OkStatus();
  }
  return InvalidArgument("processors have no setting '", name, "'");
}

}  // namespace
}  // namespace paddle::lite::arm

LITE_DEVICE_SETTINGS(kARM, paddle::lite::arm::Property, paddle::lite::arm::Configure);
