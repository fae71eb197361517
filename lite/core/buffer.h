#pragma once

#include <cstddef>
#include <memory>

#include "lite/base/status.h"
#include "lite/core/device.h"

namespace paddle::lite {

// A block of memory on one device: owned (freed on destruction) or borrowed from the caller.
class Buffer {
 public:
  // The contents are not initialised. Size 0 returns a valid block.
  static Result<std::shared_ptr<Buffer>> Allocate(TargetType target, size_t bytes);
  // Checks the device's limits.
  static Result<std::shared_ptr<Buffer>> Allocate(std::shared_ptr<Device> device,
                                                  const MemoryDesc& desc);
  // The caller keeps ownership of `memory`, which must outlive the buffer.
  static std::shared_ptr<Buffer> Borrow(TargetType target, void* memory, size_t bytes);

  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  // The address, for memory that the host can read; otherwise null.
  void* data() const { return data_; }
  // What the device calls the block.
  void* handle() const { return handle_; }
  const MemoryDesc& desc() const { return desc_; }
  size_t size() const { return desc_.bytes; }
  TargetType target() const { return desc_.device.target; }
  bool borrowed() const { return device_ == nullptr; }
  // Null when borrowed.
  Device* device() const { return device_; }
  // False once the device has lost its contents.
  bool valid() const { return device_ == nullptr || device_->generation() == generation_; }

 private:
  Buffer(const MemoryDesc& desc, Device* device) : desc_(desc), device_(device) {}
  Status AllocateHandle();

  MemoryDesc desc_;
  void* handle_ = nullptr;
  void* data_ = nullptr;
  Device* device_;                // null when borrowed
  std::shared_ptr<Device> keep_;  // null for the host's, which is never closed
  uint64_t generation_ = 0;
};

}  // namespace paddle::lite
