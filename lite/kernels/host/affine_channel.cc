#include "lite/operators/affine_channel.h"

#include "lite/base/simd.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class AffineChannelKernel final : public KernelFor<operators::AffineChannel> {
 public:
  Status RunOp(const operators::AffineChannel& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int axis = op.channel_axis();
    const int64_t channels = dims[axis];
    const int64_t inner = dims.Count(axis + 1, dims.rank());
    const T* x = op.x->data<T>();
    const T* scale = op.scale->data<T>();
    const T* bias = op.bias->data<T>();
    T* out = op.out->mutable_data<T>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(dims.Count(0, axis + 1), kGrain / (inner + 1) + 1, [=](int64_t row) {
      const T factor = scale[row % channels];
      const T shift = bias[row % channels];
      VectorLoop(row * inner, (row + 1) * inner,
                 [=](int64_t i) { out[i] = x[i] * factor + shift; });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AffineChannelKernel<float>, affine_channel);
LITE_KERNELS(kHost, kFP64, kNCHW, def, AffineChannelKernel<double>, affine_channel);

}  // namespace paddle::lite::kernels::host
