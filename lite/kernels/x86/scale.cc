#include "lite/operators/scale.h"

#include "lite/backends/x86/kernel_tables.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::x86 {

namespace backend = ::paddle::lite::x86;

class ScaleKernel final : public KernelFor<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    if (op.fuse_scaleact || !op.activation_type.empty()) return Unsupported("a fused activation");
    return OkStatus();
  }

  Status PrepareOp(const operators::Scale&, PrepareContext*) override {
    run_ = backend::VectorF32(backend::ActiveIsa())
               .unary[static_cast<int>(backend::UnaryF32::kAffine)];
    return OkStatus();
  }

  Status RunOp(const operators::Scale& op, const RunContext& context) override {
    constexpr int64_t kGrain = 8192;  // elements worth a thread
    const float scale = op.scale_tensor != nullptr ? *op.scale_tensor->data<float>() : op.scale;
    const float params[backend::kUnaryF32Params] = {
        scale, op.bias_after_scale ? op.bias : op.bias * scale, 0};
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      run_(src + begin, dst + begin, end - begin, params);
    });
    return OkStatus();
  }

 private:
  void (*run_)(const float*, float*, int64_t, const float*) = nullptr;
};

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(scale, kX86, kFloat, kAny, paddle::lite::kernels::x86::ScaleKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kAny))})
    .BindInput("ScaleTensor",
               {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();
