#include "lite/core/tensor.h"

#include <cstring>

#include "lite/base/checked_math.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"

namespace paddle::lite {

Status Tensor::RefuseToGrow(size_t bytes, PrecisionType precision) const {
  return FailedPrecondition("the tensor uses external memory of ", capacity(),
                            " bytes and cannot grow to ", bytes, ", which the shape ", dims_,
                            " of ", PrecisionToStr(precision), " needs");
}

Status Tensor::Allocate(PrecisionType precision, TargetType target) {
  if (!IsHostMemory(target)) {
    LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Device> device, OpenDevice({target, 0}));
    return AllocateOn(device, precision);
  }
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(dims_));
  size_t bytes = 0;
  if (!CheckedMul(static_cast<size_t>(count), PrecisionTypeLength(precision), &bytes)) {
    return OutOfRange("shape ", dims_, " is too large");
  }
  const bool fits = buffer_ != nullptr && capacity() >= bytes && IsHostMemory(buffer_->target());
  if (!fits) {
    if (buffer_ != nullptr && buffer_->borrowed()) return RefuseToGrow(bytes, precision);
    LITE_ASSIGN_OR_RETURN(auto buffer, Buffer::Allocate(target, bytes));
    SetBuffer(std::move(buffer));
  }
  precision_ = precision;
  target_ = target;
  return OkStatus();
}

Status Tensor::AllocateOn(const std::shared_ptr<Device>& device, PrecisionType precision) {
  const TargetType target = device->id().target;
  if (IsHostMemory(target)) return Allocate(precision, target);
  LITE_ASSIGN_OR_RETURN(const MemoryDesc desc,
                        DescribeMemory(device->id(), layout_, dims_, precision));
  const bool fits =
      buffer_ != nullptr && offset_ == 0 && buffer_->desc().Holds(desc) &&
      (buffer_->borrowed() || (buffer_->device() == device.get() && buffer_->valid()));
  if (!fits) {
    if (buffer_ != nullptr && buffer_->borrowed()) return RefuseToGrow(desc.bytes, precision);
    // What is there is freed first, unless others use it: the device may not have room for both.
    ReleaseBuffer();
    LITE_ASSIGN_OR_RETURN(auto buffer, Buffer::Allocate(device, desc));
    SetBuffer(std::move(buffer));
  }
  precision_ = precision;
  target_ = target;
  return OkStatus();
}

Status Tensor::CopyFrom(const Tensor& other) {
  if (this == &other) return OkStatus();
  if (other.IsInitialized() && !IsHostMemory(other.target())) {
    return Unsupported("copying a tensor on ", TargetToStr(other.target()), " to host memory");
  }
  dims_ = other.dims_;
  layout_ = other.layout_;
  lod_ = other.lod_;
  if (!other.IsInitialized()) {
    precision_ = other.precision_;
    ReleaseBuffer();
    return OkStatus();
  }
  LITE_RETURN_IF_ERROR(Allocate(other.precision_));
  if (other.memory_size() != 0) {
    std::memcpy(mutable_raw_data(), other.raw_data(), other.memory_size());
  }
  return OkStatus();
}

}  // namespace paddle::lite
