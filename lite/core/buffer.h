#pragma once

#include <cstddef>
#include <memory>

#include "lite/base/status.h"
#include "lite/core/device.h"

namespace paddle::lite {

// A block of memory on one target: owned (freed on destruction) or borrowed from the caller.
class Buffer {
 public:
  // The contents are not initialised. Size 0 returns a valid, non-null block.
  static Result<std::shared_ptr<Buffer>> Allocate(TargetType target, size_t bytes);
  // The caller keeps ownership of `memory`, which must outlive the buffer.
  static std::shared_ptr<Buffer> Borrow(TargetType target, void* memory, size_t bytes);

  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const { return data_; }
  size_t size() const { return size_; }
  TargetType target() const { return target_; }
  bool borrowed() const { return device_ == nullptr; }

 private:
  Buffer(TargetType target, void* data, size_t size, const Device* device)
      : data_(data), size_(size), target_(target), device_(device) {}

  void* data_;
  size_t size_;
  TargetType target_;
  const Device* device_;  // null when borrowed
};

}  // namespace paddle::lite
