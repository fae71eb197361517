// The functions of the HAL for drivers whose devices need no state of their own: checks of
// parameters, lifetimes, and messages.
#pragma once

#include <memory>
#include <stdexcept>

#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"
#include "nnadapter/utility/logging.h"

namespace nnadapter {

// Driver has the types
//   Context, made of properties (never null); throws std::invalid_argument for a malformed one;
//   Program, made of Context*, with Status Build(core::Model*, core::Cache*), where a null model
//     means the buffer of the cache, and Status Execute(counts and arguments);
// and `static Status Supports(const core::Operation&)`.
template <typename Driver>
struct EntryPoints {
  using Context = typename Driver::Context;
  using Program = typename Driver::Program;

  static int OpenDevice(void** device) {
    static char opened = 0;
    *device = &opened;
    return NNADAPTER_NO_ERROR;
  }
  static void CloseDevice(void*) {}

  static int CreateContext(void* device, const char* properties, int (*)(int, void*),
                           void** context) {
    if (!device || !context) return NNADAPTER_INVALID_PARAMETER;
    *context = nullptr;
    try {
      *context = new Context(properties);
    } catch (const std::invalid_argument& error) {
      return Report(InvalidParameter(error.what()));
    }
    return NNADAPTER_NO_ERROR;
  }
  static void DestroyContext(void* context) { delete static_cast<Context*>(context); }

  static int ValidateProgram(void* context, const core::Model* model, bool* supported) {
    if (!context || !model || !supported) return NNADAPTER_INVALID_PARAMETER;
    for (const core::Operation& operation : model->operations) {
      const Status status = Driver::Supports(operation);
      if (!status.ok()) NNADAPTER_VLOG(1) << status.message();
      *supported++ = status.ok();
    }
    return NNADAPTER_NO_ERROR;
  }

  static int CreateProgram(void* context, core::Model* model, core::Cache* cache, void** program) {
    if (!context || !program || (!model && (!cache || cache->buffer.empty()))) {
      return NNADAPTER_INVALID_PARAMETER;
    }
    *program = nullptr;
    auto created = std::make_unique<Program>(static_cast<Context*>(context));
    const Status status = created->Build(model, cache);
    if (status.ok()) *program = created.release();
    return Report(status);
  }
  static void DestroyProgram(void* program) { delete static_cast<Program*>(program); }

  static int ExecuteProgram(void* program, uint32_t input_count, core::Argument* inputs,
                            uint32_t output_count, core::Argument* outputs) {
    if (!program || (!inputs && input_count) || !outputs || !output_count) {
      return NNADAPTER_INVALID_PARAMETER;
    }
    return Report(
        static_cast<Program*>(program)->Execute(input_count, inputs, output_count, outputs));
  }

  static int Report(const Status& status) {
    if (status.code() == NNADAPTER_INVALID_DIMENSIONS) {
      NNADAPTER_VLOG(1) << status.message();
    } else if (!status.ok()) {
      NNADAPTER_LOG(ERROR) << status.message();
    }
    return status.code();
  }
};

}  // namespace nnadapter

// Defines and exports the device of the driver.
#define NNADAPTER_DRIVER(vendor, device_type, Driver)                               \
  extern NNADAPTER_EXPORT nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME); \
  nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME) = {                      \
      NNADAPTER_AS_STR2(DEVICE_NAME),                                               \
      vendor,                                                                       \
      device_type,                                                                  \
      NNADAPTER_VERSION,                                                            \
      nnadapter::EntryPoints<Driver>::OpenDevice,                                   \
      nnadapter::EntryPoints<Driver>::CloseDevice,                                  \
      nnadapter::EntryPoints<Driver>::CreateContext,                                \
      nnadapter::EntryPoints<Driver>::DestroyContext,                               \
      nnadapter::EntryPoints<Driver>::ValidateProgram,                              \
      nnadapter::EntryPoints<Driver>::CreateProgram,                                \
      nnadapter::EntryPoints<Driver>::DestroyProgram,                               \
      nnadapter::EntryPoints<Driver>::ExecuteProgram}
