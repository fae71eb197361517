// Kunlunxin XPUs: memory, and the context of each thread. See docs/xpu.md.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "lite/backends/xpu/library.h"
#include "lite/core/device.h"

namespace paddle::lite::xpu {

// The code of a function of the library, as a status that names the function.
Status CheckCall(int code, const char* call);

// What the contexts that are made from now on have of the device's fast memory.
constexpr size_t kDefaultL3Bytes = 0xfffc00;

// The XPU of the process: its memory is at addresses of one device.
class XpuDevice final : public Device, public std::enable_shared_from_this<XpuDevice> {
 public:
  // For LITE_DEVICE. LITE_XPU_DEV in the environment selects the device of the machine, otherwise
  // the setting "device" does; 0 by default.
  static std::shared_ptr<Device> Open(int index, std::string* why_not);

  DeviceId id() const override { return {TargetType::kXPU, 0}; }
  void* Allocate(const MemoryDesc& desc) override;
  void Free(void* handle) override;
  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceContext>> CreateContext() override;

  int number() const { return number_; }
  // Makes this the device of the calling thread.
  Status Enter() const { return CheckCall(library::SetDevice(number_), "xpu_set_device"); }
  // The calling thread's context, made at its first use and kept until the thread ends.
  Result<RawContext*> ContextOfThread() const;

 private:
  explicit XpuDevice(int number) : number_(number) {}

  const int number_;
};

// Work is queued in the context of the thread that runs an executable.
class XpuContext final : public DeviceContext {
 public:
  explicit XpuContext(std::shared_ptr<XpuDevice> device) : device_(std::move(device)) {}

  // After what was queued, like all copies of the library: they block.
  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceEvent>> CreateEvent() override {
    return std::make_unique<DeviceEvent>();
  }
  Status Record(DeviceEvent*) override { return OkStatus(); }
  Status Wait(DeviceEvent*) override { return Finish(); }
  Status Finish() override;

  const std::shared_ptr<XpuDevice>& device() const { return device_; }

 private:
  const std::shared_ptr<XpuDevice> device_;
};

}  // namespace paddle::lite::xpu
