#include "lite/operators/scale.h"

#include <algorithm>

#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class ScaleKernel final : public CpuKernelFor<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    if (op.fuse_scaleact) return Unsupported("a second scale");
    return OkStatus();
  }

  Status PrepareOp(const operators::Scale& op, PrepareContext*) override {
    const auto& unary = tables_.vector.unary;
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

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(scale, kFloat, kAny, ScaleKernel, def)
    .BindInput("ScaleTensor", CpuTensor(PRECISION(kFloat), DATALAYOUT(kNCHW)))
    .Finalize();
