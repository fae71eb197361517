#include "lite/core/device.h"

#include <cstdlib>
#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

#include "lite/base/checked_math.h"
#include "lite/core/targets.h"

namespace paddle::lite {
namespace {

lite_api::CustomAllocator custom_allocator;  // constant-initialised

// System memory, with large pages for large blocks: touching a hundred megabytes of weights for the
// first time then costs a few hundred page faults instead of tens of thousands.
void* SystemAllocate(size_t bytes) {
  [[maybe_unused]] void* memory = nullptr;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr size_t kLargePage = size_t{2} << 20;
  if (bytes >= kLargePage) {
    if (posix_memalign(&memory, kLargePage, bytes) != 0) return nullptr;
    // Whole pages only, so that memory that was not requested is never touched. Failure is
    // harmless.
    madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
    return memory;
  }
#endif
#ifdef _WIN32
  return _aligned_malloc(bytes, kMemoryAlignment);
#else
  return posix_memalign(&memory, kMemoryAlignment, bytes) == 0 ? memory : nullptr;
#endif
}

void SystemFree(void* memory) {
#ifdef _WIN32
  _aligned_free(memory);
#else
  std::free(memory);
#endif
}

class HostMemory final : public Device {
 public:
  DeviceId id() const override { return DeviceId(); }

  void* Allocate(const MemoryDesc& desc) override {
    if (desc.bytes > SIZE_MAX - 2 * kMemoryAlignment) return nullptr;
    // One spare line, because vector kernels may read (never write) a full register past the end.
    const size_t padded = RoundUp(desc.bytes, kMemoryAlignment) + kMemoryAlignment;
    if (custom_allocator.alloc != nullptr) return custom_allocator.alloc(padded, kMemoryAlignment);
    return SystemAllocate(padded);
  }

  void Free(void* memory) override {
    if (custom_allocator.free != nullptr) {
      custom_allocator.free(memory);
    } else {
      SystemFree(memory);
    }
  }

  Status CopyFromHost(void* memory, size_t offset, const void* src, size_t bytes) override {
    if (bytes != 0) std::memcpy(static_cast<char*>(memory) + offset, src, bytes);
    return OkStatus();
  }

  Status CopyToHost(void* dst, void* memory, size_t offset, size_t bytes) override {
    if (bytes != 0) std::memcpy(dst, static_cast<const char*>(memory) + offset, bytes);
    return OkStatus();
  }

  Result<std::unique_ptr<DeviceContext>> CreateContext() override {
    return Unsupported("the host has no queue");
  }
};

}  // namespace

std::string MemoryDesc::ToString() const {
  if (kind == MemoryKind::kBuffer) return StrCat(bytes, " bytes on ", device.ToString());
  return StrCat("an image of ", width, " x ", height, " texels of ", PrecisionToStr(element),
                " on ", device.ToString());
}

Device* HostDevice() {
  static HostMemory host;
  return &host;
}

Status DeviceContext::UseStream(void*) {
  return Unsupported("the device has no queues that callers could share");
}

Result<std::shared_ptr<Device>> OpenDevice(DeviceId id) {
  if (IsHostMemory(id.target)) {
    return std::shared_ptr<Device>(HostDevice(), [](Device*) {});  // lives as long as the process
  }
  for (const DeviceDriver* driver : DeviceDrivers()) {
    if (driver->target != id.target) continue;
    std::string why_not;
    std::shared_ptr<Device> device = driver->open(id.index, &why_not);
    if (device != nullptr) return device;
    return Unsupported("no device ", id.ToString(), ": ", why_not);
  }
  return Unsupported("no device for target ", TargetToStr(id.target), " in this build");
}

Device* FindDevice(TargetType target) {
  if (IsHostMemory(target)) return HostDevice();
  const Result<std::shared_ptr<Device>> device = OpenDevice({target, 0});
  return device.ok() ? device->get() : nullptr;
}

void SetHostAllocator(const lite_api::CustomAllocator& allocator) {
  const bool complete = allocator.alloc != nullptr && allocator.free != nullptr;
  custom_allocator = complete ? allocator : lite_api::CustomAllocator{};
}

}  // namespace paddle::lite
