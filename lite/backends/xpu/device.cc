#include "lite/backends/xpu/device.h"

#include <cstdlib>
#include <mutex>

#include "lite/base/strings.h"
#include "lite/core/device_settings.h"

namespace paddle::lite::xpu {
namespace {

char* At(void* handle, size_t offset) { return static_cast<char*>(handle) + offset; }

// What is chosen for the process before the device opens, and the device.
struct State {
  std::mutex mutex;
  int number = 0;
  size_t l3_bytes = kDefaultL3Bytes;
  std::shared_ptr<XpuDevice> device;
};
// Never destroyed: at the end of the process the runtime may already be gone.
State* TheState() {
  static State* state = new State();
  return state;
}

// A number of the environment or of a setting.
Result<int64_t> ParseNumber(const std::string& name, const std::string& value) {
  char* end = nullptr;
  const int64_t number = std::strtoll(value.c_str(), &end, 10);
  if (value.empty() || *end != '\0' || number < 0 || number > INT32_MAX) {
    return InvalidArgument(name, ": expected a number from 0 to ", INT32_MAX, ", found '", value,
                           "'");
  }
  return number;
}

// Destroys the context when its thread ends.
struct ThreadContext {
  RawContext* context = nullptr;
  ~ThreadContext() {
    if (context != nullptr) library::DestroyContext(context);
  }
};

Result<std::string> Property(int, const std::string& name) {
  State* const state = TheState();
  const std::lock_guard<std::mutex> lock(state->mutex);
  if (name == "device") return StrCat(state->device ? state->device->number() : state->number);
  if (name == "l3 bytes") return StrCat(state->l3_bytes);
  return std::string();
}

Status Configure(int, const std::string& name, const std::string& value) {
  State* const state = TheState();
  if (name != "device" && name != "l3 bytes")
    return Unsupported("XPUs have no setting '", name, "'");
  LITE_ASSIGN_OR_RETURN(const int64_t number, ParseNumber(name, value));
  const std::lock_guard<std::mutex> lock(state->mutex);
  if (name == "l3 bytes") {
    state->l3_bytes = static_cast<size_t>(number);
    return OkStatus();
  }
  if (state->device != nullptr && state->device->number() != number) {
    return FailedPrecondition("device: this process already uses XPU ", state->device->number(),
                              ", found ", number);
  }
  state->number = static_cast<int>(number);
  return OkStatus();
}

}  // namespace

Status CheckCall(int code, const char* call) {
  if (code == library::kSuccess) return OkStatus();
  return Internal(call, " failed: ", library::ErrorText(code), " (", code, ")");
}

std::shared_ptr<Device> XpuDevice::Open(int index, std::string* why_not) {
  State* const state = TheState();
  const std::lock_guard<std::mutex> lock(state->mutex);
  if (index != 0) {
    *why_not = "a process uses one XPU, device 0; LITE_XPU_DEV selects that of the machine";
    return nullptr;
  }
  if (state->device != nullptr) return state->device;
  int64_t number = state->number;
  const char* const variable = std::getenv("LITE_XPU_DEV");
  if (variable != nullptr && *variable != '\0') {
    const Result<int64_t> parsed = ParseNumber("LITE_XPU_DEV", variable);
    if (!parsed.ok()) {
      *why_not = parsed.status().message();
      return nullptr;
    }
    number = *parsed;
  }
  int count = 0;
  const Status counted = CheckCall(library::CountDevices(&count), "xpu_device_count");
  if (!counted.ok() || number >= count) {
    *why_not =
        counted.ok() ? StrCat("XPU ", number, " of a machine with ", count) : counted.message();
    return nullptr;
  }
  std::shared_ptr<XpuDevice> device(new XpuDevice(static_cast<int>(number)));
  const Status entered = device->Enter();
  if (!entered.ok()) {
    *why_not = entered.message();
    return nullptr;
  }
  state->device = device;
  return device;
}

void* XpuDevice::Allocate(const MemoryDesc& desc) {
  if (!Enter().ok()) return nullptr;
  void* memory = nullptr;
  // A block of no bytes has an address of its own as well.
  const int code = library::Malloc(&memory, desc.bytes == 0 ? 1 : desc.bytes);
  return code == library::kSuccess ? memory : nullptr;
}

void XpuDevice::Free(void* handle) {
  if (handle != nullptr && Enter().ok()) library::Free(handle);
}

Status XpuDevice::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  if (bytes == 0) return OkStatus();
  LITE_RETURN_IF_ERROR(Enter());
  return CheckCall(library::CopyToDevice(At(handle, offset), src, bytes), "xpu_memcpy");
}

Status XpuDevice::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  if (bytes == 0) return OkStatus();
  LITE_RETURN_IF_ERROR(Enter());
  return CheckCall(library::CopyToHost(dst, At(handle, offset), bytes), "xpu_memcpy");
}

Result<std::unique_ptr<DeviceContext>> XpuDevice::CreateContext() {
  return std::unique_ptr<DeviceContext>(std::make_unique<XpuContext>(shared_from_this()));
}

Result<RawContext*> XpuDevice::ContextOfThread() const {
  thread_local ThreadContext own;
  LITE_RETURN_IF_ERROR(Enter());
  if (own.context == nullptr) {
    size_t l3_bytes = 0;
    {
      const std::lock_guard<std::mutex> lock(TheState()->mutex);
      l3_bytes = TheState()->l3_bytes;
    }
    own.context = library::CreateContext(l3_bytes);
    if (own.context == nullptr) {
      return ResourceExhausted("a context of XPU ", number_, " with ", l3_bytes,
                               " bytes of L3 cannot be made");
    }
  }
  return own.context;
}

Status XpuContext::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  LITE_RETURN_IF_ERROR(Finish());
  return device_->CopyFromHost(handle, offset, src, bytes);
}

Status XpuContext::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  LITE_RETURN_IF_ERROR(Finish());
  return device_->CopyToHost(dst, handle, offset, bytes);
}

Status XpuContext::Finish() {
  LITE_ASSIGN_OR_RETURN(RawContext* const context, device_->ContextOfThread());
  return CheckCall(library::Wait(context), "xpu_wait");
}

}  // namespace paddle::lite::xpu

LITE_DEVICE(kXPU, paddle::lite::xpu::XpuDevice::Open);
LITE_DEVICE_SETTINGS(kXPU, paddle::lite::xpu::Property, paddle::lite::xpu::Configure);
