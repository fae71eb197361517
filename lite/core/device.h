// What a target must provide to hold tensors. Kernels of a target call its runtime directly.
#pragma once

#include <cstddef>

#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite {

// Alignment of every allocation: one cache line, and the widest vector register.
constexpr size_t kMemoryAlignment = 64;

class Device {
 public:
  virtual ~Device() = default;
  virtual TargetType target() const = 0;
  // Null when memory is exhausted. `bytes` may be 0.
  virtual void* Allocate(size_t bytes) const = 0;
  virtual void Free(void* memory) const = 0;
  virtual Status CopyFromHost(void* dst, const void* src, size_t bytes) const = 0;
  virtual Status CopyToHost(void* dst, const void* src, size_t bytes) const = 0;
  // Returns when all work queued so far is done.
  virtual Status Synchronize() const = 0;
};

// The device of a target, or null if this build has none.
const Device* FindDevice(TargetType target);

// Replaces the allocator of host memory for all allocations from now on; null members restore the
// default. Blocks do not record their allocator, so replace it only while no predictor exists.
void SetHostAllocator(const lite_api::CustomAllocator& allocator);

}  // namespace paddle::lite
