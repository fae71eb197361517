#include "lite/operators/grid_sampler.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

using Border = operators::GridSampler::Border;

// The pixel position of coordinate `g`, which ranges from -1 to 1 within an axis of `size` pixels.
template <typename T>
T Position(T g, int64_t size, bool align_corners, Border border) {
  const T last = static_cast<T>(size - 1);
  T p = align_corners ? (g + 1) * last / 2 : (g + 1) * static_cast<T>(size) / 2 - T(0.5);
  if (border == Border::kReflect) {
    // Mirrors at the centres of the outermost pixels if align_corners, otherwise at their edges.
    const T half = align_corners ? T(0) : T(0.5);
    const T period = 2 * (last + 2 * half);
    if (!(period > 0)) return 0;
    const T distance = std::abs(p + half);
    const T rest = distance - std::floor(distance / period) * period;
    p = std::min(rest, period - rest) - half;
  }
  if (border == Border::kZeros) return p;
  return std::min(std::max(p, T(0)), last);
}

}  // namespace

template <typename T>
class GridSamplerKernel final : public KernelFor<operators::GridSampler> {
 public:
  Status RunOp(const operators::GridSampler& op, const RunContext& context) override {
    const DDim& in = op.x->dims();
    const DDim& out = op.output->dims();
    const int64_t channels = in[1];
    const int64_t height = in[2];
    const int64_t width = in[3];
    const int64_t pixels = out[2] * out[3];
    const bool nearest = op.nearest();
    const bool align = op.align_corners;
    const Border border = op.border();
    const T* x = op.x->data<T>();
    const T* grid = op.grid->data<T>();
    T* output = op.output->mutable_data<T>();
    constexpr int64_t kGrain = 512;  // elements that justify a thread
    context.pool->ForEach(out[0] * pixels, kGrain / (channels + 1) + 1, [=](int64_t i) {
      const T px = Position(grid[2 * i], width, align, border);
      const T py = Position(grid[2 * i + 1], height, align, border);
      const int64_t n = i / pixels;
      const T* image = x + n * channels * height * width;
      T* to = output + n * channels * pixels + i % pixels;
      for (int64_t c = 0; c < channels; ++c) {
        const T* plane = image + c * height * width;
        to[c * pixels] = nearest ? Nearest(plane, height, width, py, px)
                                 : Bilinear(plane, height, width, py, px);
      }
    });
    return OkStatus();
  }

 private:
  // Whether a position, which may be NaN or huge, is within the pixels or at most `slack` beyond.
  static bool Inside(T p, int64_t size, T slack = 0) {
    return p >= -slack && p <= static_cast<T>(size - 1) + slack;
  }

  // 0 if the nearest pixel, with halves rounded away from 0, is outside the image.
  static T Nearest(const T* plane, int64_t height, int64_t width, T y, T x) {
    const T row = std::round(y);
    const T column = std::round(x);
    if (!Inside(row, height) || !Inside(column, width)) return 0;
    return plane[static_cast<int64_t>(row) * width + static_cast<int64_t>(column)];
  }

  // Pixels outside the image are 0.
  static T Bilinear(const T* plane, int64_t height, int64_t width, T y, T x) {
    if (!Inside(y, height, 1) || !Inside(x, width, 1)) return 0;
    const T floor_y = std::floor(y);
    const T floor_x = std::floor(x);
    const int64_t y0 = static_cast<int64_t>(floor_y);
    const int64_t x0 = static_cast<int64_t>(floor_x);
    const T down = y - floor_y;
    const T right = x - floor_x;
    const auto pixel = [=](int64_t row, int64_t column) {
      const bool inside = row >= 0 && row < height && column >= 0 && column < width;
      return inside ? plane[row * width + column] : T(0);
    };
    return pixel(y0, x0) * ((1 - right) * (1 - down)) + pixel(y0, x0 + 1) * (right * (1 - down)) +
           pixel(y0 + 1, x0) * ((1 - right) * down) + pixel(y0 + 1, x0 + 1) * (right * down);
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, GridSamplerKernel<float>, grid_sampler);
LITE_KERNELS(kHost, kFP64, kNCHW, def, GridSamplerKernel<double>, grid_sampler);

}  // namespace paddle::lite::kernels::host
