#include "lite/operators/pool2d.h"

#include <limits>
#include <type_traits>

#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/pool3d.h"

namespace paddle::lite::kernels::host {
namespace {

using Volume = operators::Pool3d::VolumeGeometry;

// An image is a volume of one plane.
Result<Volume> VolumeOf(const operators::Pool2d& op) {
  LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
  operators::WindowAxis plane;
  plane.in = plane.out = plane.kernel = 1;
  return Volume{g.batch, g.channels, {plane, g.h, g.w}, g, g.channels_last};
}
Result<Volume> VolumeOf(const operators::Pool3d& op) { return op.Geometry(); }

}  // namespace

// Processes every window element by element; the geometry covers sliding, adaptive and global
// windows. int8 is rounded to the scale of Out, or converted to float.
template <typename OpType, typename T, typename Out = T>
class PoolKernel : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, VolumeOf(op));
    step_ = g_.channels_last ? g_.channels : 1;
    if constexpr (std::is_same_v<T, int8_t>) {
      LITE_ASSIGN_OR_RETURN(rescale_, operators::Rescaling(op, "X", "Out", kRounds));
      plain_ = op.scales().Of("X").empty();
    }
    return OkStatus();
  }

  Status RunOp(const OpType& op, const RunContext& context) override {
    const auto& [depth, height, width] = g_.axes;
    const int64_t in = depth.in * height.in * width.in;
    const int64_t out = depth.out * height.out * width.out;
    const bool is_max = op.pooling_type == "max";
    context.pool->ForEach(g_.batch * g_.channels, 1, [&](int64_t unit) {
      const int64_t image = unit / g_.channels * g_.channels;
      const int64_t c = unit % g_.channels;
      Channel(
          op.x->template data<T>() + image * in + c * (g_.channels_last ? 1 : in), is_max,
          op.out->template mutable_data<Out>() + image * out + c * (g_.channels_last ? 1 : out));
    });
    return OkStatus();
  }

 private:
  static constexpr bool kRounds = std::is_same_v<Out, int8_t>;
  using Range = operators::PoolGeometry::Range;
  // Sums are wider than the elements, so that a large window does not lose precision.
  using Sum = std::conditional_t<std::is_same_v<T, int8_t>, int64_t, double>;

  // One channel of one item.
  void Channel(const T* src, bool is_max, Out* dst) const {
    const auto& [depth, height, width] = g_.axes;
    for (int64_t oz = 0; oz < depth.out; ++oz) {
      const Range d = g_.rule.WindowOf(depth, oz);
      for (int64_t oy = 0; oy < height.out; ++oy) {
        const Range h = g_.rule.WindowOf(height, oy);
        for (int64_t ox = 0; ox < width.out; ++ox, dst += step_) {
          const Range w = g_.rule.WindowOf(width, ox);
          const int64_t planes = g_.rule.exclusive ? d.exclusive : d.inclusive;
          const int64_t divisor = planes * g_.rule.Divisor(h, w);
          *dst = is_max ? Maximum(src, d, h, w) : Average(src, d, h, w, divisor);
        }
      }
    }
  }

  template <typename F>
  void ForEachElement(const T* src, const Range& d, const Range& h, const Range& w,
                      const F& f) const {
    for (int64_t z = d.begin; z < d.end; ++z) {
      for (int64_t y = h.begin; y < h.end; ++y) {
        const T* row = src + (z * g_.axes[1].in + y) * g_.axes[2].in * step_;
        for (int64_t x = w.begin; x < w.end; ++x) f(row[x * step_]);
      }
    }
  }

  Out Maximum(const T* src, const Range& d, const Range& h, const Range& w) const {
    // Paddle's doubles also begin at the smallest float.
    using Bound = std::conditional_t<std::is_same_v<T, int8_t>, int8_t, float>;
    T largest = std::numeric_limits<Bound>::lowest();
    ForEachElement(src, d, h, w, [&](T value) {
      if (value > largest || value != value) largest = value;  // NaN is kept
    });
    if constexpr (std::is_same_v<T, int8_t>) {
      if (plain_) return static_cast<Out>(largest);
      return Rescaled(static_cast<float>(largest) * rescale_);
    } else {
      return largest;
    }
  }

  Out Average(const T* src, const Range& d, const Range& h, const Range& w, int64_t divisor) const {
    Sum sum = 0;
    ForEachElement(src, d, h, w, [&](T value) { sum += value; });
    if constexpr (std::is_same_v<T, int8_t>) {
      if (divisor == 0) return Out(0);  // there is no NaN
      return Rescaled(static_cast<float>(sum) * (rescale_ / static_cast<float>(divisor)));
    } else {
      return static_cast<T>(sum / static_cast<Sum>(divisor));
    }
  }

  static Out Rescaled(float value) {
    if constexpr (kRounds) {
      return QuantizeToInt8(value);
    } else {
      return value;
    }
  }

  Volume g_;
  int64_t step_ = 1;  // elements from one column to the next
  float rescale_ = 1;
  bool plain_ = false;  // integers without a scale
};

template <typename T>
class Pool2dKernel final : public PoolKernel<operators::Pool2d, T> {};
class Pool2dInt8ToFloat final : public PoolKernel<operators::Pool2d, int8_t, float> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    return operators::ActivationScale(op, "X").ok() ? OkStatus() : Unsupported("no scale of X");
  }
};
template <typename T>
class Pool3dKernel final : public PoolKernel<operators::Pool3d, T> {};

LITE_KERNELS(kHost, kFloat, kNCHW, def, Pool2dKernel<float>, pool2d);
LITE_KERNELS(kHost, kFP64, kNCHW, def, Pool2dKernel<double>, pool2d);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, Pool2dInt8ToFloat, pool2d)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, def, Pool2dKernel<int8_t>, pool2d);
LITE_KERNELS(kHost, kFloat, kNCHW, def, Pool3dKernel<float>, pool3d);
LITE_KERNELS(kHost, kFP64, kNCHW, def, Pool3dKernel<double>, pool3d);

}  // namespace paddle::lite::kernels::host
