// Launches of functions: the counterparts of the types and macros of buffers.cl and images.cl. See
// docs/extending.md, "An OpenCL kernel". This header, like the files of the kernels, compiles where
// there is no OpenCL.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "lite/backends/gpu/walk.h"
#include "lite/backends/opencl/device.h"
#include "lite/core/image_layout.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::opencl {

using lite::opencl::ClContext;
using lite::opencl::ClDevice;
using lite::opencl::Function;

// Values in the device's memory that are not a tensor's.
using Block = std::shared_ptr<Buffer>;

inline ClDevice* DeviceOf(const PrepareContext& context) {
  return static_cast<ClContext*>(context.device)->device();
}

// Numbers of work items or groups along three axes.
using WorkSize = std::array<int64_t, 3>;

// Vectors of programs; an int3 has the size of an int4.
struct Int2 {
  int32_t x, y;
};
struct Int4 {
  int32_t x, y, z, w;
};

// One launch of a function: its arguments in the order of its parameters, then the range of work
// items, which is its last parameter (ITEMS in buffers.cl).
class Call {
 public:
  // With `time`, the function is measured where it would be queued: -1 if that cannot be done.
  Call(Function* function, const RunContext& context, int64_t* time = nullptr)
      : function_(function), context_(static_cast<ClContext*>(context.device)), time_(time) {}

  // A parameter IMAGE_IN or IMAGE_OUT for a tensor in an image, otherwise BUFFER_IN or BUFFER_OUT;
  // null if a tensor in a buffer is absent.
  Call& Add(const Tensor* tensor) {
    if (tensor == nullptr) return AddBlock(nullptr, 0);
    if (IsImageLayout(tensor->layout())) {
      function_->SetBlock(next_++, tensor->handle());
      Note(tensor->handle(), 0);
      return *this;
    }
    const size_t width = PrecisionTypeLength(tensor->precision());
    return AddBlock(tensor->handle(), static_cast<int32_t>(tensor->offset() / width));
  }
  // A result, which `Over` needs to know.
  Call& Add(Tensor* tensor) {
    const int before = operand_count_;
    Add(static_cast<const Tensor*>(tensor));
    if (before < operand_count_) operands_[before].is_result = true;
    return *this;
  }
  Call& Add(const Block& block) { return AddBlock(block->handle(), 0); }
  // The same for a block, from element `first`.
  Call& AddBlock(void* handle, int32_t first) {
    function_->SetBlock(next_++, handle);
    function_->SetFirst(next_++, first);
    Note(handle, first);
    return *this;
  }
  template <typename T>
  Call& Add(const T& value) {
    static_assert(!std::is_pointer_v<T>, "an address means nothing to the device");
    function_->SetBytes(next_++, &value, sizeof(value));
    return *this;
  }
  // Queues the function for these work items, in groups of this form or a smaller one. Blocks have
  // at most 2^31 bytes, so counts fit into int.
  Status Over(const WorkSize& items, const WorkSize& group) {
    Add(Int4{static_cast<int32_t>(items[0]), static_cast<int32_t>(items[1]),
             static_cast<int32_t>(items[2]), 0});
    if (time_ != nullptr) return Measure(items, Fit(group));
    const WorkSize fitting = context_->FormFor(function_, items, Fit(group), !IsInPlace());
    WorkSize groups = items;
    for (size_t i = 0; i < 3; ++i) groups[i] = (items[i] + fitting[i] - 1) / fitting[i];
    return context_->Launch(function_, groups, fitting);
  }
  // For functions of whole groups, which have no parameter ITEMS.
  Status OverGroups(const WorkSize& groups, const WorkSize& group) {
    const WorkSize fitting = Fit(group);
    if (time_ == nullptr) return context_->Launch(function_, groups, fitting);
    WorkSize items = groups;
    for (size_t i = 0; i < 3; ++i) items[i] *= fitting[i];
    return Measure(items, fitting);
  }

 private:
  Status Measure(const WorkSize& items, const WorkSize& group) {
    *time_ = IsInPlace() ? -1 : context_->Measure(*function_, items, group);
    return OkStatus();
  }
  // Where an operand begins.
  struct Operand {
    void* handle;
    int32_t first;
    bool is_result;
  };
  void Note(void* handle, int32_t first) {
    if (operand_count_ == kMaxOperands) return;
    operands_[operand_count_++] = {handle, first, false};
  }
  // Whether a result replaces an operand, so that a second launch would read what the first wrote.
  bool IsInPlace() const {
    if (operand_count_ == kMaxOperands) return true;  // not all are known
    for (int r = 0; r < operand_count_; ++r) {
      for (int i = 0; operands_[r].is_result && i < operand_count_; ++i) {
        if (i != r && operands_[i].handle == operands_[r].handle &&
            operands_[i].first == operands_[r].first) {
          return true;
        }
      }
    }
    return false;
  }

  // Halved until the device can run the function in such groups.
  WorkSize Fit(WorkSize group) const {
    for (int64_t& extent : group) {
      while (extent > 1 &&
             group[0] * group[1] * group[2] > static_cast<int64_t>(function_->max_work_group())) {
        extent /= 2;
      }
    }
    return group;
  }

  Function* const function_;
  ClContext* const context_;
  int64_t* const time_;
  int next_ = 0;
  static constexpr int kMaxOperands = 12;
  Operand operands_[kMaxOperands] = {};
  int operand_count_ = 0;
};

// A function that a kernel gets once, and again if it needs another one for other shapes.
class LoadedFunction {
 public:
  Status Load(const PrepareContext& context, const std::string& file, const std::string& name,
              const std::string& options = "") {
    const std::string key = StrCat(file, " ", name, " ", options);
    if (function_ != nullptr && key == key_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(function_, DeviceOf(context)->GetFunction(file, name, options));
    key_ = key;
    return OkStatus();
  }
  Call On(const RunContext& context, int64_t* time = nullptr) const {
    return Call(function_.get(), context, time);
  }

 private:
  std::unique_ptr<Function> function_;
  std::string key_;
};

// Values computed when a kernel is prepared, in the device's memory.
inline Result<Block> UploadValues(const PrepareContext& context, const void* data, size_t bytes) {
  const std::shared_ptr<Device> device = DeviceOf(context)->shared_from_this();
  LITE_ASSIGN_OR_RETURN(Block block, Buffer::Allocate(device, MemoryDesc::Of(device->id(), bytes)));
  LITE_RETURN_IF_ERROR(device->CopyFromHost(block->handle(), 0, data, bytes));
  return block;
}

using lite::gpu::Walk;

// Group sizes that suit the functions: few, because drivers compile a function for each.
constexpr WorkSize kLine = {64, 1, 1};
constexpr WorkSize kSquare = {8, 8, 1};
constexpr WorkSize kColumn = {1, 64, 1};
constexpr WorkSize kCube = {4, 4, 4};

inline int64_t Quarters(int64_t count) { return (count + 3) / 4; }

}  // namespace paddle::lite::kernels::opencl
