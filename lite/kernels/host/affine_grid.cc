#include "lite/operators/affine_grid.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class AffineGridKernel final : public KernelFor<operators::AffineGrid> {
 public:
  Status RunOp(const operators::AffineGrid& op, const RunContext& context) override {
    return op.output->dims().rank() == 5 ? Fill<3>(op, context) : Fill<2>(op, context);
  }

 private:
  template <int kAxes>
  static Status Fill(const operators::AffineGrid& op, const RunContext& context) {
    const DDim& dims = op.output->dims();
    const int64_t width = dims[kAxes];
    const int64_t height = dims[kAxes - 1];
    const int64_t depth = kAxes == 3 ? dims[1] : 1;
    const bool align = op.align_corners;
    const T* theta = op.theta->data<T>();
    const int64_t numbers = op.theta->dims().Count(1, op.theta->dims().rank());
    T* grid = op.output->mutable_data<T>();
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(dims[0] * depth * height, kGrain / width + 1, [=](int64_t row) {
      const T* map = theta + row / height / depth * numbers;
      const T y = Coordinate(row % height, height, align);
      T z = 0;
      if constexpr (kAxes == 3) z = Coordinate(row / height % depth, depth, align);
      T* to = grid + row * width * kAxes;
      for (int64_t i = 0; i < width; ++i) {
        const T x = Coordinate(i, width, align);
        for (int a = 0; a < kAxes; ++a) {
          const T* line = map + a * (kAxes + 1);
          T value = line[0] * x + line[1] * y;
          if constexpr (kAxes == 3) value += line[2] * z;
          *to++ = value + line[kAxes];
        }
      }
    });
    return OkStatus();
  }

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
