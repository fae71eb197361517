#include "lite/operators/shape.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ShapeKernel final : public KernelFor<operators::Shape> {
 public:
  Status RunOp(const operators::Shape& op, const RunContext&) override {
    int32_t* dst = op.out->mutable_data<int32_t>();
    for (const int64_t d : op.input->dims()) *dst++ = static_cast<int32_t>(d);
    return OkStatus();
  }
};

class SizeKernel final : public KernelFor<operators::Size> {
 public:
  Status RunOp(const operators::Size& op, const RunContext&) override {
    *op.out->mutable_data<int64_t>() = op.input->numel();
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

// The input's elements are not read, so they may be in the memory of a device.
REGISTER_LITE_KERNEL(shape, kHost, kAny, kAny, paddle::lite::kernels::host::ShapeKernel, def)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32))})
    .Finalize();

REGISTER_LITE_KERNEL(size, kHost, kAny, kAny, paddle::lite::kernels::host::SizeKernel, def)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .Finalize();
