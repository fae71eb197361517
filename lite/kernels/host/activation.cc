#include "lite/kernels/kernel.h"
#include "lite/operators/activation.h"

namespace paddle::lite::kernels::host {

class ReluKernel final : public KernelFor<operators::Relu> {
 public:
  Status RunOp(const operators::Relu& op, const RunContext&) override {
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    const int64_t count = op.x->numel();
    for (int64_t i = 0; i < count; ++i) dst[i] = src[i] > 0 ? src[i] : 0.0f;
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(relu, kHost, kFloat, kAny, paddle::lite::kernels::host::ReluKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();
