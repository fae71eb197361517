#include "lite/operators/pool2d.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Processes every window pixel by pixel; the geometry covers sliding, adaptive and global windows.
template <typename T>
class Pool2dKernel final : public KernelFor<operators::Pool2d> {
 public:
  Status PrepareOp(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    channel_step_ = g_.channels_last ? 1 : g_.h.in * g_.w.in;
    column_step_ = g_.channels_last ? g_.channels : 1;
    row_step_ = g_.w.in * column_step_;
    out_channel_step_ = g_.channels_last ? 1 : g_.h.out * g_.w.out;
    rescale_ = 1;
    if (std::is_same_v<T, int8_t> && !op.quant.input_scale.empty() &&
        !op.quant.output_scale.empty()) {
      rescale_ = op.quant.input_scale[0] / op.quant.output_scale[0];
    }
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    const T* x = op.x->data<T>();
    T* out = op.out->mutable_data<T>();
    const bool is_max = op.is_max();
    const int64_t in_image = g_.channels * g_.h.in * g_.w.in;
    const int64_t out_image = g_.channels * g_.h.out * g_.w.out;
    context.pool->ParallelFor(g_.batch * g_.channels, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t n = unit / g_.channels;
        const int64_t c = unit % g_.channels;
        Plane(x + n * in_image + c * channel_step_, is_max,
              out + n * out_image + c * out_channel_step_);
      }
    });
    return OkStatus();
  }

 private:
  using Range = operators::PoolGeometry::Range;
  // Sums are wider than the elements, so that a large window does not lose precision.
  using Sum = std::conditional_t<std::is_same_v<T, int8_t>, int64_t, double>;

  void Plane(const T* src, bool is_max, T* dst) const {
    for (int64_t oy = 0; oy < g_.h.out; ++oy) {
      const Range h = g_.WindowOf(g_.h, oy);
      for (int64_t ox = 0; ox < g_.w.out; ++ox) {
        const Range w = g_.WindowOf(g_.w, ox);
        dst[(oy * g_.w.out + ox) * column_step_] =
            is_max ? Maximum(src, h, w) : Average(src, h, w, g_.Divisor(h, w));
      }
    }
  }

  T Maximum(const T* src, const Range& h, const Range& w) const {
    T largest = std::numeric_limits<T>::lowest();
    for (int64_t y = h.begin; y < h.end; ++y) {
      const T* row = src + y * row_step_;
      for (int64_t x = w.begin; x < w.end; ++x) {
        const T value = row[x * column_step_];
        if (value > largest || value != value) largest = value;  // NaN is kept
      }
    }
    if constexpr (std::is_same_v<T, int8_t>) {
      if (rescale_ != 1) return QuantizeToInt8(static_cast<float>(largest) * rescale_);
    }
    return largest;
  }

  // Zero for a window without elements.
  T Average(const T* src, const Range& h, const Range& w, int64_t divisor) const {
    Sum sum = 0;
    for (int64_t y = h.begin; y < h.end; ++y) {
      const T* row = src + y * row_step_;
      for (int64_t x = w.begin; x < w.end; ++x) sum += row[x * column_step_];
    }
    if (divisor <= 0) return T(0);
    if constexpr (std::is_same_v<T, int8_t>) {
      return QuantizeToInt8(static_cast<float>(sum) / static_cast<float>(divisor) * rescale_);
    } else {
      return static_cast<T>(sum / static_cast<Sum>(divisor));
    }
  }

  operators::PoolGeometry g_;
  int64_t channel_step_ = 0;  // elements from one channel, row or column to the next
  int64_t row_step_ = 0;
  int64_t column_step_ = 0;
  int64_t out_channel_step_ = 0;
  float rescale_ = 1;
};

using Pool2dFloat = Pool2dKernel<float>;
using Pool2dDouble = Pool2dKernel<double>;
using Pool2dInt8 = Pool2dKernel<int8_t>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(pool2d, kHost, kFloat, kNCHW, paddle::lite::kernels::host::Pool2dFloat, def)
    .Finalize();

REGISTER_LITE_KERNEL(pool2d, kHost, kFP64, kNCHW, paddle::lite::kernels::host::Pool2dDouble, def)
    .Finalize();

REGISTER_LITE_KERNEL(pool2d, kHost, kInt8, kNCHW, paddle::lite::kernels::host::Pool2dInt8, def)
    .Finalize();
