// The hardware abstraction layer: what the library lib<name>.so of a device exports as
// __nnadapter_device__<name>. docs/nnadapter_driver.md is the guide.
#pragma once

#include <cstdint>

#include "nnadapter/core/types.h"

namespace nnadapter::driver {

// The runtime guarantees this order: open_device, create_context, [validate_program],
// create_program, execute_program repeatedly, destroy_program, destroy_context, close_device. Calls
// on one program never overlap, calls on different programs may. Functions return an
// NNAdapterResultCode; INVALID_DIMENSIONS only means that the program cannot take the shapes of
// the inputs. validate_program may be null; the other functions may not.
typedef struct Device {
  // Properties
  const char* name;
  const char* vendor;
  NNAdapterDeviceType type;
  int32_t version;  // NNADAPTER_VERSION; the runtime refuses any other
  // Interfaces
  int (*open_device)(void** device);  // once per process
  void (*close_device)(void* device);
  int (*create_context)(void* device, const char* properties,
                        int (*callback)(int event_id, void* user_data), void** context);
  void (*destroy_context)(void* context);
  // Writes one flag for each operation of the model.
  int (*validate_program)(void* context, const core::Model* model, bool* supported_operations);
  // Builds from the model, which the driver may change, or restores from cache->buffer if the
  // model is null.
  int (*create_program)(void* context, core::Model* model, core::Cache* cache, void** program);
  void (*destroy_program)(void* program);
  // Synchronous. input_count may be 0.
  int (*execute_program)(void* program, uint32_t input_count, core::Argument* input_arguments,
                         uint32_t output_count, core::Argument* output_arguments);
} Device;

}  // namespace nnadapter::driver
