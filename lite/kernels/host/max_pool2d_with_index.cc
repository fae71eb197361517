#include "lite/operators/max_pool2d_with_index.h"

#include <limits>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class MaxPool2dWithIndexKernel final : public KernelFor<operators::MaxPool2dWithIndex> {
 public:
  Status PrepareOp(const operators::MaxPool2dWithIndex& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::MaxPool2dWithIndex& op, const RunContext& context) override {
    const T* x = op.x->data<T>();
    T* out = op.out->mutable_data<T>();
    int32_t* mask = op.mask->mutable_data<int32_t>();
    const int64_t in_plane = g_.h.in * g_.w.in;
    const int64_t out_plane = g_.h.out * g_.w.out;
    context.pool->ForEach(g_.batch * g_.channels, 1, [&](int64_t p) {
      Plane(x + p * in_plane, out + p * out_plane, mask + p * out_plane);
    });
    return OkStatus();
  }

 private:
  void Plane(const T* src, T* dst, int32_t* mask) const {
    for (int64_t oy = 0; oy < g_.h.out; ++oy) {
      const auto h = g_.WindowOf(g_.h, oy);
      for (int64_t ox = 0; ox < g_.w.out; ++ox) {
        const auto w = g_.WindowOf(g_.w, ox);
        T largest = std::numeric_limits<float>::lowest();  // also of doubles, as in Paddle
        int64_t at = -1;
        for (int64_t y = h.begin; y < h.end; ++y) {
          for (int64_t i = y * g_.w.in + w.begin; i < y * g_.w.in + w.end; ++i) {
            if (src[i] > largest) {
              largest = src[i];
              at = i;
            }
          }
        }
        *dst++ = largest;
        *mask++ = static_cast<int32_t>(at);
      }
    }
  }

  operators::PoolGeometry g_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, MaxPool2dWithIndexKernel<float>, max_pool2d_with_index)
    .Out({"Mask"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, MaxPool2dWithIndexKernel<double>, max_pool2d_with_index)
    .Out({"Mask"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
