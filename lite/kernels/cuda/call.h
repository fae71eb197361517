// What kernels of CUDA share: queues, operands, and values in the device's memory. Like the files
// of the kernels, this header compiles where there is no CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lite/backends/cuda/device.h"
#include "lite/backends/cuda/walk.h"
#include "lite/base/half.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::CudaContext;
using lite::cuda::Walk;

// Values in the device's memory that are not a tensor's.
using Block = std::shared_ptr<Buffer>;

inline CudaContext* QueueOf(const RunContext& context) {
  return static_cast<CudaContext*>(context.device);
}

// The address of a tensor in the device's memory; null if the operator has none.
template <typename T>
const T* From(const Tensor* tensor) {
  if (tensor == nullptr) return nullptr;
  return reinterpret_cast<const T*>(static_cast<const char*>(tensor->handle()) + tensor->offset());
}
template <typename T>
const T* From(const Block& block) {
  return static_cast<const T*>(block->handle());
}
template <typename T>
T* To(const Tensor* tensor) {
  return const_cast<T*>(From<T>(tensor));
}

inline Result<Block> AllocateBlock(const PrepareContext& context, size_t bytes) {
  const std::shared_ptr<Device> device =
      static_cast<CudaContext*>(context.device)->device()->shared_from_this();
  return Buffer::Allocate(device, MemoryDesc::Of(device->id(), bytes));
}

// Values computed when a kernel is prepared, in the device's memory.
inline Result<Block> UploadValues(const PrepareContext& context, const void* data, size_t bytes) {
  LITE_ASSIGN_OR_RETURN(Block block, AllocateBlock(context, bytes));
  LITE_RETURN_IF_ERROR(static_cast<CudaContext*>(context.device)
                           ->device()
                           ->CopyFromHost(block->handle(), 0, data, bytes));
  return block;
}

// Base of the kernels: bodies count elements of a tensor with 32 bits.
template <typename OpType>
class CudaKernel : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext* context) final {
    const BoundTensors bound = op.Bound();
    for (const auto& input : bound.inputs)
      LITE_RETURN_IF_ERROR(CheckCount(input.slot, input.tensor));
    for (const auto& output : bound.outputs) {
      LITE_RETURN_IF_ERROR(CheckCount(output.slot, output.tensor));
    }
    return PrepareCuda(op, context);
  }
  virtual Status PrepareCuda(const OpType&, PrepareContext*) { return OkStatus(); }

 private:
  static Status CheckCount(const char* slot, const Tensor* tensor) {
    if (tensor == nullptr || tensor->numel() <= INT32_MAX) return OkStatus();
    return Unsupported("slot ", slot, ": ", tensor->numel(), " elements, expected at most ",
                       INT32_MAX);
  }
};

inline int32_t Int(int64_t value) { return static_cast<int32_t>(value); }

}  // namespace paddle::lite::kernels::cuda
