// The functions of the HAL for the software NPU. The build compiles this file once for each of its
// names.
#include <cctype>
#include <memory>
#include <stdexcept>
#include <string>

#include "lite/backends/nnadapter/driver/fake_device/npu.h"
#include "nnadapter/driver/device.h"
#include "nnadapter/utility/logging.h"
#include "nnadapter/utility/micros.h"
#include "nnadapter/utility/string.h"

namespace nnadapter::fake_device {
namespace {

// The result of an injected failure; `null` is success without a result.
int Fail(const std::string& failure) {
  if (failure == "throw") throw std::runtime_error("an injected failure");
  return failure == "null" ? NNADAPTER_NO_ERROR : string_parse<int>(failure);
}

int Report(const Status& status) {
  if (status.code() == NNADAPTER_INVALID_DIMENSIONS) {
    NNADAPTER_VLOG(1) << status.message();
  } else if (!status.ok()) {
    NNADAPTER_LOG(ERROR) << status.message();
  }
  return status.code();
}

int OpenDevice(void** device) {
  static int count = 0;
  auto opened = std::make_unique<Device>(NNADAPTER_AS_STR2(DEVICE_NAME));
  std::string prefix;
  for (char c : opened->name()) prefix += static_cast<char>(std::toupper(c));
  if (GetIntFromEnv(prefix + "_FAIL_OPEN_AT") == ++count) {
    return Fail(GetStringFromEnv(prefix + "_FAILURE", "5"));
  }
  *device = opened.release();
  return NNADAPTER_NO_ERROR;
}

void CloseDevice(void* device) { delete static_cast<Device*>(device); }

int CreateContext(void* device, const char* properties, int (*)(int, void*), void** context) {
  if (!device || !context) return NNADAPTER_INVALID_PARAMETER;
  *context = nullptr;
  auto* opened = static_cast<Device*>(device);
  std::unique_ptr<Context> created;
  try {
    created = std::make_unique<Context>(opened, properties);
  } catch (const std::invalid_argument& error) {
    return Report(InvalidParameter(error.what()));
  }
  std::string failure;
  if (created->Fails("CONTEXT", opened->CountContext(), &failure)) return Fail(failure);
  *context = created.release();
  return NNADAPTER_NO_ERROR;
}

void DestroyContext(void* context) { delete static_cast<Context*>(context); }

int ValidateProgram(void* context, const core::Model* model, bool* supported_operations) {
  if (!context || !model || !supported_operations) return NNADAPTER_INVALID_PARAMETER;
  auto* c = static_cast<Context*>(context);
  std::string failure;
  if (c->CountAndFail("VALIDATE", &failure)) return Fail(failure);
  return Report(c->Validate(*model, supported_operations));
}

int CreateProgram(void* context, core::Model* model, core::Cache* cache, void** program) {
  if (!context || !program || (!model && (!cache || cache->buffer.empty()))) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  *program = nullptr;
  auto* c = static_cast<Context*>(context);
  std::string failure;
  if (c->CountAndFail(model ? "BUILD" : "RESTORE", &failure)) return Fail(failure);
  auto created = std::make_unique<Program>(c);
  const Status status = created->Build(model, cache);
  if (status.ok()) *program = created.release();
  return Report(status);
}

void DestroyProgram(void* program) { delete static_cast<Program*>(program); }

int ExecuteProgram(void* program, uint32_t input_count, core::Argument* inputs,
                   uint32_t output_count, core::Argument* outputs) {
  if (!program || (!inputs && input_count) || !outputs || !output_count) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  return Report(
      static_cast<Program*>(program)->Execute(input_count, inputs, output_count, outputs));
}

}  // namespace
}  // namespace nnadapter::fake_device

extern NNADAPTER_EXPORT nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME);
nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME) = {
    NNADAPTER_AS_STR2(DEVICE_NAME),
    "Lite",
    NNADAPTER_ACCELERATOR,
    NNADAPTER_VERSION,
    nnadapter::fake_device::OpenDevice,
    nnadapter::fake_device::CloseDevice,
    nnadapter::fake_device::CreateContext,
    nnadapter::fake_device::DestroyContext,
    nnadapter::fake_device::ValidateProgram,
    nnadapter::fake_device::CreateProgram,
    nnadapter::fake_device::DestroyProgram,
    nnadapter::fake_device::ExecuteProgram,
};
