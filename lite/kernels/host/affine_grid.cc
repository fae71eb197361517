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
  // The coordinates of the pixels of one axis, counted from the first one as in Paddle. With
  // align_corners, a single pixel is at the corner.
  struct Axis {
    Axis(int64_t size, bool align_corners) {
      const auto pixels = static_cast<T>(size);
      if (size == 1 && align_corners) return;
      step = 2 / (align_corners ? pixels - 1 : pixels);
      if (!align_corners) first = -(pixels - 1) / pixels;
    }
    T At(int64_t i) const { return first + static_cast<T>(i) * step; }

    T first = -1;
    T step = 0;
  };

  template <int kAxes>
  static Status Fill(const operators::AffineGrid& op, const RunContext& context) {
    const DDim& dims = op.output->dims();
    const int64_t width = dims[kAxes];
    const int64_t height = dims[kAxes - 1];
    const int64_t depth = kAxes == 3 ? dims[1] : 1;
    const Axis across(width, op.align_corners);
    const Axis down(height, op.align_corners);
    const Axis deep(depth, op.align_corners);
    const T* theta = op.theta->data<T>();
    const int64_t numbers = op.theta->dims().Count(1, op.theta->dims().rank());
    T* grid = op.output->mutable_data<T>();
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(dims[0] * depth * height, kGrain / width + 1, [=](int64_t row) {
      const T* map = theta + row / height / depth * numbers;
      const T y = down.At(row % height);
      T z = 0;
      if constexpr (kAxes == 3) z = deep.At(row / height % depth);
      for (int a = 0; a < kAxes; ++a) {
        const T* line = map + a * (kAxes + 1);
        const T of_x = line[0];
        const T of_y = line[1] * y;
        const T of_z = kAxes == 3 ? line[2] * z : T{0};
        const T shift = line[kAxes];
        T* to = grid + row * width * kAxes + a;
        for (int64_t i = 0; i < width; ++i) {
          T value = of_x * across.At(i) + of_y;
          if constexpr (kAxes == 3) value += of_z;
          to[i * kAxes] = value + shift;
        }
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AffineGridKernel<float>, affine_grid)
    .In({"OutputShape"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFP64, kNCHW, def, AffineGridKernel<double>, affine_grid)
    .In({"OutputShape"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
