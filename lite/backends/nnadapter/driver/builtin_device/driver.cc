// The device that is part of libnnadapter.so: the CPU reference of all operations.
#include <memory>
#include <utility>

#include "lite/backends/nnadapter/operation/interpreter.h"
#include "nnadapter/driver/device.h"
#include "nnadapter/utility/logging.h"
#include "nnadapter/utility/micros.h"

namespace nnadapter::builtin_device {
namespace {

// There is only one state for all contexts: none.
int OpenDevice(void** device) {
  static char opened = 0;
  *device = &opened;
  return NNADAPTER_NO_ERROR;
}

void CloseDevice(void*) {}

int CreateContext(void* device, const char*, int (*)(int, void*), void** context) {
  *context = device;
  return NNADAPTER_NO_ERROR;
}

void DestroyContext(void*) {}

int ValidateProgram(void* context, const core::Model* model, bool* supported_operations) {
  if (!context || !model || !supported_operations) return NNADAPTER_INVALID_PARAMETER;
  for (const core::Operation& operation : model->operations) {
    *supported_operations++ = operation::Interprets(operation);
  }
  return NNADAPTER_NO_ERROR;
}

int Report(const Status& status) {
  if (status.code() == NNADAPTER_INVALID_DIMENSIONS) {
    NNADAPTER_VLOG(1) << status.message();
  } else if (!status.ok()) {
    NNADAPTER_LOG(ERROR) << status.message();
  }
  return status.code();
}

int CreateProgram(void* context, core::Model* model, core::Cache* cache, void** program) {
  if (!context || !program || (!model && (!cache || cache->buffer.empty()))) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  auto created = std::make_unique<operation::Interpreter>();
  Status status = model ? created->Build(*model) : created->Build(cache->buffer);
  if (status.ok() && model && cache && cache->token && cache->dir) {
    status = created->WriteModel(&cache->buffer);
  }
  if (status.ok()) *program = created.release();
  return Report(status);
}

void DestroyProgram(void* program) { delete static_cast<operation::Interpreter*>(program); }

int ExecuteProgram(void* program, uint32_t input_count, core::Argument* inputs,
                   uint32_t output_count, core::Argument* outputs) {
  if (!program || (!inputs && input_count) || !outputs || !output_count) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  return Report(static_cast<operation::Interpreter*>(program)->Run(input_count, inputs,
                                                                   output_count, outputs));
}

}  // namespace
}  // namespace nnadapter::builtin_device

extern nnadapter::driver::Device NNADAPTER_AS_SYM2(builtin_device);
nnadapter::driver::Device NNADAPTER_AS_SYM2(builtin_device) = {
    NNADAPTER_AS_STR2(builtin_device),
    "Lite",
    NNADAPTER_CPU,
    NNADAPTER_VERSION,
    nnadapter::builtin_device::OpenDevice,
    nnadapter::builtin_device::CloseDevice,
    nnadapter::builtin_device::CreateContext,
    nnadapter::builtin_device::DestroyContext,
    nnadapter::builtin_device::ValidateProgram,
    nnadapter::builtin_device::CreateProgram,
    nnadapter::builtin_device::DestroyProgram,
    nnadapter::builtin_device::ExecuteProgram,
};
