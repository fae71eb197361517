#include "lite/operators/scale.h"

#include <algorithm>

#include "lite/kernels/cpu/activation_map.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class ScaleKernel final : public CpuKernelFor<operators::Scale, Types> {
 public:
  using Element = typename Types::Element;

  static Status Supports(const operators::Scale& op) {
    if (op.fuse_scaleact) return Unsupported("a second scale");
    return OkStatus();
  }

  Status PrepareOp(const operators::Scale& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    return activation_.Prepare(activation);
  }

  Status RunOp(const operators::Scale& op, const RunContext& context) override {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const float scale = op.scale_tensor != nullptr ? *op.scale_tensor->data<float>() : op.scale;
    const float params[backend::kUnaryF32Params] = {
        scale, op.bias_after_scale ? op.bias : op.bias * scale, 0};
    const auto run = this->tables_.vector.unary[static_cast<int>(backend::UnaryF32::kAffine)];
    const Element* src = op.x->data<Element>();
    Element* dst = op.out->mutable_data<Element>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      // In pieces that are still in the cache when the activation is applied.
      for (int64_t i = begin; i < end; i += kGrain) {
        const int64_t count = std::min(kGrain, end - i);
        run(src + i, dst + i, count, params);
        activation_.Apply(dst + i, count);
      }
    });
    return OkStatus();
  }

 private:
  InPlaceActivation<Types> activation_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ScaleKernel<F32>, scale)
    .In({"ScaleTensor"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ScaleKernel<F16>, scale)
    .In({"ScaleTensor"}, PRECISION(kFloat), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
