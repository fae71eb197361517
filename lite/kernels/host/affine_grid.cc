#include "lite/operators/affine_grid.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class AffineGridKernel final : public KernelFor<operators::AffineGrid> {
 public:
  Status RunOp(const operators::AffineGrid& op, const RunContext& context) override {
    const DDim& dims = op.output->dims();
    const int64_t height = dims[1];
    const int64_t width = dims[2];
    const bool align = op.align_corners;
    const T* theta = op.theta->data<T>();
    T* grid = op.output->mutable_data<T>();
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(dims[0] * height, kGrain / width + 1, [=](int64_t row) {
      const T* map = theta + row / height * 6;
      const T y = Coordinate(row % height, height, align);
      T* to = grid + row * width * 2;
      for (int64_t i = 0; i < width; ++i) {
        const T x = Coordinate(i, width, align);
        *to++ = map[0] * x + map[1] * y + map[2];
        *to++ = map[3] * x + map[4] * y + map[5];
      }
    });
    return OkStatus();
  }

 private:
  // The coordinate of pixel i of `size`, accumulated from the first pixel as in Paddle. With
  // align_corners, a single pixel is at the corner.
  static T Coordinate(int64_t i, int64_t size, bool align_corners) {
    if (size == 1 && align_corners) return T(-1);
    const auto pixels = static_cast<T>(size);
    const T step = 2 / (align_corners ? pixels - 1 : pixels);
    const T first = align_corners ? T(-1) : -(pixels - 1) / pixels;
    return first + static_cast<T>(i) * step;
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AffineGridKernel<float>, affine_grid)
    .In({"OutputShape"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFP64, kNCHW, def, AffineGridKernel<double>, affine_grid)
    .In({"OutputShape"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
