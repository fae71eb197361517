#include "lite/core/buffer.h"

namespace paddle::lite {

Result<std::shared_ptr<Buffer>> Buffer::Allocate(TargetType target, size_t bytes) {
  const Device* device = FindDevice(target);
  if (device == nullptr) {
    return Unsupported("no device for target ", TargetToStr(target), " in this build");
  }
  void* memory = device->Allocate(bytes);
  if (memory == nullptr) {
    return ResourceExhausted("cannot allocate ", bytes, " bytes on ", TargetToStr(target));
  }
  return std::shared_ptr<Buffer>(new Buffer(target, memory, bytes, device));
}

std::shared_ptr<Buffer> Buffer::Borrow(TargetType target, void* memory, size_t bytes) {
  return std::shared_ptr<Buffer>(new Buffer(target, memory, bytes, nullptr));
}

Buffer::~Buffer() {
  if (device_ != nullptr) device_->Free(data_);
}

}  // namespace paddle::lite
