#include "lite/operators/pool3d.h"

#include <algorithm>
#include <limits>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class Pool3dKernel final : public KernelFor<operators::Pool3d> {
 public:
  Status PrepareOp(const operators::Pool3d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::Pool3d& op, const RunContext& context) override {
    const auto& [depth, height, width] = g_.axes;
    const int64_t in = depth.in * height.in * width.in;
    const int64_t out = depth.out * height.out * width.out;
    const bool is_max = op.pooling_type == "max";
    const bool exclusive = op.exclusive || op.adaptive;
    context.pool->ParallelFor(g_.batch * g_.channels, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t n = unit / g_.channels;
        const int64_t c = unit % g_.channels;
        Volume(op.x->data<float>() + n * g_.channels * in + c * (g_.channels_last ? 1 : in), is_max,
               exclusive,
               op.out->mutable_data<float>() + n * g_.channels * out +
                   c * (g_.channels_last ? 1 : out));
      }
    });
    return OkStatus();
  }

 private:
  using Range = operators::PoolGeometry::Range;

  // One channel of one item.
  void Volume(const float* src, bool is_max, bool exclusive, float* dst) const {
    const auto& [depth, height, width] = g_.axes;
    const int64_t step = g_.channels_last ? g_.channels : 1;
    for (int64_t oz = 0; oz < depth.out; ++oz) {
      const Range d = g_.rule.WindowOf(depth, oz);
      for (int64_t oy = 0; oy < height.out; ++oy) {
        const Range h = g_.rule.WindowOf(height, oy);
        for (int64_t ox = 0; ox < width.out; ++ox, dst += step) {
          const Range w = g_.rule.WindowOf(width, ox);
          float largest = std::numeric_limits<float>::lowest();
          double sum = 0;
          for (int64_t z = d.begin; z < d.end; ++z) {
            for (int64_t y = h.begin; y < h.end; ++y) {
              const float* row = src + (z * height.in + y) * width.in * step;
              for (int64_t x = w.begin; x < w.end; ++x) {
                const float value = row[x * step];
                if (value > largest || value != value) largest = value;  // NaN is kept
                sum += value;
              }
            }
          }
          const int64_t divisor = exclusive
                                      ? (d.end - d.begin) * (h.end - h.begin) * (w.end - w.begin)
                                      : d.inclusive * h.inclusive * w.inclusive;
          // A window without elements has the average 0.
          *dst = is_max        ? largest
                 : divisor > 0 ? static_cast<float>(sum / static_cast<double>(divisor))
                               : 0.0f;
        }
      }
    }
  }

  operators::Pool3d::VolumeGeometry g_;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(pool3d, kHost, kFloat, kNCHW, paddle::lite::kernels::host::Pool3dKernel, def)
    .Finalize();
