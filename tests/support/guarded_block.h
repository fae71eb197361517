#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "lite/core/buffer.h"
#include "lite/core/device.h"

namespace paddle::lite::test {

inline constexpr size_t kGuard =
    64;  // bytes before and after every block; also keeps the block aligned
// As a float, a double or a half this pattern is a NaN.
inline constexpr uint8_t kPoison = 0xff;

// Memory on a target with guards on both sides.
class GuardedBlock {
 public:
  Status Allocate(TargetType target, size_t bytes) {
    LITE_ASSIGN_OR_RETURN(buffer_, Buffer::Allocate(target, bytes + 2 * kGuard));
    bytes_ = bytes;
    image_.assign(bytes + 2 * kGuard, kPoison);
    return Write();
  }
  // Payload set to `content`, or to NaN when null; guards renewed.
  Status Fill(const std::vector<uint8_t>* content) {
    std::fill(image_.begin(), image_.end(), kPoison);
    if (content != nullptr) std::copy(content->begin(), content->end(), image_.begin() + kGuard);
    return Write();
  }
  // The payload; `*intact` becomes false when a guard was overwritten.
  Result<std::vector<uint8_t>> Read(bool* intact) {
    LITE_RETURN_IF_ERROR(
        buffer_->device()->CopyToHost(image_.data(), buffer_->handle(), 0, image_.size()));
    const auto poisoned = [](uint8_t byte) { return byte == kPoison; };
    if (!std::all_of(image_.begin(), image_.begin() + kGuard, poisoned) ||
        !std::all_of(image_.end() - kGuard, image_.end(), poisoned)) {
      *intact = false;
    }
    return std::vector<uint8_t>(image_.begin() + kGuard, image_.end() - kGuard);
  }
  const std::shared_ptr<Buffer>& buffer() const { return buffer_; }
  size_t bytes() const { return bytes_; }

 private:
  Status Write() {
    return buffer_->device()->CopyFromHost(buffer_->handle(), 0, image_.data(), image_.size());
  }

  std::shared_ptr<Buffer> buffer_;
  std::vector<uint8_t> image_;
  size_t bytes_ = 0;
};

}  // namespace paddle::lite::test
