#include "lite/core/buffer.h"

#include "lite/core/targets.h"

namespace paddle::lite {
namespace {

Status CheckLimits(const MemoryDesc& desc, const DeviceLimits& limits) {
  if (desc.kind == MemoryKind::kImage2D &&
      (desc.width > limits.max_image_width || desc.height > limits.max_image_height)) {
    return ResourceExhausted(desc.ToString(), ": the device's images have at most ",
                             limits.max_image_width, " x ", limits.max_image_height, " texels");
  }
  if (desc.bytes > limits.max_bytes) {
    return ResourceExhausted(desc.ToString(), ": the device's blocks have at most ",
                             limits.max_bytes, " bytes");
  }
  return OkStatus();
}

}  // namespace

Status Buffer::AllocateHandle() {
  generation_ = device_->generation();
  handle_ = device_->Allocate(desc_);
  if (handle_ == nullptr) return ResourceExhausted("cannot allocate ", desc_.ToString());
  if (IsHostMemory(target())) data_ = handle_;
  return OkStatus();
}

Result<std::shared_ptr<Buffer>> Buffer::Allocate(TargetType target, size_t bytes) {
  if (!IsHostMemory(target)) {
    LITE_ASSIGN_OR_RETURN(std::shared_ptr<Device> device, OpenDevice({target, 0}));
    return Allocate(std::move(device), MemoryDesc::Of({target, 0}, bytes));
  }
  // The object comes first: it frees what it holds when the next step fails.
  std::shared_ptr<Buffer> buffer(new Buffer(MemoryDesc::Of({target, 0}, bytes), HostDevice()));
  LITE_RETURN_IF_ERROR(buffer->AllocateHandle());
  return buffer;
}

Result<std::shared_ptr<Buffer>> Buffer::Allocate(std::shared_ptr<Device> device,
                                                 const MemoryDesc& desc) {
  LITE_RETURN_IF_ERROR(CheckLimits(desc, device->limits()));
  std::shared_ptr<Buffer> buffer(new Buffer(desc, device.get()));
  buffer->keep_ = std::move(device);
  LITE_RETURN_IF_ERROR(buffer->AllocateHandle());
  return buffer;
}

std::shared_ptr<Buffer> Buffer::Borrow(TargetType target, void* memory, size_t bytes) {
  std::shared_ptr<Buffer> buffer(new Buffer(MemoryDesc::Of({target, 0}, bytes), nullptr));
  buffer->handle_ = memory;
  if (IsHostMemory(target)) buffer->data_ = memory;
  return buffer;
}

Buffer::~Buffer() {
  if (device_ != nullptr && handle_ != nullptr) device_->Free(handle_);
}

}  // namespace paddle::lite
