// What kernels of XPUs share: contexts, operands, and values in the device's memory. Like the
// kernels, this header compiles where there is no SDK.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "lite/backends/xpu/device.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::xpu {

namespace library = lite::xpu::library;
using lite::xpu::CheckCall;
using lite::xpu::RawContext;
using lite::xpu::XpuContext;

// Values in the device's memory that are not a tensor's.
using Block = std::shared_ptr<Buffer>;

// The address of a tensor in the device's memory; null if the operator has none.
template <typename T>
const T* From(const Tensor* tensor) {
  if (tensor == nullptr) return nullptr;
  return reinterpret_cast<const T*>(static_cast<const char*>(tensor->handle()) + tensor->offset());
}
template <typename T>
T* To(const Tensor* tensor) {
  return const_cast<T*>(From<T>(tensor));
}
inline float* At(const Block& block) {
  return block == nullptr ? nullptr : static_cast<float*>(block->handle());
}

// Kernels refuse what the library's 32 bits cannot count.
inline int Int(int64_t value) { return static_cast<int>(value); }

inline std::vector<int> Ints(const DDim& dims) {
  std::vector<int> sizes;
  for (int i = 0; i < dims.rank(); ++i) sizes.push_back(Int(dims[i]));
  return sizes;
}

inline Result<Block> AllocateFloats(const PrepareContext& context, int64_t count) {
  const auto& device = static_cast<XpuContext*>(context.device)->device();
  return Buffer::Allocate(device,
                          MemoryDesc::Of(device->id(), static_cast<size_t>(count) * sizeof(float)));
}

inline Result<Block> UploadFloats(const PrepareContext& context, const float* values,
                                  int64_t count) {
  LITE_ASSIGN_OR_RETURN(Block block, AllocateFloats(context, count));
  LITE_RETURN_IF_ERROR(
      static_cast<XpuContext*>(context.device)
          ->device()
          ->CopyFromHost(block->handle(), 0, values, static_cast<size_t>(count) * sizeof(float)));
  return block;
}

inline float LargestAbsolute(const float* values, int64_t count) {
  float largest = 0;
  for (int64_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(values[i]));
  return largest;
}

// The largest absolute value of weights in the host's memory, as the library takes it: it counts
// the values in units of that.
inline Result<Block> UploadMax(const PrepareContext& context, const Tensor& weights) {
  LITE_ASSIGN_OR_RETURN(RawContext* const raw,
                        static_cast<XpuContext*>(context.device)->device()->ContextOfThread());
  const std::vector<float> repeated(static_cast<size_t>(library::MaxCount(raw)),
                                    LargestAbsolute(weights.data<float>(), weights.numel()));
  return UploadFloats(context, repeated.data(), static_cast<int64_t>(repeated.size()));
}

// Weights in the host's memory, copied to the device with their maximum.
struct Weights {
  Block values;
  Block max;

  Status Upload(const PrepareContext& context, const Tensor& weights) {
    LITE_ASSIGN_OR_RETURN(max, UploadMax(context, weights));
    LITE_ASSIGN_OR_RETURN(values, UploadFloats(context, weights.data<float>(), weights.numel()));
    return OkStatus();
  }
};

// Base of the kernels: the library counts elements with 32 bits, and is not called for a result
// without elements.
template <typename OpType>
class XpuKernel : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext* context) final {
    const BoundTensors bound = op.Bound();
    for (const auto& input : bound.inputs) {
      LITE_RETURN_IF_ERROR(CheckCount(input.slot, input.tensor));
    }
    for (const auto& output : bound.outputs) {
      LITE_RETURN_IF_ERROR(CheckCount(output.slot, output.tensor));
    }
    empty_ = bound.outputs.front().tensor->numel() == 0;  // the result; what follows is optional
    return empty_ ? OkStatus() : PrepareXpu(op, context);
  }
  Status RunOp(const OpType& op, const RunContext& context) final {
    if (empty_) return OkStatus();
    queue_ = static_cast<XpuContext*>(context.device);
    LITE_ASSIGN_OR_RETURN(RawContext* const raw, queue_->device()->ContextOfThread());
    return RunXpu(op, raw);
  }

 protected:
  virtual Status PrepareXpu(const OpType&, PrepareContext*) { return OkStatus(); }
  virtual Status RunXpu(const OpType& op, RawContext* context) = 0;
  // For copies in RunXpu.
  XpuContext* queue() const { return queue_; }

 private:
  static Status CheckCount(const char* slot, const Tensor* tensor) {
    if (tensor == nullptr || tensor->numel() <= INT32_MAX) return OkStatus();
    return Unsupported("slot ", slot, ": ", tensor->numel(), " elements, expected at most ",
                       INT32_MAX);
  }

  bool empty_ = false;
  XpuContext* queue_ = nullptr;
};

}  // namespace paddle::lite::kernels::xpu
