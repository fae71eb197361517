#include "lite/operators/tensor_array.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class WriteToArrayKernel final : public KernelFor<operators::WriteToArray> {
 public:
  Status RunOp(const operators::WriteToArray& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const int64_t index, operators::ReadIndex("I", *op.i));
    constexpr int64_t kMaxElements = 1 << 20;  // a runaway loop must not exhaust memory
    constexpr int64_t kMaxGap = 1 << 10;       // nor must one index: empty tensors also take memory
    const int64_t most = std::min(kMaxElements, static_cast<int64_t>(op.out->size()) + kMaxGap) - 1;
    if (index < 0 || index > most) {
      return OutOfRange("I: index ", index, ", expected 0 to ", most, " for a list of ",
                        op.out->size(), " tensors");
    }
    if (op.out->size() <= static_cast<size_t>(index))
      op.out->resize(static_cast<size_t>(index) + 1);
    Tensor& element = (*op.out)[static_cast<size_t>(index)];
    const bool is_new = !element.IsInitialized();
    if (is_new) ReuseMemory(&element);
    LITE_RETURN_IF_ERROR(element.CopyFrom(*op.x));
    if (is_new) Remember(element.buffer());
    return OkStatus();
  }

 private:
  // A run begins with empty lists. Elements then get the memory that those of the last run had, in
  // the same order, once no tensor holds it.
  void ReuseMemory(Tensor* element) {
    if (next_ == memory_.size()) next_ = 0;
    if (IsFree()) {
      element->SetBuffer(memory_[next_]);
    } else if (next_ == 0) {
      next_ = memory_.size();  // still the same run
    }
  }
  void Remember(const std::shared_ptr<Buffer>& buffer) {
    if (IsFree()) memory_[next_] = buffer;  // instead of what was too small
    if (next_ == memory_.size() || memory_[next_] != buffer) {
      memory_.insert(memory_.begin() + static_cast<std::ptrdiff_t>(next_), buffer);
    }
    ++next_;
  }
  bool IsFree() const { return next_ < memory_.size() && memory_[next_].use_count() == 1; }

  std::vector<std::shared_ptr<Buffer>> memory_;
  size_t next_ = 0;
};

class ReadFromArrayKernel final : public KernelFor<operators::ReadFromArray> {
 public:
  Status RunOp(const operators::ReadFromArray& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const Tensor* element, op.Element());
    CopyElements(*element, op.out);
    return OkStatus();
  }
};

class LodArrayLengthKernel final : public KernelFor<operators::LodArrayLength> {
 public:
  Status RunOp(const operators::LodArrayLength& op, const RunContext&) override {
    *op.out->mutable_data<int64_t>() = static_cast<int64_t>(op.x->size());
    return OkStatus();
  }
};

class SelectInputKernel final : public KernelFor<operators::SelectInput> {
 public:
  Status RunOp(const operators::SelectInput& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const Tensor* chosen, op.Chosen());
    if (!chosen->IsInitialized()) return FailedPrecondition("X: the chosen branch did not run");
    CopyElements(*chosen, op.out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, WriteToArrayKernel, write_to_array)
    .In({"X"}, PRECISION(kAny), DATALAYOUT(kNCHW));
LITE_KERNELS(kHost, kAny, kAny, def, ReadFromArrayKernel, read_from_array)
    .Out({"Out"}, PRECISION(kAny), DATALAYOUT(kNCHW));
LITE_KERNELS(kHost, kAny, kAny, def, LodArrayLengthKernel, lod_array_length)
    .Out({"Out"}, PRECISION(kInt64), DATALAYOUT(kNCHW));
LITE_KERNELS(kHost, kAny, kNCHW, def, SelectInputKernel, select_input);

}  // namespace paddle::lite::kernels::host
