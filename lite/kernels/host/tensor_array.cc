#include "lite/operators/tensor_array.h"

#include <algorithm>

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class WriteToArrayKernel final : public KernelFor<operators::WriteToArray> {
 public:
  Status RunOp(const operators::WriteToArray& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const int64_t index, operators::ReadInteger("I", *op.i));
    constexpr int64_t kMaxElements = 1 << 20;  // a runaway loop must not exhaust memory
    constexpr int64_t kMaxGap = 1 << 10;       // nor must one index: empty tensors take memory, too
    const int64_t most = std::min(kMaxElements, static_cast<int64_t>(op.out->size()) + kMaxGap) - 1;
    if (index < 0 || index > most) {
      return OutOfRange("I: index ", index, ", expected 0 to ", most, " for a list of ",
                        op.out->size(), " tensors");
    }
    if (op.out->size() <= static_cast<size_t>(index))
      op.out->resize(static_cast<size_t>(index) + 1);
    return (*op.out)[static_cast<size_t>(index)].CopyFrom(*op.x);
  }
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

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(write_to_array, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::WriteToArrayKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(read_from_array, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ReadFromArrayKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(lod_array_length, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::LodArrayLengthKernel, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(select_input, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::SelectInputKernel, def)
    .Finalize();
