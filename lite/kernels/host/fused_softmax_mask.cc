#include "lite/operators/fused_softmax_mask.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

constexpr int64_t kMaskGrain = 4096;  // elements that justify a thread

// The softmax of value(i) for i < count.
template <typename T, typename F>
void SoftmaxOf(int64_t count, const F& value, T* dst) {
  T largest = value(0);
  for (int64_t i = 0; i < count; ++i) {
    dst[i] = value(i);
    if (dst[i] > largest || std::isnan(dst[i])) largest = dst[i];
  }
  T sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    dst[i] = std::exp(dst[i] - largest);
    sum += dst[i];
  }
  const T scale = T{1} / sum;
  for (int64_t i = 0; i < count; ++i) dst[i] *= scale;
}

}  // namespace

class FusedSoftmaxMaskKernel final : public KernelFor<operators::FusedSoftmaxMask> {
 public:
  Status RunOp(const operators::FusedSoftmaxMask& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const DDim& dims = op.x->dims();
      const int64_t width = dims[3];
      if (width == 0) return;
      const T* x = op.x->data<T>();
      const T* mask = op.mask->data<T>();
      T* out = op.out->mutable_data<T>();
      context.pool->ForEach(dims[0] * dims[1] * dims[2], kMaskGrain / width + 1, [&](int64_t row) {
        const int64_t batch = row / (dims[1] * dims[2]);
        const T* a = x + row * width;
        const T* b = mask + (batch * dims[2] + row % dims[2]) * width;
        SoftmaxOf(
            width, [=](int64_t i) { return a[i] + b[i]; }, out + row * width);
      });
    });
  }
};

class FusedSoftmaxMaskUpperTriangleKernel final
    : public KernelFor<operators::FusedSoftmaxMaskUpperTriangle> {
 public:
  Status RunOp(const operators::FusedSoftmaxMaskUpperTriangle& op,
               const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const DDim& dims = op.x->dims();
      const int64_t width = dims[3];
      const T* x = op.x->data<T>();
      T* out = op.out->mutable_data<T>();
      context.pool->ForEach(dims[0] * dims[1] * dims[2], kMaskGrain / (width + 1) + 1,
                            [=](int64_t row) {
                              const T* src = x + row * width;
                              T* dst = out + row * width;
                              const int64_t count = row % width + 1;
                              SoftmaxOf(
                                  count, [=](int64_t i) { return src[i]; }, dst);
                              std::fill(dst + count, dst + width, T{0});
                            });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, FusedSoftmaxMaskKernel, fused_softmax_mask);
LITE_KERNELS(kHost, kAny, kNCHW, def, FusedSoftmaxMaskUpperTriangleKernel,
             fused_softmax_mask_upper_triangle);

}  // namespace paddle::lite::kernels::host
