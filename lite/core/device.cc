#include "lite/core/device.h"

#include <cstdlib>
#include <cstring>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "lite/base/checked_math.h"
#include "lite/core/targets.h"

namespace paddle::lite {
namespace {

lite_api::CustomAllocator custom_allocator;  // constant-initialised

// System memory, with large pages for large blocks: touching a hundred megabytes of weights for the
// first time then costs a few hundred page faults instead of tens of thousands.
void* SystemAllocate(size_t bytes) {
  void* memory = nullptr;
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
  return posix_memalign(&memory, kMemoryAlignment, bytes) == 0 ? memory : nullptr;
}

class HostDevice final : public Device {
 public:
  TargetType target() const override { return TargetType::kHost; }

  void* Allocate(size_t bytes) const override {
    if (bytes > SIZE_MAX - 2 * kMemoryAlignment) return nullptr;
    // One spare line, because vector kernels may read (never write) a full register past the end.
    const size_t padded = RoundUp(bytes, kMemoryAlignment) + kMemoryAlignment;
    if (custom_allocator.alloc != nullptr) return custom_allocator.alloc(padded, kMemoryAlignment);
    return SystemAllocate(padded);
  }

  void Free(void* memory) const override {
    if (custom_allocator.free != nullptr) {
      custom_allocator.free(memory);
    } else {
      std::free(memory);
    }
  }

  Status CopyFromHost(void* dst, const void* src, size_t bytes) const override {
    if (bytes != 0) std::memcpy(dst, src, bytes);
    return OkStatus();
  }

  Status CopyToHost(void* dst, const void* src, size_t bytes) const override {
    return CopyFromHost(dst, src, bytes);
  }

  Status Synchronize() const override { return OkStatus(); }
};

}  // namespace

const Device* FindDevice(TargetType target) {
  static const HostDevice host;
  return IsHostMemory(target) ? &host : nullptr;
}

void SetHostAllocator(const lite_api::CustomAllocator& allocator) {
  const bool complete = allocator.alloc != nullptr && allocator.free != nullptr;
  custom_allocator = complete ? allocator : lite_api::CustomAllocator{};
}

}  // namespace paddle::lite
