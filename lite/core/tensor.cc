#include "lite/core/tensor.h"

#include <cstring>

#include "lite/base/checked_math.h"
#include "lite/core/targets.h"

namespace paddle::lite {

Status Tensor::Allocate(PrecisionType precision, TargetType target) {
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(dims_));
  size_t bytes = 0;
  if (!CheckedMul(static_cast<size_t>(count), PrecisionTypeLength(precision), &bytes)) {
    return OutOfRange("shape ", dims_, " is too large");
  }
  const bool fits = buffer_ != nullptr && capacity() >= bytes &&
                    (target_ == target || (IsHostMemory(target_) && IsHostMemory(target)));
  if (!fits) {
    if (buffer_ != nullptr && buffer_->borrowed()) {
      return FailedPrecondition("the tensor uses external memory of ", capacity(),
                                " bytes and cannot grow to ", bytes, ", which the shape ", dims_,
                                " of ", PrecisionToStr(precision), " needs");
    }
    LITE_ASSIGN_OR_RETURN(buffer_, Buffer::Allocate(target, bytes));
    offset_ = 0;
  }
  precision_ = precision;
  target_ = target;
  return OkStatus();
}

Status Tensor::CopyFrom(const Tensor& other) {
  if (this == &other) return OkStatus();
  if (!IsHostMemory(other.target())) {
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
