#include "lite/operators/max_pool3d_with_index.h"

#include <limits>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class MaxPool3dWithIndexKernel final : public KernelFor<operators::MaxPool3dWithIndex> {
 public:
  Status PrepareOp(const operators::MaxPool3dWithIndex& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::MaxPool3dWithIndex& op, const RunContext& context) override {
    const T* x = op.x->data<T>();
    T* out = op.out->mutable_data<T>();
    int32_t* mask = op.mask->mutable_data<int32_t>();
    const auto& [d, h, w] = g_.axes;
    const int64_t in_volume = d.in * h.in * w.in;
    const int64_t out_volume = d.out * h.out * w.out;
    context.pool->ForEach(g_.batch * g_.channels, 1, [&](int64_t v) {
      Volume(x + v * in_volume, out + v * out_volume, mask + v * out_volume);
    });
    return OkStatus();
  }

 private:
  void Volume(const T* src, T* dst, int32_t* mask) const {
    const auto& [depth, height, width] = g_.axes;
    for (int64_t od = 0; od < depth.out; ++od) {
      const auto d = g_.rule.WindowOf(depth, od);
      for (int64_t oh = 0; oh < height.out; ++oh) {
        const auto h = g_.rule.WindowOf(height, oh);
        for (int64_t ow = 0; ow < width.out; ++ow) {
          const auto w = g_.rule.WindowOf(width, ow);
          T largest = std::numeric_limits<float>::lowest();  // also of doubles, as in Paddle
          int64_t at = -1;
          for (int64_t z = d.begin; z < d.end; ++z) {
            for (int64_t y = h.begin; y < h.end; ++y) {
              const int64_t row = (z * height.in + y) * width.in;
              for (int64_t i = row + w.begin; i < row + w.end; ++i) {
                if (src[i] > largest) {
                  largest = src[i];
                  at = i;
                }
              }
            }
          }
          *dst++ = largest;
          *mask++ = static_cast<int32_t>(at);
        }
      }
    }
  }

  operators::Pool3d::VolumeGeometry g_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, MaxPool3dWithIndexKernel<float>, max_pool3d_with_index)
    .Out({"Mask"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, MaxPool3dWithIndexKernel<double>, max_pool3d_with_index)
    .Out({"Mask"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
