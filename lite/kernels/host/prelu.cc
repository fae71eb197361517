#include "lite/operators/prelu.h"

#include "lite/kernels/host/activation_math.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PreluKernel final : public KernelFor<operators::Prelu> {
 public:
  Status RunOp(const operators::Prelu& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    // Element i takes slope (i / inner) % slopes.
    int64_t inner = 1;
    const int64_t slopes = op.alpha->numel();
    if (op.mode == "channel") inner = dims.Count(op.ChannelAxis() + 1, dims.rank());
    const float* src = op.x->data<float>();
    const float* alpha = op.alpha->data<float>();
    float* dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 4096;  // elements worth a thread
    context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) dst[i] = LeakyRelu(src[i], alpha[i / inner % slopes]);
    });
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(prelu, kHost, kFloat, kNCHW, paddle::lite::kernels::host::PreluKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindInput("Alpha",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();
