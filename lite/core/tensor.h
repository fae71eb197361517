#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/buffer.h"
#include "lite/core/dims.h"
#include "lite/core/types.h"

namespace paddle::lite {

// An n-dimensional array: shape, element type, layout, level-of-detail and memory.
//
// dims() is the logical shape in the program's order; layout() says how the elements are arranged
// in memory. A rank-4 tensor [N, C, H, W] with layout kNHWC stores element (n, c, h, w) at ((n * H
// + h) * W + w) * C + c. The layout is meaningless for other ranks.
//
// A tensor without memory (`IsInitialized()` false) is used to infer shapes.
class Tensor {
 public:
  const DDim& dims() const { return dims_; }
  int64_t numel() const { return dims_.production(); }
  // Sets the shape only; memory is kept. The caller has validated `dims` (see CheckedElementCount).
  void Resize(const DDim& dims) { dims_ = dims; }
  void Resize(const std::vector<int64_t>& dims) { dims_ = DDim(dims); }

  PrecisionType precision() const { return precision_; }
  void set_precision(PrecisionType precision) { precision_ = precision; }
  DataLayoutType layout() const { return layout_; }
  void set_layout(DataLayoutType layout) { layout_ = layout; }
  TargetType target() const { return target_; }
  void set_target(TargetType target) { target_ = target; }
  const LoD& lod() const { return lod_; }
  LoD* mutable_lod() { return &lod_; }
  void set_lod(LoD lod) { lod_ = std::move(lod); }
  // True for weights, which are constant for the lifetime of the program.
  bool persistable() const { return persistable_; }
  void set_persistable(bool persistable) { persistable_ = persistable; }
  // True for values that depend only on the shapes of the program's inputs: they are available when
  // shapes are inferred and do not change before the next plan.
  bool settled() const { return settled_; }
  void set_settled(bool settled) { settled_ = settled; }

  // Bytes of the elements; 0 if the element type is unknown. An image may need more, see
  // DescribeMemory.
  size_t memory_size() const {
    return static_cast<size_t>(numel()) * PrecisionTypeLength(precision_);
  }

  // Null until memory is assigned, and for memory that the host cannot read.
  const void* raw_data() const { return buffer_ ? data_ : nullptr; }
  void* mutable_raw_data() { return buffer_ ? data_ : nullptr; }
  // For kernels of a device: what it calls the tensor's block, in which the tensor begins at byte
  // offset(). Null until memory is assigned.
  void* handle() const { return buffer_ ? buffer_->handle() : nullptr; }
  // No type check: the caller knows the element type.
  template <typename T>
  const T* data() const {
    return static_cast<const T*>(raw_data());
  }
  // For a kernel's output: the executor has assigned memory according to dims() and precision().
  template <typename T>
  T* mutable_data() {
    return static_cast<T*>(mutable_raw_data());
  }

  // Ensures that memory for dims() and `precision` exists on `target`, and records both. Memory
  // that is large enough is kept; otherwise the contents are lost.
  Status Allocate(PrecisionType precision, TargetType target = TargetType::kHost);
  // Likewise on a device, as an image if layout() is an image layout.
  Status AllocateOn(const std::shared_ptr<Device>& device, PrecisionType precision);

  bool IsInitialized() const { return buffer_ != nullptr; }
  // Bytes available from this tensor's start.
  size_t capacity() const { return buffer_ ? buffer_->size() - offset_ : 0; }
  const std::shared_ptr<Buffer>& buffer() const { return buffer_; }
  size_t offset() const { return offset_; }
  // Uses `bytes [offset, ...)` of `buffer`; several tensors may share one buffer.
  void SetBuffer(std::shared_ptr<Buffer> buffer, size_t offset = 0) {
    buffer_ = std::move(buffer);
    offset_ = offset;
    data_ = nullptr;
    if (buffer_ == nullptr) return;
    // Not written in vain: a clone may look at the target of a parameter while another loads it.
    if (target_ != buffer_->target()) target_ = buffer_->target();
    if (buffer_->data() != nullptr) data_ = static_cast<char*>(buffer_->data()) + offset;
  }
  void ReleaseBuffer() { SetBuffer(nullptr); }

  // Same memory, shape, type and LoD as `other`.
  void ShareFrom(const Tensor& other) { *this = other; }
  // Copies elements, shape, type and LoD into the tensor's own memory (host targets).
  Status CopyFrom(const Tensor& other);

 private:
  Status RefuseToGrow(size_t bytes, PrecisionType precision) const;

  DDim dims_;
  PrecisionType precision_ = PrecisionType::kUnk;
  DataLayoutType layout_ = DataLayoutType::kNCHW;
  TargetType target_ = TargetType::kHost;
  bool persistable_ = false;
  bool settled_ = false;
  LoD lod_;
  std::shared_ptr<Buffer> buffer_;
  size_t offset_ = 0;
  void* data_ = nullptr;  // of the buffer at the offset, if the host can read it
};

// A growable list of tensors (variable type LOD_TENSOR_ARRAY).
using TensorArray = std::vector<Tensor>;

}  // namespace paddle::lite
