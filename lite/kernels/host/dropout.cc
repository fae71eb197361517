#include "lite/operators/dropout.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class DropoutKernel final : public KernelFor<operators::Dropout> {
 public:
  Status RunOp(const operators::Dropout& op, const RunContext& context) override {
    if (op.dropout_implementation == "upscale_in_train") {
      CopyElements(*op.x, op.out);
      return OkStatus();
    }
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const float keep = 1.0f - op.dropout_prob;
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) dst[i] = src[i] * keep;
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, DropoutKernel, dropout).Out({"Mask"}, PRECISION(kUInt8));

}  // namespace paddle::lite::kernels::host
