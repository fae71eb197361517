#include "lite/operators/axpy.h"

#include "lite/base/simd.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AxpyKernel final : public KernelFor<operators::Axpy> {
 public:
  Status RunOp(const operators::Axpy& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t size = dims.Count(2, dims.rank());
    if (op.x->numel() == 0) return OkStatus();
    const float* scale = op.scale->data<float>();
    const float* x = op.x->data<float>();
    const float* bias = op.bias->data<float>();
    float* out = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(dims[0] * dims[1], kGrain / size + 1, [=](int64_t channel) {
      const float factor = scale[channel];
      VectorLoop(channel * size, (channel + 1) * size,
                 [=](int64_t i) { out[i] = factor * x[i] + bias[i]; });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AxpyKernel, axpy);

}  // namespace paddle::lite::kernels::host
