// What callers may ask of the processor by name.
#include "lite/backends/cpu/kernel_tables.h"
#include "lite/core/device_settings.h"

namespace paddle::lite::x86 {
namespace {

// "bf16": 1 if products of bfloat16 are faster than those of float32.
Result<std::string> Property(int, const std::string& name) {
  if (name != "bf16") return std::string();
  return std::string(cpu::BFloat16IsFaster() ? "1" : "0");
}

Status Configure(int, const std::string& name, const std::string&) {
  return InvalidArgument("processors have no setting '", name, "'");
}

}  // namespace
}  // namespace paddle::lite::x86

LITE_DEVICE_SETTINGS(kX86, paddle::lite::x86::Property, paddle::lite::x86::Configure);
