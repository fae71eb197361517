#include "lite/backends/fpga/device.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "lite/backends/fpga/ioctl_driver.h"
#include "lite/backends/fpga/soft_driver.h"
#include "lite/base/strings.h"

namespace paddle::lite::fpga {
namespace {

constexpr char kNode[] = "/dev/fpgadrv0";

std::unique_ptr<FpgaDriver> OpenDriver(std::string* why_not) {
  const char* text = std::getenv("LITE_FPGA_DRIVER");
  const std::string wanted = text == nullptr || *text == '\0' ? "auto" : text;
  if (wanted == "soft") return std::make_unique<SoftFpgaDriver>();
  if (wanted != "auto" && wanted != "ioctl") {
    *why_not = StrCat("LITE_FPGA_DRIVER='", wanted, "', expected auto, ioctl or soft");
    return nullptr;
  }
  auto driver = IoctlFpgaDriver::Open(kNode, why_not);
  if (driver == nullptr) {
    *why_not += "; LITE_FPGA_DRIVER=soft selects the software model of the device";
  }
  return driver;
}

}  // namespace

Result<std::shared_ptr<FpgaDevice>> FpgaDevice::Create(std::unique_ptr<FpgaDriver> driver,
                                                       int index) {
  LITE_ASSIGN_OR_RETURN(const DriverInfo info, driver->Info());
  const uint32_t group = 4 * info.column;
  if (info.column == 0 || group % kAlignment != 0 || info.column > 1024 ||
      info.filter_capacity < group || info.filter_capacity > (1u << 24)) {
    return Unsupported(driver->name(), ": a device with ", info.column,
                       " columns and a filter capacity of ", info.filter_capacity,
                       ", expected a multiple of 4 columns and a larger capacity");
  }
  return std::shared_ptr<FpgaDevice>(new FpgaDevice(std::move(driver), info, index));
}

std::shared_ptr<Device> FpgaDevice::Open(int index, std::string* why_not) {
  // Never closed: blocks may be freed at the end of the process.
  struct Opened {
    std::mutex mutex;
    std::shared_ptr<FpgaDevice> device;
  };
  static Opened* opened = new Opened();
  if (index != 0) {
    *why_not = "there is one FPGA, device 0";
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(opened->mutex);
  if (opened->device != nullptr) return opened->device;
  auto driver = OpenDriver(why_not);
  if (driver == nullptr) return nullptr;
  auto device = Create(std::move(driver), index);
  if (!device.ok()) {
    *why_not = device.status().message();
    return nullptr;
  }
  opened->device = *std::move(device);
  return opened->device;
}

void* FpgaDevice::Allocate(const MemoryDesc& desc) {
  const auto held = lock();
  auto block = std::make_unique<FpgaBlock>();
  block->address = static_cast<char*>(driver_->Alloc(desc.bytes));
  if (block->address == nullptr) return nullptr;
  block->bytes = desc.bytes;
  return block.release();
}

void FpgaDevice::Free(void* handle) {
  if (handle == nullptr) return;
  const auto held = lock();
  const std::unique_ptr<FpgaBlock> block(static_cast<FpgaBlock*>(handle));
  driver_->Free(block->address);
}

Result<char*> FpgaDevice::ForProcessor(FpgaBlock* block) {
  if (block->newest == FpgaBlock::Newest::kDevice) {
    LITE_RETURN_IF_ERROR(driver_->Invalidate(block->address, block->bytes));
    block->newest = FpgaBlock::Newest::kBoth;
  }
  return block->address;
}

char* FpgaDevice::Overwritten(FpgaBlock* block) {
  block->newest = FpgaBlock::Newest::kProcessor;
  return block->address;
}

Status FpgaDevice::ForDevice(FpgaBlock* block) {
  if (block->newest != FpgaBlock::Newest::kProcessor) return OkStatus();
  LITE_RETURN_IF_ERROR(driver_->Flush(block->address, block->bytes));
  block->newest = FpgaBlock::Newest::kBoth;
  return OkStatus();
}

Result<char*> FpgaDevice::Range(FpgaBlock* block, size_t offset, size_t bytes) {
  if (offset > block->bytes || bytes > block->bytes - offset) {
    return OutOfRange("bytes ", offset, " to ", offset + bytes, " of a block of ", block->bytes);
  }
  LITE_ASSIGN_OR_RETURN(char* const address, ForProcessor(block));
  return address + offset;
}

Status FpgaDevice::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  if (bytes == 0) return OkStatus();
  const auto held = lock();
  auto* const block = static_cast<FpgaBlock*>(handle);
  LITE_ASSIGN_OR_RETURN(char* const to, Range(block, offset, bytes));
  std::memcpy(to, src, bytes);
  block->newest = FpgaBlock::Newest::kProcessor;
  return OkStatus();
}

Status FpgaDevice::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  if (bytes == 0) return OkStatus();
  const auto held = lock();
  LITE_ASSIGN_OR_RETURN(const char* const from,
                        Range(static_cast<FpgaBlock*>(handle), offset, bytes));
  std::memcpy(dst, from, bytes);
  return OkStatus();
}

Result<std::unique_ptr<DeviceContext>> FpgaDevice::CreateContext() {
  return std::unique_ptr<DeviceContext>(std::make_unique<FpgaContext>(shared_from_this()));
}

}  // namespace paddle::lite::fpga

LITE_DEVICE(kFPGA, paddle::lite::fpga::FpgaDevice::Open);
