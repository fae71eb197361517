// clip between limits that are attributes, in any layout.

#include "lite/operators/clip.h"

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class ClipKernel final : public CpuKernelFor<operators::Clip, Types> {
 public:
  static Status Supports(const operators::Clip& op) {
    if (op.min_tensor != nullptr || op.max_tensor != nullptr)
      return Unsupported("limits in tensors");
    return OkStatus();
  }

  Status RunOp(const operators::Clip& op, const RunContext& context) override {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const auto* src = op.x->data<typename Types::Element>();
    auto* dst = op.out->mutable_data<typename Types::Element>();
    const float params[backend::kUnaryF32Params] = {op.min, op.max};
    const auto run = this->tables_.vector.unary[static_cast<int>(backend::UnaryF32::kClamp)];
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      run(src + begin, dst + begin, end - begin, params);
    });
    return OkStatus();
  }
};

using ClipF32 = ClipKernel<F32>;
using ClipF16 = ClipKernel<F16>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ClipF32, clip);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ClipF16, clip);

}  // namespace paddle::lite::kernels::LITE_CPU
