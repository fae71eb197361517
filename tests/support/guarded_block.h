#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "lite/core/buffer.h"
#include "lite/core/device.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LITE_TEST_FENCES 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define LITE_TEST_FENCES 1
#endif
#ifdef LITE_TEST_FENCES
#include <sanitizer/asan_interface.h>
#endif

namespace paddle::lite::test {

inline constexpr size_t kGuard =
    64;  // bytes before and after every block; also keeps the block aligned
// As a float, a double or a half this pattern is a NaN.
inline constexpr uint8_t kPoison = 0xff;

// Memory on a target with guards on both sides; of an image, a column at its right and a row below.
class GuardedBlock {
 public:
  Status Allocate(TargetType target, size_t bytes) {
    LITE_ASSIGN_OR_RETURN(buffer_, Buffer::Allocate(target, bytes + 2 * kGuard));
    bytes_ = bytes;
    return Fill(nullptr);
  }
  // An image whose payload has this description.
  Status AllocateImage(const std::shared_ptr<Device>& device, MemoryDesc desc) {
    row_bytes_ = desc.bytes / static_cast<size_t>(std::max<int64_t>(desc.height, 1));
    bytes_ = desc.bytes;
    ++desc.width;
    ++desc.height;
    desc.bytes = static_cast<size_t>(desc.width * desc.height) * kTexel;
    LITE_ASSIGN_OR_RETURN(buffer_, Buffer::Allocate(device, desc));
    return Fill(nullptr);
  }
  // Payload set to `content`, or to NaN when null; guards renewed.
  Status Fill(const std::vector<uint8_t>* content) {
    if (char* const memory = host_memory(); memory != nullptr) {
      std::memset(memory, kPoison, buffer_->size());
      if (content != nullptr) std::copy_n(content->data(), bytes_, memory + kGuard);
      return OkStatus();
    }
    image_.assign(buffer_->size(), kPoison);
    if (content != nullptr) {
      for (size_t at = 0; at < bytes_; at += piece()) {
        std::copy_n(content->begin() + at, std::min(piece(), bytes_ - at),
                    image_.begin() + PositionOf(at));
      }
    }
    LITE_RETURN_IF_ERROR(
        buffer_->device()->CopyFromHost(buffer_->handle(), 0, image_.data(), image_.size()));
    if (!is_image()) {
      written_.assign(image_.begin() + kGuard, image_.end() - kGuard);
      return OkStatus();
    }
    bool intact = true;
    LITE_ASSIGN_OR_RETURN(written_, Read(&intact));
    return intact ? OkStatus() : Internal("a block does not have what was copied there");
  }
  // `*intact` becomes false when a guard was overwritten.
  Status CheckGuards(bool* intact) {
    const char* const memory = host_memory();
    if (memory == nullptr) return Read(intact).status();
    uint8_t guard[kGuard];
    std::memset(guard, kPoison, kGuard);
    *intact &= std::memcmp(memory, guard, kGuard) == 0 &&
               std::memcmp(memory + kGuard + bytes_, guard, kGuard) == 0;
    return OkStatus();
  }
  // Whether the payload is what the last Fill made of `content`. `*intact` becomes false when a
  // guard was overwritten.
  Result<bool> Holds(const std::vector<uint8_t>& content, bool* intact) {
    const char* const memory = host_memory();
    if (memory == nullptr) {
      LITE_ASSIGN_OR_RETURN(const std::vector<uint8_t> now, Read(intact));
      return now == written_;
    }
    LITE_RETURN_IF_ERROR(CheckGuards(intact));
    return bytes_ == 0 || std::memcmp(memory + kGuard, content.data(), bytes_) == 0;
  }
  const std::shared_ptr<Buffer>& buffer() const { return buffer_; }
  size_t bytes() const { return bytes_; }
  // Where the payload begins in a buffer.
  size_t offset() const { return is_image() ? 0 : kGuard; }

 private:
  static constexpr size_t kTexel = 4 * sizeof(float);

  // The payload on a device.
  Result<std::vector<uint8_t>> Read(bool* intact) {
    LITE_RETURN_IF_ERROR(
        buffer_->device()->CopyToHost(image_.data(), buffer_->handle(), 0, image_.size()));
    std::vector<uint8_t> payload(bytes_);
    for (size_t at = 0; at < bytes_; at += piece()) {
      const size_t count = std::min(piece(), bytes_ - at);
      std::copy_n(image_.begin() + PositionOf(at), count, payload.begin() + at);
      std::fill_n(image_.begin() + PositionOf(at), count, kPoison);
    }
    *intact &= is_image() ? AllNan() : AllPoison();
    return payload;
  }
  // The whole block where the host has it: it need not be copied to be compared.
  char* host_memory() const {
    return IsHostMemory(buffer_->target()) ? static_cast<char*>(buffer_->data()) : nullptr;
  }
  bool is_image() const { return buffer_->desc().kind == MemoryKind::kImage2D; }
  // The payload is in pieces: an image's rows.
  size_t piece() const { return is_image() ? row_bytes_ : std::max<size_t>(bytes_, 1); }
  size_t PositionOf(size_t at) const {
    return is_image() ? at / row_bytes_ * (row_bytes_ + kTexel) : kGuard + at;
  }
  // Every byte is the first one: much faster without optimisation than a loop.
  bool AllPoison() const {
    return image_[0] == kPoison && std::memcmp(&image_[0], &image_[1], image_.size() - 1) == 0;
  }
  // A device that stores half has another pattern of NaN.
  bool AllNan() const {
    for (size_t i = 0; i < image_.size(); i += sizeof(float)) {
      float value;
      std::memcpy(&value, image_.data() + i, sizeof(value));
      if (value == value) return false;
    }
    return true;
  }

  std::shared_ptr<Buffer> buffer_;
  // For a device: the whole block, and the payload of the last Fill as it is stored there.
  std::vector<uint8_t> image_, written_;
  size_t bytes_ = 0, row_bytes_ = 0;
};

// While it exists, the address sanitizer reports reads of guards too, of which the comparison
// afterwards knows nothing. Without the sanitizer it does nothing.
class GuardFence {
 public:
  GuardFence() = default;
  GuardFence(const GuardFence&) = delete;
  GuardFence& operator=(const GuardFence&) = delete;
  ~GuardFence() {
#ifdef LITE_TEST_FENCES
    for (const auto& [begin, bytes] : fenced_) ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
#endif
  }
  // The guards of a block that the host can read. An image has no addresses.
  void Add(const GuardedBlock& block) {
#ifdef LITE_TEST_FENCES
    char* begin = static_cast<char*>(block.buffer()->data());
    if (begin == nullptr || block.offset() == 0) return;
    char* after = begin + kGuard + block.bytes();
    ASAN_POISON_MEMORY_REGION(begin, kGuard);
    ASAN_POISON_MEMORY_REGION(after, kGuard);
    fenced_.emplace_back(begin, kGuard);
    fenced_.emplace_back(after, kGuard);
#else
    (void)block;
#endif
  }

 private:
#ifdef LITE_TEST_FENCES
  std::vector<std::pair<void*, size_t>> fenced_;
#endif
};

}  // namespace paddle::lite::test
