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

// Whether a position, which may be NaN or huge, is within the pixels or at most `slack` beyond.
template <typename T>
bool Inside(T p, int64_t size, T slack = 0) {
  return p >= -slack && p <= static_cast<T>(size - 1) + slack;
}

// The pixels inside an image (or volume) that a position is interpolated from: none if it is too
// far outside. Axes are in the order of Grid's coordinates, the innermost first.
template <typename T, int kAxes>
struct Neighbours {
  int64_t size[kAxes];
  int count = 0;
  int64_t offset[1 << kAxes];
  T weight[1 << kAxes];

  void FindNearest(const T* position) {
    count = 0;
    int64_t at = 0;
    for (int a = kAxes - 1; a >= 0; --a) {
      const T pixel = std::round(position[a]);  // halves away from 0
      // In a volume, Paddle compares the position itself with the borders, in an image the pixel.
      if (!Inside(kAxes == 3 ? position[a] : pixel, size[a])) return;
      at = at * size[a] + static_cast<int64_t>(pixel);
    }
    Add(at, 1);
  }
  void FindLinear(const T* position) {
    count = 0;
    int64_t low[kAxes];
    T share[kAxes][2];
    for (int a = 0; a < kAxes; ++a) {
      if (!Inside(position[a], size[a], T(1))) return;
      const T floor = std::floor(position[a]);
      low[a] = static_cast<int64_t>(floor);
      share[a][1] = position[a] - floor;
      share[a][0] = 1 - share[a][1];
    }
    for (int corner = 0; corner < 1 << kAxes; ++corner) {
      int64_t at = 0;
      T product = 1;
      bool inside = true;
      for (int a = kAxes - 1; a >= 0; --a) {
        const int upper = corner >> a & 1;
        const int64_t pixel = low[a] + upper;
        inside = inside && pixel >= 0 && pixel < size[a];
        at = at * size[a] + pixel;
        product *= share[a][upper];
      }
      if (inside) Add(at, product);
    }
  }
  T Sum(const T* plane) const {
    T sum = 0;
    for (int i = 0; i < count; ++i) sum += plane[offset[i]] * weight[i];
    return sum;
  }

 private:
  void Add(int64_t at, T factor) {
    offset[count] = at;
    weight[count++] = factor;
  }
};

}  // namespace

template <typename T>
class GridSamplerKernel final : public KernelFor<operators::GridSampler> {
 public:
  Status RunOp(const operators::GridSampler& op, const RunContext& context) override {
    return op.IsImage() ? Sample<2>(op, context) : Sample<3>(op, context);
  }

 private:
  template <int kAxes>
  static Status Sample(const operators::GridSampler& op, const RunContext& context) {
    const DDim& in = op.x->dims();
    const DDim& out = op.output->dims();
    const int64_t channels = in[1];
    const int64_t plane = in.Count(2, kAxes + 2);
    const int64_t pixels = out.Count(2, kAxes + 2);
    const bool nearest = op.nearest();
    const bool align = op.align_corners;
    const Border border = op.border();
    const T* x = op.x->data<T>();
    const T* grid = op.grid->data<T>();
    T* output = op.output->mutable_data<T>();
    if (!op.samples()) {
      std::fill_n(output, op.output->numel(), T(0));
      return OkStatus();
    }
    Neighbours<T, kAxes> first;
    for (int a = 0; a < kAxes; ++a) first.size[a] = in[kAxes + 1 - a];
    constexpr int64_t kGrain = 512;  // elements that justify a thread
    const int64_t grain = kGrain / (channels + 1) + 1;
    context.pool->ParallelFor(out[0] * pixels, grain, [=](int64_t begin, int64_t end, int) {
      Neighbours<T, kAxes> around = first;
      for (int64_t i = begin; i < end; ++i) {
        T position[kAxes];
        for (int a = 0; a < kAxes; ++a)
          position[a] = Position(grid[kAxes * i + a], around.size[a], align, border);
        nearest ? around.FindNearest(position) : around.FindLinear(position);
        const int64_t n = i / pixels;
        const T* image = x + n * channels * plane;
        T* to = output + n * channels * pixels + i % pixels;
        for (int64_t c = 0; c < channels; ++c) to[c * pixels] = around.Sum(image + c * plane);
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, GridSamplerKernel<float>, grid_sampler);
LITE_KERNELS(kHost, kFP64, kNCHW, def, GridSamplerKernel<double>, grid_sampler);

}  // namespace paddle::lite::kernels::host
