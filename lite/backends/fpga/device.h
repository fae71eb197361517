// Devices of the FPGA and their memory. See docs/design/fpga.md.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "lite/backends/fpga/driver.h"
#include "lite/core/device.h"

namespace paddle::lite::fpga {

// A block of memory: the handle of a Device. Every value has its own, so that what is beside its
// elements belongs to the block.
struct FpgaBlock {
  // Which view of the memory has what was written last.
  enum class Newest { kProcessor, kDevice, kBoth };

  char* address = nullptr;
  size_t bytes = 0;
  ScalePair scale;
  Newest newest = Newest::kBoth;
};

// One command at a time: kernels hold lock() from the first call of the driver to the last.
class FpgaDevice final : public Device, public std::enable_shared_from_this<FpgaDevice> {
 public:
  // Fails if the driver has no answer, or the device a form that filters are not known for.
  static Result<std::shared_ptr<FpgaDevice>> Create(std::unique_ptr<FpgaDriver> driver,
                                                    int index = 0);
  // For LITE_DEVICE. The environment selects the driver: LITE_FPGA_DRIVER=auto (the board's, by
  // default), ioctl (the same), or soft.
  static std::shared_ptr<Device> Open(int index, std::string* why_not);

  DeviceId id() const override { return {TargetType::kFPGA, index_}; }
  void* Allocate(const MemoryDesc& desc) override;
  void Free(void* handle) override;
  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceContext>> CreateContext() override;

  FpgaDriver* driver() { return driver_.get(); }
  const DriverInfo& info() const { return info_; }
  std::unique_lock<std::mutex> lock() { return std::unique_lock<std::mutex>(mutex_); }

  // The rest is called with the lock held.

  // The block's memory, with the newest contents.
  Result<char*> ForProcessor(FpgaBlock* block);
  // The same, to overwrite all of it.
  char* Overwritten(FpgaBlock* block);
  // Before a command reads the block.
  Status ForDevice(FpgaBlock* block);
  // Before a command writes all rows of the block.
  void WrittenByDevice(FpgaBlock* block) { block->newest = FpgaBlock::Newest::kDevice; }
  // Runs a command, and clears switches that it may have left if it fails.
  template <typename Call>
  Status Run(const InplaceArgs& inplace, Call call) {
    Status status = inplace.any() ? driver_->SetInplace(inplace) : OkStatus();
    if (status.ok()) status = call(driver_.get());
    if (status.ok()) return status;
    const Status reset = driver_->Reset();
    static_cast<void>(reset);  // the command's error is the one to report
    return status;
  }

 private:
  FpgaDevice(std::unique_ptr<FpgaDriver> driver, const DriverInfo& info, int index)
      : driver_(std::move(driver)), info_(info), index_(index) {}
  Result<char*> Range(FpgaBlock* block, size_t offset, size_t bytes);

  std::unique_ptr<FpgaDriver> driver_;
  const DriverInfo info_;
  const int index_;
  std::mutex mutex_;
};

// Commands are done when their calls return, so there is nothing to wait for.
class FpgaContext final : public DeviceContext {
 public:
  explicit FpgaContext(std::shared_ptr<FpgaDevice> device) : device_(std::move(device)) {}

  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override {
    return device_->CopyFromHost(handle, offset, src, bytes);
  }
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override {
    return device_->CopyToHost(dst, handle, offset, bytes);
  }
  Result<std::unique_ptr<DeviceEvent>> CreateEvent() override {
    return std::make_unique<DeviceEvent>();
  }
  Status Record(DeviceEvent*) override { return OkStatus(); }
  Status Wait(DeviceEvent*) override { return OkStatus(); }
  Status Finish() override { return OkStatus(); }

  const std::shared_ptr<FpgaDevice>& device() const { return device_; }

 private:
  const std::shared_ptr<FpgaDevice> device_;
};

}  // namespace paddle::lite::fpga
