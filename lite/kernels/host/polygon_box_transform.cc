#include "lite/operators/polygon_box_transform.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class PolygonBoxTransformKernel final : public KernelFor<operators::PolygonBoxTransform> {
 public:
  Status RunOp(const operators::PolygonBoxTransform& op, const RunContext& context) override {
    const DDim& dims = op.input->dims();
    const T* src = op.input->data<T>();
    T* dst = op.output->mutable_data<T>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(op.input->numel(), kGrain, [&](int64_t i) {
      const int64_t x = i % dims[3];
      const int64_t y = i / dims[3] % dims[2];
      const bool along_x = i / (dims[2] * dims[3]) % 2 == 0;
      dst[i] = static_cast<T>((along_x ? x : y) * 4) - src[i];
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, PolygonBoxTransformKernel<float>, polygon_box_transform);
LITE_KERNELS(kHost, kFP64, kNCHW, def, PolygonBoxTransformKernel<double>, polygon_box_transform);

}  // namespace paddle::lite::kernels::host
