// What callers may ask of the processor by name.
#include <string_view>

#include "lite/backends/cpu/kernel_tables.h"
#include "lite/core/device_settings.h"

namespace paddle::lite::arm {
namespace {

// "fp16": 1 if the kernels for float16 use the processor's arithmetic for it.
Result<std::string> Property(int, const std::string& name) {
  if (name != "fp16") return std::string();
  return std::string(std::string_view(cpu::ActiveHalfTables().level) == "fp16" ? "1" : "0");
}

Status Configure(int, const std::string& name, const std::string&) {
  return InvalidArgument("processors have no setting '", name, "'");
}

}  // namespace
}  // namespace paddle::lite::arm

LITE_DEVICE_SETTINGS(kARM, paddle::lite::arm::Property, paddle::lite::arm::Configure);
