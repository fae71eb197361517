#include "lite/core/buffer.h"

namespace paddle::lite {

Result<std::shared_ptr<Buffer>> Buffer::Allocate(TargetType target, size_t bytes) {
  const Device* device = FindDevice(target);
  if (device == nullptr) {
    return Unsupported("no device for target ", TargetToStr(target), " in this build");
  }
  // The object comes first: it frees what it holds when the next step fails.
  std::shared_ptr<Buffer> buffer(new Buffer(target, nullptr, bytes, device));
  buffer->data_ = device->Allocate(bytes);
  if (buffer->data_ == nullptr) {
    return ResourceExhausted("cannot allocate ", bytes, " bytes on ", TargetToStr(target));
  }
  return buffer;
}

std::shared_ptr<Buffer> Buffer::Borrow(TargetType target, void* memory, size_t bytes) {
  return std::shared_ptr<Buffer>(new Buffer(target, memory, bytes, nullptr));
}

Buffer::~Buffer() {
  if (device_ != nullptr && data_ != nullptr) device_->Free(data_);
}

}  // namespace paddle::lite
