// A driver that computes relu and checks in what order and from which threads it is called. It
// gives the application its counters by the callback of the context.
#include "tests/nnadapter/drivers/checking_device.h"

#include <cstring>
#include <thread>
#include <vector>

#include "nnadapter/driver/device.h"
#include "nnadapter/utility/logging.h"
#include "nnadapter/utility/micros.h"

namespace nnadapter::checking_device {
namespace {

Counters counters;

void Expect(bool condition) {
  if (!condition) ++counters.violations;
}

struct Program {
  std::atomic<int> running{0};
};

int OpenDevice(void** device) {
  Expect(++counters.opened == 1);
  *device = &counters;
  return NNADAPTER_NO_ERROR;
}

void CloseDevice(void* device) {
  Expect(device == &counters && counters.contexts == 0 && counters.programs == 0);
  ++counters.closed;
}

int CreateContext(void* device, const char* properties, int (*callback)(int, void*),
                  void** context) {
  Expect(device == &counters && counters.opened == 1 && !counters.closed && properties);
  ++counters.contexts;
  if (callback) callback(0, &counters);
  *context = new int(0);
  return NNADAPTER_NO_ERROR;
}

void DestroyContext(void* context) {
  Expect(context && counters.programs == 0);
  --counters.contexts;
  delete static_cast<int*>(context);
}

int ValidateProgram(void* context, const core::Model* model, bool* supported_operations) {
  Expect(context && counters.contexts > 0);
  for (const core::Operation& operation : model->operations) {
    *supported_operations++ = operation.type == NNADAPTER_RELU;
  }
  return NNADAPTER_NO_ERROR;
}

int CreateProgram(void* context, core::Model* model, core::Cache* cache, void** program) {
  Expect(context && cache && (model || !cache->buffer.empty()));
  // Caching is on when both are there; the types are those of the model.
  Expect((cache->token == nullptr) == (cache->dir == nullptr));
  Expect(!model || cache->input_types.size() == model->input_operands.size());
  if (model && model->operations.size() != 1) return NNADAPTER_FEATURE_NOT_SUPPORTED;
  if (model && cache->token) cache->buffer = {1, 2, 3};
  ++counters.programs;
  ++(model ? counters.built : counters.restored);
  *program = new Program;
  return NNADAPTER_NO_ERROR;
}

void DestroyProgram(void* program) {
  Expect(program && static_cast<Program*>(program)->running == 0);
  --counters.programs;
  delete static_cast<Program*>(program);
}

int ExecuteProgram(void* program, uint32_t input_count, core::Argument* inputs,
                   uint32_t output_count, core::Argument* outputs) {
  auto* p = static_cast<Program*>(program);
  Expect(p->running.fetch_add(1) == 0);  // calls on one program never overlap
  Expect(input_count == 1 && output_count == 1 && inputs[0].index == 0 && outputs[0].index == 0);
  NNAdapterOperandType type = {};
  const auto* x = static_cast<const float*>(inputs[0].access(inputs[0].memory, &type));
  size_t count = 1;
  for (uint32_t i = 0; i < type.dimensions.count; ++i) {
    count *= static_cast<size_t>(type.dimensions.data[i]);
  }
  type.precision = NNADAPTER_FLOAT32;
  auto* y = static_cast<float*>(outputs[0].access(outputs[0].memory, &type));
  for (size_t i = 0; x && y && i < count; ++i) y[i] = x[i] > 0.0f ? x[i] : 0.0f;
  std::this_thread::yield();
  ++counters.executed;
  p->running.fetch_sub(1);
  return NNADAPTER_NO_ERROR;
}

}  // namespace
}  // namespace nnadapter::checking_device

extern NNADAPTER_EXPORT nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME);
nnadapter::driver::Device NNADAPTER_AS_SYM2(DEVICE_NAME) = {
    NNADAPTER_AS_STR2(DEVICE_NAME),
    "Test",
    NNADAPTER_ACCELERATOR,
    NNADAPTER_VERSION,
    nnadapter::checking_device::OpenDevice,
    nnadapter::checking_device::CloseDevice,
    nnadapter::checking_device::CreateContext,
    nnadapter::checking_device::DestroyContext,
    nnadapter::checking_device::ValidateProgram,
    nnadapter::checking_device::CreateProgram,
    nnadapter::checking_device::DestroyProgram,
    nnadapter::checking_device::ExecuteProgram,
};
