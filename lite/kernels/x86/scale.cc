#include "lite/operators/scale.h"

#include <algorithm>

#include "lite/backends/x86/kernel_tables.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/x86/activation_map.h"

namespace paddle::lite::kernels::x86 {

class ScaleKernel final : public KernelFor<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    if (op.fuse_scaleact) return Unsupported("a second scale");
    return OkStatus();
  }

  Status PrepareOp(const operators::Scale& op, PrepareContext*) override {
    const auto& unary = backend::VectorF32(backend::ActiveIsa()).unary;
    run_ = unary[static_cast<int>(backend::UnaryF32::kAffine)];
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 map, MapActivation(activation));
    backend::UnaryF32 function;
    activate_ = AsFunction(map, &function, params_) ? unary[static_cast<int>(function)] : nullptr;
    return OkStatus();
  }

  Status RunOp(const operators::Scale& op, const RunContext& context) override {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const float scale = op.scale_tensor != nullptr ? *op.scale_tensor->data<float>() : op.scale;
    const float params[backend::kUnaryF32Params] = {
        scale, op.bias_after_scale ? op.bias : op.bias * scale, 0};
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      // In pieces that are still in the cache when the activation is applied.
      for (int64_t i = begin; i < end; i += kGrain) {
        const int64_t count = std::min(kGrain, end - i);
        run_(src + i, dst + i, count, params);
        if (activate_ != nullptr) activate_(dst + i, dst + i, count, params_);
      }
    });
    return OkStatus();
  }

 private:
  using Function = void (*)(const float*, float*, int64_t, const float*);
  Function run_ = nullptr;
  Function activate_ = nullptr;  // null: none
  float params_[backend::kUnaryF32Params] = {};
};

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(scale, kX86, kFloat, kAny, paddle::lite::kernels::x86::ScaleKernel, def)
    .BindInput("ScaleTensor",
               {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();
