#include "lite/operators/pool2d.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::LITE_CPU {

using Geometry = operators::PoolGeometry;

// How a window is pooled.
template <typename Types>
class PoolReal {
 public:
  using In = typename Types::Element;
  using Out = In;
  static Status Supports(const operators::Pool2d&) { return OkStatus(); }
  Status Prepare(const operators::Pool2d& op) {
    const auto& kernels = Types::ActiveTables().pool;
    pool_ = op.is_max() ? kernels.max : kernels.average;
    return OkStatus();
  }
  float rescaling() const { return 1; }
  void Run(const backend::PoolWindow<In, Out>& window) const {
    const Window of_bits = {window.src,     window.row_stride, window.pixel_stride, window.rows,
                            window.columns, window.channels,   window.dst,          window.scale};
    pool_(&of_bits);
  }

 private:
  using Real = typename Types::Real;
  using Window = backend::PoolWindow<Real, Real>;

  void (*pool_)(const Window*) = nullptr;
};

// Sums and maxima are exact, then scaled and rounded as by the portable kernel. OutType is float or
// int8_t.
template <typename OutType>
class PoolS8 {
 public:
  using In = int8_t;
  using Out = OutType;
  static Status Supports(const operators::Pool2d& op) {
    return operators::ActivationScale(op, "X").ok() ? OkStatus() : Unsupported("no scale of X");
  }
  Status Prepare(const operators::Pool2d& op) {
    const backend::VectorS8Kernels& kernels = backend::ActiveInt8Tables().vector;
    is_max_ = op.is_max();
    pool_ = (is_max_ ? kernels.max : kernels.average)[std::is_same_v<Out, int8_t>];
    LITE_ASSIGN_OR_RETURN(rescaling_,
                          operators::Rescaling(op, "X", "Out", std::is_same_v<Out, int8_t>));
    return OkStatus();
  }
  float rescaling() const { return rescaling_; }

  void Run(const backend::PoolWindow<In, Out>& window) const {
    const float scale = is_max_ ? rescaling_ : window.scale;
    const backend::PoolWindowS8 typeless = {
        window.src,     window.row_stride, window.pixel_stride, window.rows,
        window.columns, window.channels,   window.dst,          scale};
    pool_(&typeless);
  }

 private:
  void (*pool_)(const backend::PoolWindowS8*) = nullptr;
  bool is_max_ = false;
  float rescaling_ = 1;
};

template <typename Pool>
class PoolNhwc final : public KernelFor<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return Pool::Supports(op);
  }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    LITE_RETURN_IF_ERROR(pool_.Prepare(op));
    averages_ = !op.is_max();
    // With few output rows (global pooling has one), threads share the channels.
    const bool few_rows = geometry_.batch * geometry_.h.out < 2 * context->pool->threads();
    channel_block_ = few_rows ? kChannelBlock : std::max<int64_t>(geometry_.channels, 1);
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const Geometry& g = geometry_;
    const int64_t blocks = (g.channels + channel_block_ - 1) / channel_block_;
    context.pool->ParallelFor(g.batch * g.h.out * blocks, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / blocks;
        RunRow(op, row / g.h.out, row % g.h.out, i % blocks * channel_block_);
      }
    });
    return OkStatus();
  }

 private:
  using In = typename Pool::In;
  using Out = typename Pool::Out;
  static constexpr int64_t kChannelBlock = 64;
  // The average of a window without elements is NaN, which integers do not have.
  static constexpr float kEmptyScale =
      std::is_same_v<In, int8_t> ? 0.0f : std::numeric_limits<float>::quiet_NaN();

  void RunRow(const operators::Pool2d& op, int64_t image, int64_t y, int64_t channel) const {
    const Geometry& g = geometry_;
    const Geometry::Range rows = g.WindowOf(g.h, y);
    const In* src = op.x->data<In>() + image * g.h.in * g.w.in * g.channels + channel;
    Out* dst = op.out->mutable_data<Out>() + (image * g.h.out + y) * g.w.out * g.channels + channel;
    backend::PoolWindow<In, Out> window = {};
    window.pixel_stride = g.channels;
    window.row_stride = g.w.in * g.channels;
    window.rows = rows.end - rows.begin;
    window.channels = std::min(channel_block_, g.channels - channel);
    for (int64_t x = 0; x < g.w.out; ++x, dst += g.channels) {
      const Geometry::Range columns = g.WindowOf(g.w, x);
      window.columns = columns.end - columns.begin;
      window.src = src + (rows.begin * g.w.in + columns.begin) * g.channels;
      window.dst = dst;
      if (averages_) {
        const int64_t divisor = g.Divisor(rows, columns);
        window.scale = divisor == 0 ? kEmptyScale : pool_.rescaling() / static_cast<float>(divisor);
      }
      pool_.Run(window);
    }
  }

  Geometry geometry_;
  Pool pool_;
  bool averages_ = false;
  int64_t channel_block_ = 1;
};

template <typename Types>
class PoolNchw final : public CpuKernelFor<operators::Pool2d, Types> {
 public:
  using Element = typename Types::Element;

  static Status Supports(const operators::Pool2d& op) {
    return PoolNhwc<PoolReal<Types>>::Supports(op);
  }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    const Geometry& g = geometry_;
    whole_image_ = false;
    if (g.h.out == 1 && g.w.out == 1) {
      const Geometry::Range rows = g.WindowOf(g.h, 0);
      const Geometry::Range columns = g.WindowOf(g.w, 0);
      const int64_t pixels = g.h.in * g.w.in;
      whole_image_ = pixels > 0 &&
                     (rows.end - rows.begin) * (columns.end - columns.begin) == pixels &&
                     g.Divisor(rows, columns) == pixels;
    }
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const Geometry& g = geometry_;
    const int64_t in_plane = g.h.in * g.w.in;
    const int64_t out_plane = g.h.out * g.w.out;
    const int64_t grain = 4096 / (in_plane + 1) + 1;
    context.pool->ParallelFor(g.batch * g.channels, grain, [&](int64_t begin, int64_t end, int) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const Element* src = op.x->data<Element>() + plane * in_plane;
        Element* dst = op.out->mutable_data<Element>() + plane * out_plane;
        if (whole_image_) {
          *dst = Element(op.is_max() ? this->tables_.pool.max_row(src, in_plane)
                                     : this->tables_.pool.sum_row(src, in_plane) /
                                           static_cast<float>(in_plane));
        } else if (op.is_max()) {
          RunPlane<true>(op, src, dst);
        } else {
          RunPlane<false>(op, src, dst);
        }
      }
    });
    return OkStatus();
  }

 private:
  template <bool kMax>
  void RunPlane(const operators::Pool2d& op, const Element* src, Element* dst) const {
    const Geometry& g = geometry_;
    for (int64_t y = 0; y < g.h.out; ++y) {
      const Geometry::Range rows = g.WindowOf(g.h, y);
      for (int64_t x = 0; x < g.w.out; ++x) {
        const Geometry::Range columns = g.WindowOf(g.w, x);
        float value = kMax ? std::numeric_limits<float>::lowest() : 0.0f;
        for (int64_t iy = rows.begin; iy < rows.end; ++iy) {
          for (int64_t ix = columns.begin; ix < columns.end; ++ix) {
            const float element = src[iy * g.w.in + ix];
            if (kMax) {
              if (element > value || element != element) value = element;
            } else {
              value += element;
            }
          }
        }
        const int64_t divisor = g.Divisor(rows, columns);
        *dst++ = Element(kMax ? value : value / static_cast<float>(divisor));
      }
    }
  }

  Geometry geometry_;
  bool whole_image_ = false;
};

using PoolNhwcInt8ToFloat = PoolNhwc<PoolS8<float>>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, PoolNhwc<PoolReal<F32>>, pool2d);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, int8_out, PoolNhwc<PoolS8<int8_t>>, pool2d);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, fp32_out, PoolNhwcInt8ToFloat, pool2d)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, PoolNchw<F32>, pool2d);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, def, PoolNhwc<PoolReal<F16>>, pool2d);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, PoolNchw<F16>, pool2d);

}  // namespace paddle::lite::kernels::LITE_CPU
