#include <cstring>

#include "lite/api/boundary.h"
#include "lite/api/paddle_api.h"
#include "lite/api/tensor_state.h"
#include "lite/base/checked_math.h"
#include "lite/base/logging.h"
#include "lite/core/device.h"
#include "lite/core/image_layout.h"
#include "lite/core/memory_order.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite_api {
namespace {

using lite::CatchAll;
using lite::FailedPrecondition;
using lite::InvalidArgument;
using lite::OkStatus;
using lite::OutOfRange;
using lite::RaiseIfError;
using lite::Unsupported;

std::string Describe(const TensorState& state) {
  return state.name.empty() ? std::string("tensor") : "tensor '" + state.name + "'";
}

Status CheckAlive(const std::shared_ptr<TensorState>& state) {
  if (state == nullptr) return FailedPrecondition("an empty tensor handle was used");
  if (state->tensor == nullptr) {
    return FailedPrecondition(Describe(*state), " was used after its predictor was destroyed");
  }
  return OkStatus();
}

lite::Tensor* Get(const std::shared_ptr<TensorState>& state) {
  RaiseIfError(CheckAlive(state));
  return state->tensor;
}

// Bytes needed for the tensor's shape with elements of `precision`.
lite::Result<size_t> BytesOf(const TensorState& state, PrecisionType precision) {
  const lite::DDim& dims = state.tensor->dims();
  if (dims.HasUnknown()) {
    return FailedPrecondition(Describe(state), " has the shape ", dims,
                              ", which is not complete: call Resize first");
  }
  LITE_ASSIGN_OR_RETURN(const int64_t count, lite::CheckedElementCount(dims));
  size_t bytes = 0;
  if (!lite::CheckedMul(static_cast<size_t>(count), PrecisionTypeLength(precision), &bytes)) {
    return OutOfRange(Describe(state), ": the shape ", dims, " is too large");
  }
  return bytes;
}

// Whether the elements are not in the order of the shape: an intermediate tensor between kernels
// that work channels-last.
bool IsChannelsLast(const lite::Tensor& tensor) {
  return tensor.layout() == DataLayoutType::kNHWC && !lite::operators::LayoutIsFree(tensor.dims());
}

Status RefuseChannelsLast(const TensorState& state, const char* call) {
  return FailedPrecondition(call, " of ", Describe(state),
                            ": its elements are stored channels-last (NHWC), because it is between "
                            "kernels that work so; CopyToCpu returns them in the order of the "
                            "shape");
}

// Copies the elements in the order of the shape.
void CopyInOrder(const lite::Tensor& tensor, void* to) {
  const size_t size = PrecisionTypeLength(tensor.precision());
  const char* from = static_cast<const char*>(tensor.raw_data());
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const size_t position = static_cast<size_t>(lite::PositionInMemory(tensor, i));
    std::memcpy(static_cast<char*>(to) + static_cast<size_t>(i) * size, from + position * size,
                size);
  }
}

// The program relies on shape, type and memory of a parameter.
Status RefuseForParameter(const TensorState& state, const char* call) {
  const lite::Tensor& tensor = *state.tensor;
  return InvalidArgument(call, " of ", Describe(state), ": it is a weight, whose shape ",
                         tensor.dims(), ", type ", PrecisionToStr(tensor.precision()),
                         " and memory cannot be changed");
}

}  // namespace

Tensor::Tensor(void* raw)
    : state_(std::make_shared<TensorState>(static_cast<lite::Tensor*>(raw), std::string())) {}
Tensor::Tensor(const void* raw) : Tensor(const_cast<void*>(raw)) {}
Tensor::Tensor(std::shared_ptr<TensorState> state) : state_(std::move(state)) {}

void Tensor::Resize(const shape_t& shape) { RaiseIfError(TryResize(shape)); }

Status Tensor::TryResize(const shape_t& shape) {
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    lite::Result<lite::DDim> dims = lite::DDim::FromVector(shape);
    if (!dims.ok()) return dims.status().WithContext("Resize of " + Describe(*state_));
    lite::Result<int64_t> count = lite::CheckedElementCount(*dims);
    if (!count.ok()) return count.status().WithContext("Resize of " + Describe(*state_));
    if (state_->is_parameter && *dims != state_->tensor->dims()) {
      return RefuseForParameter(*state_, "Resize");
    }
    state_->tensor->Resize(*dims);
    return OkStatus();
  });
}

const void* Tensor::RawData(PrecisionType wanted) const {
  const lite::Tensor* tensor = Get(state_);
  if (!tensor->IsInitialized()) return nullptr;
  const PrecisionType held = tensor->precision();
  const PrecisionType element = held != PrecisionType::kUnk ? held : wanted;
  const lite::Result<size_t> bytes = BytesOf(*state_, element);
  if (!bytes.ok() || *bytes > tensor->capacity()) {
    LITE_LOG_ERROR(Describe(*state_), ": the shape ", tensor->dims(), " needs more than the ",
                   tensor->capacity(), " bytes there are; call mutable_data after Resize");
    return nullptr;
  }
  if (IsChannelsLast(*tensor)) {
    LITE_LOG_ERROR(RefuseChannelsLast(*state_, "data").message());
    return nullptr;
  }
  if (wanted != PrecisionType::kUnk && held != PrecisionType::kUnk && wanted != held &&
      !state_->warned_type) {
    state_->warned_type = true;
    LITE_LOG_WARNING(Describe(*state_), " holds ", PrecisionToStr(held), ", but is read as ",
                     PrecisionToStr(wanted));
  }
  return tensor->raw_data();
}

void* Tensor::RawMutableData(PrecisionType precision, TargetType target) const {
  void* data = nullptr;
  RaiseIfError(TryRawMutableData(precision, target, &data));
  return data;
}

Status Tensor::TryRawMutableData(PrecisionType precision, TargetType target, void** data) const {
  *data = nullptr;
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    lite::Result<size_t> bytes = BytesOf(*state_, precision);
    if (!bytes.ok()) return bytes.status();
    lite::Tensor* tensor = state_->tensor;
    if (state_->is_parameter && precision != tensor->precision()) {
      return RefuseForParameter(*state_, "mutable_data of another type");
    }
    if (IsChannelsLast(*tensor)) return RefuseChannelsLast(*state_, "mutable_data");
    const Status status = tensor->Allocate(precision, target);
    if (!status.ok()) return status.WithContext(Describe(*state_));
    *data = tensor->mutable_raw_data();
    return OkStatus();
  });
}

void* Tensor::mutable_metal_data(void*) const { return nullptr; }

void Tensor::ShareExternalMemory(void* data, size_t memory_size, TargetType target) {
  RaiseIfError(TryShareExternalMemory(data, memory_size, target));
}

Status Tensor::TryShareExternalMemory(void* data, size_t memory_size, TargetType target) {
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    lite::Tensor* tensor = state_->tensor;
    if (data == nullptr) {
      return InvalidArgument("ShareExternalMemory of ", Describe(*state_), ": the memory is null");
    }
    if (lite::FindDevice(target) == nullptr) {
      return Unsupported("ShareExternalMemory of ", Describe(*state_),
                         ": this build has no target ", TargetToStr(target));
    }
    if (state_->is_parameter) return RefuseForParameter(*state_, "ShareExternalMemory");
    size_t needed = 0;
    if (!tensor->dims().HasUnknown()) {
      LITE_ASSIGN_OR_RETURN(needed, BytesOf(*state_, tensor->precision()));
    }
    if (memory_size < needed) {
      return InvalidArgument("ShareExternalMemory of ", Describe(*state_), ": ", memory_size,
                             " bytes are given, ", needed, " are needed");
    }
    tensor->SetBuffer(lite::Buffer::Borrow(target, data, memory_size));
    return OkStatus();
  });
}

void Tensor::RawCopyFromCpu(const void* data, PrecisionType precision, TargetType target) {
  RaiseIfError(TryRawCopyFromCpu(data, precision, target));
}

Status Tensor::TryRawCopyFromCpu(const void* data, PrecisionType precision, TargetType target) {
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    lite::Device* device = lite::FindDevice(target);
    if (device == nullptr) {
      return Unsupported("CopyFromCpu to ", Describe(*state_), ": this build has no target ",
                         TargetToStr(target));
    }
    void* memory = nullptr;
    LITE_RETURN_IF_ERROR(TryRawMutableData(precision, target, &memory));
    const size_t bytes = state_->tensor->memory_size();
    if (bytes != 0 && data == nullptr) {
      return InvalidArgument("CopyFromCpu to ", Describe(*state_), ": the source is null");
    }
    const lite::Tensor& tensor = *state_->tensor;
    return device->CopyFromHost(tensor.handle(), tensor.offset(), data, bytes);
  });
}

void Tensor::RawCopyToCpu(void* data, PrecisionType precision) const {
  RaiseIfError(TryRawCopyToCpu(data, precision));
}

Status Tensor::TryRawCopyToCpu(void* data, PrecisionType precision) const {
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    const lite::Tensor* tensor = state_->tensor;
    if (tensor->precision() != PrecisionType::kUnk && tensor->precision() != precision) {
      return InvalidArgument("CopyToCpu of ", Describe(*state_), ": it holds ",
                             PrecisionToStr(tensor->precision()), ", found a destination of ",
                             PrecisionToStr(precision));
    }
    LITE_ASSIGN_OR_RETURN(const size_t bytes, BytesOf(*state_, precision));
    if (bytes == 0) {
      LITE_LOG_WARNING("CopyToCpu of ", Describe(*state_), ": the tensor has no elements");
      return OkStatus();
    }
    if (data == nullptr) {
      return InvalidArgument("CopyToCpu of ", Describe(*state_), ": the destination is null");
    }
    if (!tensor->IsInitialized() || bytes > tensor->capacity()) {
      return FailedPrecondition("CopyToCpu of ", Describe(*state_),
                                ": it has no data for the shape ", tensor->dims(), " as ",
                                PrecisionToStr(precision));
    }
    lite::Tensor copy;  // of memory that the host cannot read
    if (tensor->raw_data() == nullptr) {
      lite::Device* device = tensor->buffer()->device();
      if (device == nullptr || lite::HasOwnBlock(tensor->target(), tensor->layout())) {
        return Unsupported("CopyToCpu of ", Describe(*state_), ": it is in the memory of ",
                           TargetToStr(tensor->target()), " in layout ",
                           DataLayoutToStr(tensor->layout()), ", which only its kernels read");
      }
      copy.Resize(tensor->dims());
      copy.set_layout(tensor->layout());
      LITE_RETURN_IF_ERROR(copy.Allocate(precision));
      LITE_RETURN_IF_ERROR(
          device->CopyToHost(copy.mutable_raw_data(), tensor->handle(), tensor->offset(), bytes));
      tensor = &copy;
    }
    if (IsChannelsLast(*tensor)) {
      CopyInOrder(*tensor, data);
    } else {
      std::memcpy(data, tensor->raw_data(), bytes);
    }
    return OkStatus();
  });
}

shape_t Tensor::shape() const { return Get(state_)->dims().Vectorize(); }

TargetType Tensor::target() const {
  const TargetType target = Get(state_)->target();
  if (target == TargetType::kUnk) {
    RaiseIfError(FailedPrecondition(Describe(*state_), ": This tensor was not initialized."));
  }
  return target;
}

PrecisionType Tensor::precision() const {
  PrecisionType precision = PrecisionType::kUnk;
  RaiseIfError(TryPrecision(&precision));
  return precision;
}

Status Tensor::TryPrecision(PrecisionType* precision) const {
  *precision = PrecisionType::kUnk;
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    *precision = state_->tensor->precision();
    if (*precision != PrecisionType::kUnk) return OkStatus();
    return FailedPrecondition(Describe(*state_), ": This tensor was not initialized.");
  });
}

void Tensor::SetPrecision(PrecisionType precision) { RaiseIfError(TrySetPrecision(precision)); }

Status Tensor::TrySetPrecision(PrecisionType precision) {
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    if (state_->is_parameter && precision != state_->tensor->precision()) {
      return RefuseForParameter(*state_, "SetPrecision");
    }
    state_->tensor->set_precision(precision);
    return OkStatus();
  });
}

lod_t Tensor::lod() const { return Get(state_)->lod(); }

void Tensor::SetLoD(const lod_t& lod) { RaiseIfError(TrySetLoD(lod)); }

Status Tensor::TrySetLoD(const lod_t& lod) {
  return CatchAll([&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckAlive(state_));
    if (state_->is_parameter && lod != state_->tensor->lod()) {
      return RefuseForParameter(*state_, "SetLoD");
    }
    state_->tensor->set_lod(lod);
    return OkStatus();
  });
}

bool Tensor::IsInitialized() const { return Get(state_)->IsInitialized(); }

}  // namespace paddle::lite_api
