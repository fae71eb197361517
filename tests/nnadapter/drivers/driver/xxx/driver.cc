// The template of the driver author's guide (docs/nnadapter_driver.md).
#include "driver/device.h"
#include "driver/xxx/engine.h"
#include "utility/logging.h"
#include "utility/micros.h"

namespace nnadapter {
namespace xxx {

int OpenDevice(void** device) {
  auto d = new Device();
  if (!d) {
    *device = nullptr;
    NNADAPTER_LOG(FATAL) << "Failed to open device for xxx.";
    return NNADAPTER_OUT_OF_MEMORY;
  }
  *device = reinterpret_cast<void*>(d);
  return NNADAPTER_NO_ERROR;
}

void CloseDevice(void* device) {
  if (device) {
    auto d = reinterpret_cast<Device*>(device);
    delete d;
  }
}

int CreateContext(void* device, const char* properties,
                  int (*callback)(int event_id, void* user_data), void** context) {
  if (!device || !context) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  auto d = reinterpret_cast<Device*>(device);
  auto c = new Context(d, properties);
  if (!c) {
    *context = nullptr;
    NNADAPTER_LOG(FATAL) << "Failed to create context for xxx.";
    return NNADAPTER_OUT_OF_MEMORY;
  }
  *context = reinterpret_cast<void*>(c);
  return NNADAPTER_NO_ERROR;
}

void DestroyContext(void* context) {
  if (context) {
    auto c = reinterpret_cast<Context*>(context);
    delete c;
  }
}

int CreateProgram(void* context, core::Model* model, core::Cache* cache, void** program) {
  NNADAPTER_LOG(INFO) << "Create program for xxx.";
  if (!context || !(model || (cache && cache->buffer.size())) || !program) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  *program = nullptr;
  auto c = reinterpret_cast<Context*>(context);
  auto p = new Program(c);
  if (!p) {
    return NNADAPTER_OUT_OF_MEMORY;
  }
  int result = p->Build(model, cache);
  if (result == NNADAPTER_NO_ERROR) {
    *program = reinterpret_cast<void*>(p);
  }
  return result;
}

void DestroyProgram(void* program) {
  if (program) {
    NNADAPTER_LOG(INFO) << "Destroy program for xxx.";
    auto p = reinterpret_cast<Program*>(program);
    delete p;
  }
}

int ExecuteProgram(void* program, uint32_t input_count, core::Argument* input_arguments,
                   uint32_t output_count, core::Argument* output_arguments) {
  if (!program || !output_arguments || !output_count) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  auto p = reinterpret_cast<Program*>(program);
  return p->Execute(input_count, input_arguments, output_count, output_arguments);
}

}  // namespace xxx
}  // namespace nnadapter

NNADAPTER_EXPORT nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME) = {
    .name = NNADAPTER_AS_STR2(DEVICE_NAME),
    .vendor = "xx",
    .type = NNADAPTER_ACCELERATOR,
    .version = 1,
    .open_device = nnadapter::xxx::OpenDevice,
    .close_device = nnadapter::xxx::CloseDevice,
    .create_context = nnadapter::xxx::CreateContext,
    .destroy_context = nnadapter::xxx::DestroyContext,
    .validate_program = 0,
    .create_program = nnadapter::xxx::CreateProgram,
    .destroy_program = nnadapter::xxx::DestroyProgram,
    .execute_program = nnadapter::xxx::ExecuteProgram,
};
