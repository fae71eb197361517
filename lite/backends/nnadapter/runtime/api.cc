// The C functions: they check handles and pointers, and turn what fails into a result code and a
// log message.
#include <exception>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/runtime/compilation.h"
#include "lite/backends/nnadapter/runtime/device.h"
#include "lite/backends/nnadapter/runtime/execution.h"
#include "lite/backends/nnadapter/runtime/model.h"
#include "nnadapter/nnadapter.h"
#include "nnadapter/utility/logging.h"

using nnadapter::InvalidParameter;
using nnadapter::Status;
namespace runtime = nnadapter::runtime;

struct NNAdapterDevice {
  std::shared_ptr<runtime::Driver> driver;
};
struct NNAdapterContext {
  std::shared_ptr<runtime::Context> context;
};
struct NNAdapterModel {
  std::shared_ptr<runtime::Model> model;
};
struct NNAdapterCompilation {
  std::shared_ptr<runtime::Compilation> compilation;
};
struct NNAdapterExecution {
  explicit NNAdapterExecution(std::shared_ptr<runtime::Compilation> compilation)
      : execution(std::move(compilation)) {}
  runtime::Execution execution;
};

namespace {

using runtime::OperandHandle;

// Runs the body of a C function.
template <typename Function>
int Guard(const char* name, Function function) {
  Status status;
  try {
    status = function();
  } catch (const std::bad_alloc&) {
    return NNADAPTER_OUT_OF_MEMORY;  // a message would need memory
  } catch (const std::exception& error) {
    status = nnadapter::DeviceInternalError(error.what());
  } catch (...) {
    status = nnadapter::DeviceInternalError("an unknown exception");
  }
  try {
    if (status.code() == NNADAPTER_INVALID_DIMENSIONS) {
      NNADAPTER_VLOG(1) << name << ": " << status.message();
    } else if (!status.ok()) {
      NNADAPTER_LOG(ERROR) << name << ": " << status.message();
    }
  } catch (...) {
    // The code says enough.
  }
  return status.code();
}

template <typename... Pointers>
Status NotNull(const Pointers*... pointers) {
  const bool all = (... && (pointers != nullptr));
  return all ? Status() : InvalidParameter("a parameter is null");
}

// The handles in an array of the caller.
Status Handles(uint32_t count, NNAdapterOperand** operands, std::vector<OperandHandle*>* handles) {
  if (count && !operands) return InvalidParameter("an array of ", count, " operands is null");
  handles->clear();
  for (uint32_t i = 0; i < count; ++i) {
    handles->push_back(reinterpret_cast<OperandHandle*>(operands[i]));
  }
  return Status();
}

template <typename Handle>
void Destroy(const char* name, Handle* handle) {
  Guard(name, [handle] {
    delete handle;
    return Status();
  });
}

}  // namespace

extern "C" {

int NNAdapter_getVersion(uint32_t* version) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(version));
    *version = NNADAPTER_VERSION;
    return Status();
  });
}

int NNAdapter_getDeviceCount(uint32_t* numDevices) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(numDevices));
    *numDevices = runtime::CountDrivers();
    return Status();
  });
}

int NNAdapterDevice_acquire(const char* name, NNAdapterDevice** device) {
  if (device) *device = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(name, device));
    std::shared_ptr<runtime::Driver> driver;
    NNADAPTER_RETURN_IF_ERROR(runtime::AcquireDriver(name, &driver));
    *device = new NNAdapterDevice{std::move(driver)};
    return Status();
  });
}

void NNAdapterDevice_release(NNAdapterDevice* device) { Destroy(__func__, device); }

int NNAdapterDevice_getName(const NNAdapterDevice* device, const char** name) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(device, name));
    *name = device->driver->device().name;
    return Status();
  });
}

int NNAdapterDevice_getVendor(const NNAdapterDevice* device, const char** vendor) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(device, vendor));
    *vendor = device->driver->device().vendor;
    return Status();
  });
}

int NNAdapterDevice_getType(const NNAdapterDevice* device, NNAdapterDeviceType* type) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(device, type));
    *type = device->driver->device().type;
    return Status();
  });
}

int NNAdapterDevice_getVersion(const NNAdapterDevice* device, int32_t* version) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(device, version));
    *version = device->driver->device().version;
    return Status();
  });
}

int NNAdapterContext_create(NNAdapterDevice** devices, uint32_t num_devices, const char* properties,
                            int (*callback)(int event_id, void* user_data),
                            NNAdapterContext** context) {
  if (context) *context = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(devices, context));
    if (!num_devices) return InvalidParameter("a context has at least one device");
    std::vector<std::shared_ptr<runtime::Driver>> drivers;
    for (uint32_t i = 0; i < num_devices; ++i) {
      if (!devices[i]) return InvalidParameter("device ", i, " is null");
      drivers.push_back(devices[i]->driver);
    }
    std::shared_ptr<runtime::Context> created;
    NNADAPTER_RETURN_IF_ERROR(runtime::Context::Create(drivers, properties, callback, &created));
    *context = new NNAdapterContext{std::move(created)};
    return Status();
  });
}

void NNAdapterContext_destroy(NNAdapterContext* context) { Destroy(__func__, context); }

int NNAdapterModel_create(NNAdapterModel** model) {
  if (model) *model = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(model));
    *model = new NNAdapterModel{std::make_shared<runtime::Model>()};
    return Status();
  });
}

void NNAdapterModel_destroy(NNAdapterModel* model) { Destroy(__func__, model); }

int NNAdapterModel_addOperand(NNAdapterModel* model, const NNAdapterOperandType* type,
                              NNAdapterOperand** operand) {
  if (operand) *operand = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(model, type, operand));
    OperandHandle* handle = nullptr;
    NNADAPTER_RETURN_IF_ERROR(model->model->AddOperand(*type, &handle));
    *operand = reinterpret_cast<NNAdapterOperand*>(handle);
    return Status();
  });
}

int NNAdapterModel_setOperandValue(NNAdapterOperand* operand, void* buffer, uint32_t length,
                                   bool copy) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(operand, buffer));
    auto* handle = reinterpret_cast<OperandHandle*>(operand);
    return handle->model->SetValue(handle, buffer, length, copy);
  });
}

int NNAdapterModel_getOperandType(NNAdapterOperand* operand, NNAdapterOperandType** type) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(operand, type));
    *type = &reinterpret_cast<OperandHandle*>(operand)->shown;
    return Status();
  });
}

int NNAdapterModel_addOperation(NNAdapterModel* model, NNAdapterOperationType type,
                                uint32_t input_count, NNAdapterOperand** inputs,
                                uint32_t output_count, NNAdapterOperand** outputs,
                                NNAdapterOperation** operation) {
  if (operation) *operation = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(model, operation));
    std::vector<OperandHandle*> input_handles, output_handles;
    NNADAPTER_RETURN_IF_ERROR(Handles(input_count, inputs, &input_handles));
    NNADAPTER_RETURN_IF_ERROR(Handles(output_count, outputs, &output_handles));
    nnadapter::core::Operation* added = nullptr;
    NNADAPTER_RETURN_IF_ERROR(
        model->model->AddOperation(type, input_handles, output_handles, &added));
    *operation = reinterpret_cast<NNAdapterOperation*>(added);
    return Status();
  });
}

int NNAdapterModel_identifyInputsAndOutputs(NNAdapterModel* model, uint32_t input_count,
                                            NNAdapterOperand** inputs, uint32_t output_count,
                                            NNAdapterOperand** outputs) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(model));
    std::vector<OperandHandle*> input_handles, output_handles;
    NNADAPTER_RETURN_IF_ERROR(Handles(input_count, inputs, &input_handles));
    NNADAPTER_RETURN_IF_ERROR(Handles(output_count, outputs, &output_handles));
    return model->model->Identify(input_handles, output_handles);
  });
}

int NNAdapterModel_finish(NNAdapterModel* model) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(model));
    return model->model->Finish();
  });
}

int NNAdapterModel_getSupportedOperations(const NNAdapterModel* model, NNAdapterContext* context,
                                          bool* supported_operations) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(model, context, supported_operations));
    std::vector<bool> flags;
    NNADAPTER_RETURN_IF_ERROR(
        runtime::SupportedOperations(*model->model, *context->context, &flags));
    for (size_t i = 0; i < flags.size(); ++i) supported_operations[i] = flags[i];
    return Status();
  });
}

int NNAdapterCompilation_create(NNAdapterModel* model, const char* cache_token, void* cache_buffer,
                                uint32_t cache_length, const char* cache_dir,
                                NNAdapterContext* context, NNAdapterCompilation** compilation) {
  if (compilation) *compilation = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(context, compilation));
    if (cache_length && !cache_buffer) {
      return InvalidParameter("the cache buffer of ", cache_length, " bytes is null");
    }
    if (model && !model->model->finished()) return InvalidParameter("the model is not finished");
    runtime::CacheSource cache;
    if (cache_token) cache.token = cache_token;
    if (cache_dir) cache.dir = cache_dir;
    const auto* bytes = static_cast<const uint8_t*>(cache_buffer);
    if (cache_length) cache.buffer.assign(bytes, bytes + cache_length);
    *compilation = new NNAdapterCompilation{std::make_shared<runtime::Compilation>(
        model ? model->model : nullptr, std::move(cache), context->context)};
    return Status();
  });
}

void NNAdapterCompilation_destroy(NNAdapterCompilation* compilation) {
  Destroy(__func__, compilation);
}

int NNAdapterCompilation_finish(NNAdapterCompilation* compilation) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(compilation));
    return compilation->compilation->Finish();
  });
}

int NNAdapterCompilation_queryInputsAndOutputs(NNAdapterCompilation* compilation,
                                               uint32_t* input_count,
                                               NNAdapterOperandType** input_types,
                                               uint32_t* output_count,
                                               NNAdapterOperandType** output_types) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(compilation, input_count, output_count));
    runtime::Compilation& compiled = *compilation->compilation;
    if (!compiled.finished()) return InvalidParameter("the compilation is not finished");
    const auto write = [](nnadapter::TypeList* types, uint32_t* count,
                          NNAdapterOperandType** pointers) {
      *count = static_cast<uint32_t>(types->size());
      for (size_t i = 0; pointers && i < types->size(); ++i) pointers[i] = &(*types)[i];
    };
    write(&compiled.shown_input_types(), input_count, input_types);
    write(&compiled.shown_output_types(), output_count, output_types);
    return Status();
  });
}

int NNAdapterExecution_create(NNAdapterCompilation* compilation, NNAdapterExecution** execution) {
  if (execution) *execution = nullptr;
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(compilation, execution));
    if (!compilation->compilation->finished()) {
      return InvalidParameter("the compilation is not finished");
    }
    *execution = new NNAdapterExecution(compilation->compilation);
    return Status();
  });
}

void NNAdapterExecution_destroy(NNAdapterExecution* execution) { Destroy(__func__, execution); }

int NNAdapterExecution_setInput(NNAdapterExecution* execution, int32_t index, void* memory,
                                void* (*access)(void* memory, NNAdapterOperandType* type)) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(execution));
    return execution->execution.Bind(true, index, memory, access);
  });
}

int NNAdapterExecution_setOutput(NNAdapterExecution* execution, int32_t index, void* memory,
                                 void* (*access)(void* memory, NNAdapterOperandType* type)) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(execution));
    return execution->execution.Bind(false, index, memory, access);
  });
}

int NNAdapterExecution_compute(NNAdapterExecution* execution) {
  return Guard(__func__, [=] {
    NNADAPTER_RETURN_IF_ERROR(NotNull(execution));
    return execution->execution.Compute();
  });
}

}  // extern "C"
